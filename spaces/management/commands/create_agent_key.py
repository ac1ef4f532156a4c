from argparse import ArgumentParser
from typing import Any

from spaces.domain.scopes import WORKING_SET, Scope
from spaces.management.operator import OperatorCommand, account_named, user_named
from spaces.services.credentials import caller_for_person
from spaces.services.keys import agent_key_create


class Command(OperatorCommand):
    help = "Make an agent key for a member of an account; the key is printed once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--account", required=True, help="acct_ id or name")
        parser.add_argument("--user", required=True, metavar="USERNAME")
        parser.add_argument("--name", default="Command line")
        parser.add_argument(
            "--scopes", nargs="+", choices=[scope.value for scope in Scope], default=list(WORKING_SET)
        )

    def make(self, **options: Any) -> dict[str, Any]:
        account, user = account_named(options["account"]), user_named(options["user"])
        key, secret = agent_key_create(
            account_id=account.pk,
            name=options["name"],
            scopes=[Scope(scope) for scope in options["scopes"]],
            caller=caller_for_person(user),
        )
        return {
            "agent_id": key.pk,
            "agent_key": secret,
            "account_id": account.pk,
            "subject": user.pk,
            "scopes": key.scopes,
        }
