"""Commands that whoever runs the service gives on its machine."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError
from spaces.models import Account, User
from spaces.services.credentials import caller_for_person

# The operator is nobody's member: records show that nobody signed in.
OPERATOR = Caller()


class OperatorCommand(BaseCommand):
    """A command that makes one object and prints it, as a sentence or with --json as one object."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="print one JSON object with the public ids")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            made = self.make(**options)
        except DomainError as error:
            raise CommandError(f"{error.detail} {error.fix}") from error
        if options["json"]:
            self.stdout.write(json.dumps(made))
        else:
            for name, value in made.items():
                self.stdout.write(f"{name}: {value}")

    def make(self, **options: Any) -> dict[str, Any]:
        """Make the object and return what to print of it."""
        raise NotImplementedError


def user_named(username: str) -> User:
    user = User.objects.filter(username=username).first()
    if user is None:
        raise CommandError(f"There is no person {username}; make one with create_user.")
    return user


def account_named(name: str) -> Account:
    """The account with this acct_ id, or the only one with this name."""
    found = Account.objects.filter(pk=name) if name.startswith("acct_") else Account.objects.filter(name=name)
    accounts = list(found[:2])
    if not accounts:
        raise CommandError(f"There is no account {name}.")
    if len(accounts) > 1:
        raise CommandError(f"More than one account is called {name}; use its acct_ id.")
    return accounts[0]


def owner_of(account: Account) -> Caller:
    """An owner of the account, in whose name the operator acts."""
    return caller_for_person(account.memberships.filter(role="owner").select_related("user")[0].user)
