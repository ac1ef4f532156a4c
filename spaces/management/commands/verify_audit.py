from typing import Any

from django.core.management.base import BaseCommand, CommandError

from spaces.services.seals import audit_verify


class Command(BaseCommand):
    help = "Check every seal of the audit log; fails where a sealed entry was removed, edited or slipped in."

    def handle(self, *args: Any, **options: Any) -> None:
        found = audit_verify()
        self.stdout.write(f"{found.sealed} entries are sealed, {found.unsealed} not yet.")
        if found.faults:
            raise CommandError("\n".join(found.faults))
        self.stdout.write("Every seal fits.")
