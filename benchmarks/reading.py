"""1,000 linked pull requests read with one credential, beside what a plain PyGithub loop takes for the same.

Run by `python -m benchmarks`, or alone: `python -m benchmarks.reading` prints the table and exits with 1 where the
count of requests is over its budget. GitHub is a server of ours on this machine that answers 50 ms late.
"""

import os
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import islice

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "decisions.config.settings.test")
django.setup()

# What has models can be imported only after that.
from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.test.utils import setup_test_environment  # noqa: E402
from github import Auth, Github  # noqa: E402

from integrations.domain.pull_requests import Address, State  # noqa: E402
from integrations.models import GitHubConnection, PullRequest  # noqa: E402
from integrations.services.connections import connection_add  # noqa: E402
from integrations.services.pull_request_links import pull_request_row  # noqa: E402
from integrations.services.reading import pull_requests_read  # noqa: E402
from tests.cast import make_cast  # noqa: E402
from tests.integrations.fake_github import FakeGitHub  # noqa: E402
from tests.integrations.fake_github.troubles import slow  # noqa: E402
from tests.integrations.sync.scenes import link_to  # noqa: E402

LINKED = 1_000
LATENCY_SECONDS = 0.05
# performance.md
REQUESTS_LIMIT = 40

REPOSITORIES = 20
# As many links as a document may have.
ON_A_DOCUMENT = 500
# The plain loop would take half an hour for all of them.
SAMPLE = 12


def linked(github: FakeGitHub) -> GitHubConnection:
    """The connection of an account that links all of the pull requests of a GitHub with some repositories."""
    cast = make_cast()
    for number in range(REPOSITORIES):
        github.add_repo("acme", f"app-{number}", reviews_required=1)
    added, _ = connection_add(
        account_id=cast.account.pk,
        host=github.host,
        secret=github.add_token().secret,
        caller=cast.caller("manager"),
    )
    document = cast.document()
    for number in range(LINKED):
        if number and number % ON_A_DOCUMENT == 0:
            document = cast.document(f"Document {number}")
        repo, place = f"app-{number % REPOSITORIES}", number // REPOSITORIES + 1
        github.add_pull_request("acme", repo, place).checks("success")
        address = Address(github.host, "acme", repo, place)
        link_to(pull_request_row(account_id=cast.account.pk, address=address), document, cast)
    return added


def plain_loop(github: FakeGitHub, secret: str, options: dict[str, float]) -> None:
    """What a program does that asks PyGithub for each of a sample: the same facts by REST."""
    with Github(auth=Auth.Token(secret), base_url=github.url, retry=None, **options) as client:
        for name, number in islice(
            ((row.address.name, row.number) for row in PullRequest.objects.all()), SAMPLE
        ):
            found = client.get_repo(name).get_pull(number)
            head = found.base.repo.get_commit(found.head.sha)
            _ = (found.merged, found.user.login, [each.state for each in found.get_reviews()])
            _ = (head.get_combined_status().state, [each.conclusion for each in head.get_check_runs()])


def timed(github: FakeGitHub, act: Callable[[], object]) -> tuple[int, float]:
    """Requests and seconds of an act."""
    github.traffic.forget()
    begun = time.perf_counter()
    act()
    return len(github.requests), time.perf_counter() - begun


def report(github: FakeGitHub) -> tuple[str, list[str]]:
    """The table as Markdown, and what is over its count."""
    settings.GITHUB_HOSTS = github.hosts
    account = linked(github)
    github.will(slow(LATENCY_SECONDS), times=None)
    requests, seconds = timed(github, lambda: pull_requests_read(connection=account, at_most=LINKED))
    unread = PullRequest.objects.filter(state=State.UNKNOWN.value).count()
    if unread:
        raise RuntimeError(f"{unread} of {LINKED} were not read")
    secret = github.add_token().secret
    rows = [f"| this service, all {LINKED:,} | {requests} (at most {REQUESTS_LIMIT}) | {seconds:.1f} | |"]
    for name, options in (
        ("PyGithub's own pace", {}),
        ("PyGithub without pauses", {"seconds_between_requests": 0}),
    ):
        asked, took = timed(github, lambda options=options: plain_loop(github, secret, options))
        times = took / SAMPLE * LINKED / seconds
        rows.append(
            f"| plain loop over {SAMPLE}, {name} | {asked} | {took:.1f} | {times:.0f} times as long |"
        )
    over = [f"{requests} requests for {LINKED:,} pull requests"] if requests > REQUESTS_LIMIT else []
    text = f"""## {LINKED:,} linked pull requests, GitHub {LATENCY_SECONDS * 1000:.0f} ms away, SQLite

| | requests | seconds | for each pull request |
| --- | --- | --- | --- |
{chr(10).join(rows)}

The service's time has everything in it, the database too. The plain loop reads a sample of {SAMPLE}; only the last
column is scaled.
"""
    return text, over


def main() -> int:
    """1 where a count is over its budget, which is then named last."""
    setup_test_environment()
    with tempfile.TemporaryDirectory() as folder:
        connection.settings_dict["NAME"] = f"{folder}/bench.sqlite3"
        call_command("migrate", verbosity=0)
        github = FakeGitHub().start()
        try:
            text, over = report(github)
        finally:
            github.stop()
            connection.close()
    print(text)
    for each in over:
        print(f"OVER BUDGET: {each}")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
