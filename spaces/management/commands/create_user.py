import secrets
from argparse import ArgumentParser
from typing import Any

from spaces.management.operator import OPERATOR, OperatorCommand
from spaces.services.accounts import user_create


class Command(OperatorCommand):
    help = "Make a person with a personal account; without --password a random one is made and printed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("username")
        parser.add_argument("--email", default="")
        parser.add_argument("--password", default="")

    def make(self, **options: Any) -> dict[str, Any]:
        password = options["password"] or secrets.token_urlsafe(16)
        user = user_create(
            username=options["username"], email=options["email"], password=password, caller=OPERATOR
        )
        made = {
            "subject": user.pk,
            "username": user.username,
            "personal_account_id": user.personal_account.pk,
        }
        return made if options["password"] else {**made, "password": password}
