from argparse import ArgumentParser
from datetime import datetime
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from integrations.models import GitHubConnection
from integrations.services.due import all_made_due, unconnected_say_so
from integrations.services.reading import pull_requests_read
from integrations.services.sync_plan import Plan, connections_live, plans, unconnected
from spaces.management.operator import account_named


class Command(BaseCommand):
    help = "Read the pull requests that are due from GitHub now, or tell what would be read."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--account", default="", help="acct_ id or name; all accounts where left out")
        parser.add_argument("--host", default="", help="as github.com; all hosts where left out")
        parser.add_argument("--all", action="store_true", help="read all that may still change, due or not")
        parser.add_argument("--dry-run", action="store_true", help="only tell; GitHub is asked nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        host = options["host"].lower()
        if host and host not in settings.GITHUB_HOSTS:
            known = ", ".join(sorted(settings.GITHUB_HOSTS))
            raise CommandError(f"{host} is no host of this service. Name one of these: {known}.")
        account_id = account_named(options["account"]).pk if options["account"] else ""
        connections = connections_live(account_id=account_id, host=host)
        for plan in plans(connections, everything=options["all"]):
            self._tell(plan)
            if not options["dry_run"]:
                self._read(plan.connection, options["all"])
        for each in unconnected(account_id=account_id, host=host):
            self.stdout.write(
                f"{each.account}, {each.host}: no connection; {each.pull_requests} pull requests are not read. "
                "A manager of the account adds one in the console."
            )
        if not options["dry_run"]:
            unconnected_say_so()

    def _tell(self, plan: Plan) -> None:
        said = f"{_name(plan.connection)}: {plan.due} of {plan.linked} due, requests: {plan.requests}"
        if plan.due_since:
            said += f", the longest since {_time(plan.due_since)}"
        if plan.paused_until:
            said += f", paused until {_time(plan.paused_until)}"
        if plan.held_until:
            said += f", read by another until {_time(plan.held_until)} at the latest"
        if plan.connection.problem:
            said += f". {plan.connection.problem}"
        self.stdout.write(said)

    def _read(self, connection: GitHubConnection, everything: bool) -> None:
        if everything:
            all_made_due(connection)
        read = 0
        while now_read := pull_requests_read(connection=connection):
            read += now_read
        connection.refresh_from_db()
        self.stdout.write(f"{_name(connection)}: read {read}. {connection.problem}".rstrip())


def _name(connection: GitHubConnection) -> str:
    return f"{connection.account.name}, {connection.host}"


def _time(time: datetime) -> str:
    return f"{time:%Y-%m-%d %H:%M:%S} UTC"
