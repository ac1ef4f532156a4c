from argparse import ArgumentParser
from typing import Any

from spaces.management.operator import OPERATOR, OperatorCommand, user_named
from spaces.services.accounts import account_create


class Command(OperatorCommand):
    help = "Make a team account with its first owner."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("name")
        parser.add_argument("--owner", required=True, metavar="USERNAME")

    def make(self, **options: Any) -> dict[str, Any]:
        owner = user_named(options["owner"])
        account = account_create(name=options["name"], owner=owner, caller=OPERATOR)
        return {"account_id": account.pk, "name": account.name, "owner": owner.pk}
