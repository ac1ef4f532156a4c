from argparse import ArgumentParser
from typing import Any

from spaces.domain.roles import Role
from spaces.management.operator import OperatorCommand, account_named, owner_of, user_named
from spaces.services.accounts import member_set


class Command(OperatorCommand):
    help = "Add a person to an account, or change their role in it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("account", help="acct_ id or name")
        parser.add_argument("username")
        parser.add_argument("--role", choices=[role.value for role in Role], default=Role.MEMBER.value)

    def make(self, **options: Any) -> dict[str, Any]:
        account, user = account_named(options["account"]), user_named(options["username"])
        membership = member_set(
            account=account, user=user, role=Role(options["role"]), caller=owner_of(account)
        )
        return {"account_id": account.pk, "subject": user.pk, "role": membership.role}
