"""One reader a credential, and pauses that belong to the credential and to no worker."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.db import connection as database
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from integrations.domain.pull_requests import State, Trouble
from integrations.models import GitHubConnection, PullRequest
from integrations.services.connections import connection_add, connection_change_secret, connection_remove
from integrations.services.holds import HELD, hold_take
from integrations.services.reading import ROUND, pull_requests_read
from integrations.tasks import read_connection
from tests.integrations.fake_github import FakeGitHub, troubles
from tests.integrations.sync.scenes import Scene, link_to


@pytest.fixture
def other_host(scene: Scene, settings: Settings) -> Iterator[tuple[FakeGitHub, GitHubConnection]]:
    """A second host, with a connection of the same account."""
    github = FakeGitHub("git.acme.example").start()
    settings.GITHUB_HOSTS = settings.GITHUB_HOSTS | github.hosts
    connection, _ = connection_add(
        account_id=scene.cast.account.pk,
        host=github.host,
        secret=github.add_token().secret,
        caller=scene.cast.caller("manager"),
    )
    yield github, connection
    github.stop()


def elsewhere(act: Callable[[], object]) -> Callable[[], None]:
    """The act on a database connection of its own, which is closed after it."""

    def run() -> None:
        try:
            act()
        finally:
            database.close()

    return run


@pytest.mark.django_db(transaction=True)
def test_readers_at_once_read_one_after_the_other_and_each_pull_request_once(committed: Scene) -> None:
    rows = []
    for number in range(1, 31):
        committed.remote(number)
        rows.append(committed.link(number))
    committed.github.will(troubles.slow(0.05), times=None)
    line = Barrier(4)
    read: list[int] = []

    def reader() -> None:
        line.wait(timeout=30)
        read.append(pull_requests_read(connection=committed.connection))

    with ThreadPoolExecutor(4) as pool:
        for each in [pool.submit(elsewhere(reader)) for _ in range(4)]:
            each.result(timeout=60)
    assert committed.token.most_at_once == 1
    assert sum(read) == len(rows)
    assert len(committed.github.graphql_requests) == 2
    assert not PullRequest.objects.filter(state=State.UNKNOWN.value).exists()


def test_a_hold_is_given_back_and_a_dead_readers_ends_by_itself(scene: Scene) -> None:
    scene.remote()
    row = scene.link()
    assert hold_take(scene.connection.pk)
    assert scene.read(row) == 0
    assert scene.github.requests == []
    GitHubConnection.objects.update(reading_until=timezone.now() - timedelta(seconds=1))
    assert scene.read(row) == 1
    assert (scene.connection.reading_until, scene.connection.reader) == (None, "")
    assert timedelta(minutes=2) >= HELD


@pytest.mark.django_db(transaction=True)
def test_a_reader_that_lost_its_hold_writes_nothing_and_gives_nothing_back(committed: Scene) -> None:
    committed.remote()
    row = committed.link()

    def overtaken() -> None:
        GitHubConnection.objects.update(reading_until=timezone.now() - timedelta(seconds=1))
        assert hold_take(committed.connection.pk)

    committed.github.will(troubles.meanwhile(elsewhere(overtaken)))
    assert committed.read(row) == 0
    assert row.state == State.UNKNOWN
    assert committed.connection.reader
    assert committed.connection.last_read_at is None


@pytest.mark.django_db(transaction=True)
def test_what_was_read_with_a_connection_that_is_removed_meanwhile_is_not_kept(committed: Scene) -> None:
    committed.remote()
    row = committed.link()
    caller = committed.cast.caller("manager")
    remove = elsewhere(lambda: connection_remove(connection_id=committed.connection.pk, caller=caller))
    committed.github.will(troubles.meanwhile(remove))
    assert committed.read(row) == 0
    assert (row.state, row.trouble, row.next_read_at) == (State.UNKNOWN, Trouble.NO_CONNECTION, None)


@pytest.mark.django_db(transaction=True)
def test_what_is_asked_for_while_github_answers_is_read_again(committed: Scene) -> None:
    remote, row = committed.remote(), committed.link()

    def webhook() -> None:
        remote.retitle("Newer")
        PullRequest.objects.filter(pk=row.pk).update(next_read_at=timezone.now())

    committed.github.will(troubles.meanwhile(elsewhere(webhook)))
    committed.read(row)
    assert row.title == "A change"
    assert row.next_read_at
    assert row.next_read_at <= timezone.now()
    pull_requests_read(connection=committed.connection)
    row.refresh_from_db()
    assert row.title == "Newer"


@pytest.mark.django_db(transaction=True)
def test_what_is_unlinked_while_github_answers_is_not_read_again(committed: Scene) -> None:
    committed.remote()
    row = committed.link()

    def unlink() -> None:
        row.links.update(unlinked_at=timezone.now())
        PullRequest.objects.filter(pk=row.pk).update(next_read_at=None)

    committed.github.will(troubles.meanwhile(elsewhere(unlink)))
    committed.read(row)
    assert (row.state, row.next_read_at) == (State.OPEN, None)


@pytest.mark.parametrize(
    "limit",
    [troubles.limited(minutes=10), troubles.secondary_limit(429, retry_after=600)],
    ids=["primary", "secondary"],
)
def test_a_limit_pauses_the_credential_and_the_other_connection_goes_on(
    scene: Scene, other_host: tuple[FakeGitHub, GitHubConnection], limit: troubles.Trouble
) -> None:
    other_github, other = other_host
    scene.remote()
    row = scene.link()
    other_github.add_repo("acme", "web")
    other_github.add_pull_request("acme", "web", 1)
    elsewhere_row = Scene(other_github, scene.cast, scene.token, other, scene.document).link()
    scene.github.will(limit)
    assert scene.read(row) == 0
    assert scene.connection.paused_until
    wait = (scene.connection.paused_until - timezone.now()).total_seconds()
    assert 590 < wait <= 601
    assert scene.connection.problem
    assert (row.trouble, row.failures) == (Trouble.LIMITED, 0)
    assert row.next_read_at
    assert row.next_read_at <= timezone.now()
    # Nobody asks before, and nobody waits in a worker.
    asked = len(scene.github.requests)
    assert read_connection(scene.connection.pk) == 0
    assert len(scene.github.requests) == asked
    assert read_connection(other.pk) == 1
    elsewhere_row.refresh_from_db()
    assert elsewhere_row.state == State.OPEN
    # It goes on by itself.
    GitHubConnection.objects.filter(pk=scene.connection.pk).update(paused_until=timezone.now())
    assert read_connection(scene.connection.pk) == 1
    scene.connection.refresh_from_db()
    assert (scene.connection.problem, scene.connection.paused_until) == ("", None)


@pytest.mark.parametrize(
    ("trouble", "word"),
    [(troubles.status(401), Trouble.BAD_CREDENTIAL), (troubles.status(404), Trouble.UNREACHABLE)],
)
def test_a_bad_credential_or_host_is_asked_less_and_less_often(
    scene: Scene, trouble: troubles.Trouble, word: Trouble
) -> None:
    scene.remote()
    row = scene.link()
    scene.github.will(trouble, times=None)
    waits = []
    for ago in (0, 0, 10, 600):
        since = timezone.now() - timedelta(minutes=ago)
        GitHubConnection.objects.update(paused_until=None, created_at=since)
        assert scene.read(row) == 0
        assert scene.connection.paused_until
        waits.append(round((scene.connection.paused_until - timezone.now()).total_seconds() / 60))
    assert waits == [1, 1, 5, 15]
    assert (row.state, row.trouble, row.failures) == (State.UNKNOWN, word, 0)
    assert scene.connection.problem == row.error


@pytest.mark.django_db(transaction=True)
def test_a_new_credential_is_not_blamed_for_the_one_before(committed: Scene) -> None:
    committed.remote()
    row = committed.link()
    secret, caller = committed.github.add_token().secret, committed.cast.caller("manager")

    def change() -> None:
        connection_change_secret(connection_id=committed.connection.pk, secret=secret, caller=caller)

    committed.github.will(troubles.meanwhile(elsewhere(change)))
    committed.github.will(troubles.status(401))
    committed.read(row)
    assert (committed.connection.problem, committed.connection.paused_until) == ("", None)
    assert pull_requests_read(connection=committed.connection) == 1


def test_many_are_read_in_few_requests_and_at_most_as_many_as_said(scene: Scene) -> None:
    document = scene.cast.document("Many")
    for number in range(1, ROUND + 31):
        scene.remote(number)
        link_to(scene.link(number), document, scene.cast)
    assert pull_requests_read(connection=scene.connection, at_most=10) == 10
    scene.github.traffic.forget()
    assert scene.read() == ROUND + 20
    assert len(scene.github.graphql_requests) == 5
    scene.github.traffic.forget()
    assert scene.read() == 0
    assert scene.github.requests == []


def test_a_reading_without_news_takes_few_statements_however_many_are_read(scene: Scene) -> None:
    counts = []
    for many in (2, 60):
        rows = []
        for number in range(1, many + 1):
            if not PullRequest.objects.filter(number=number).exists():
                scene.remote(number)
                scene.link(number)
            rows.append(PullRequest.objects.get(number=number))
        scene.read(*rows)
        PullRequest.objects.update(next_read_at=timezone.now())
        with CaptureQueriesContext(database) as captured:
            assert pull_requests_read(connection=scene.connection) == many
        counts.append(len(captured.captured_queries))
    assert counts[0] == counts[1]
    assert counts[1] <= 20
