from argparse import ArgumentParser
from typing import Any

from spaces.management.operator import OperatorCommand, account_named, owner_of
from spaces.services.spaces import space_create


class Command(OperatorCommand):
    help = "Make a space in an account."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("account", help="acct_ id or name")
        parser.add_argument("name")
        parser.add_argument("--parent", metavar="LAB_ID", default=None)

    def make(self, **options: Any) -> dict[str, Any]:
        account = account_named(options["account"])
        space = space_create(
            account_id=account.pk,
            name=options["name"],
            parent_id=options["parent"],
            caller=owner_of(account),
        )
        return {
            "space_id": space.pk,
            "account_id": account.pk,
            "name": space.name,
            "slug": space.slug,
        }
