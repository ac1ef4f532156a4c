"""The due-list: what is asked for next, and how it comes right after whatever was lost."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from integrations.domain.pull_requests import State, Trouble
from integrations.models import GitHubConnection, PullRequest, PullRequestOffer
from integrations.services.connections import connection_remove
from integrations.services.due import connections_due, due_list_mend
from integrations.services.reading import read_now
from integrations.tasks import mend_due_list, read_connection, read_due
from tests.integrations.fake_github import troubles
from tests.integrations.sync.scenes import Scene
from tests.records import everything


@pytest.fixture
def enqueued(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The connections that a task was enqueued for, instead of one."""
    sent: list[str] = []
    monkeypatch.setattr(read_connection, "apply_async", lambda args, expires: sent.extend(args))
    return sent


def test_the_scheduled_task_asks_for_each_connection_that_has_something_due(
    scene: Scene, enqueued: list[str]
) -> None:
    assert read_due() == 0
    row = scene.link()
    assert read_due() == 1
    assert enqueued == [scene.connection.pk]
    scene.remote()
    scene.read(row)
    assert read_due() == 0


@pytest.mark.parametrize("why", ["paused", "held", "unlinked", "later"])
def test_it_leaves_alone_what_cannot_or_need_not_be_read(scene: Scene, enqueued: list[str], why: str) -> None:
    row = scene.link()
    soon = timezone.now() + timedelta(minutes=1)
    match why:
        case "paused":
            GitHubConnection.objects.update(paused_until=soon)
        case "held":
            GitHubConnection.objects.update(reading_until=soon, reader="another")
        case "unlinked":
            row.links.update(unlinked_at=timezone.now())
        case "later":
            PullRequest.objects.update(next_read_at=soon)
    assert read_due() == 0
    assert enqueued == []
    assert connections_due(soon + timedelta(seconds=1)) == (
        [] if why == "unlinked" else [scene.connection.pk]
    )


def test_what_nothing_can_read_says_whom_to_ask(scene: Scene, enqueued: list[str]) -> None:
    row = scene.link()
    connection_remove(connection_id=scene.connection.pk, caller=scene.cast.caller("manager"))
    PullRequest.objects.update(next_read_at=timezone.now(), trouble="", error="")
    assert read_due() == 0
    row.refresh_from_db()
    assert (row.state, row.trouble, row.next_read_at) == (State.UNKNOWN, Trouble.NO_CONNECTION, None)
    assert "manager" in row.error


def test_the_list_is_mended_where_it_is_not_as_the_links_say(scene: Scene) -> None:
    now = timezone.now()
    old, new = now - timedelta(days=31), now - timedelta(days=29)
    merged = {"state": "merged", "merged_at": now}
    kinds = {
        "forgotten": ({}, None, True),
        "offered": ({}, None, True),
        "closed lately": ({"state": "closed", "remote_updated_at": new}, None, True),
        "closed long ago": ({"state": "closed", "remote_updated_at": old}, None, False),
        "merged": (merged, None, False),
        "replaced": ({"trouble": "replaced", "state": "open"}, None, False),
        "unlinked": ({"state": "open"}, now, False),
    }
    rows = {}
    for number, (name, (columns, due, _)) in enumerate(kinds.items(), start=1):
        rows[name] = scene.link(number)
        PullRequest.objects.filter(pk=rows[name].pk).update(next_read_at=due, **columns)
    rows["unlinked"].links.update(unlinked_at=now)
    rows["offered"].links.all().delete()
    PullRequestOffer.objects.create(
        document=scene.document, pull_request=rows["offered"], outcome="open", offered_at=now
    )
    assert mend_due_list() == 4
    for name, (_, _, is_due) in kinds.items():
        rows[name].refresh_from_db()
        assert (rows[name].next_read_at is not None) == is_due, name
    before = everything()
    assert due_list_mend() == 0
    assert everything() == before


def test_the_task_of_a_connection_that_was_removed_does_nothing(scene: Scene) -> None:
    scene.link()
    connection_remove(connection_id=scene.connection.pk, caller=scene.cast.caller("manager"))
    before = everything()
    assert read_connection(scene.connection.pk) == 0
    assert read_connection("github_01ARZ3NDEKTSV4RRFFQ69G5FAV") == 0
    assert everything() == before
    assert scene.github.requests == []


def test_at_link_time_the_state_is_read_at_once(scene: Scene) -> None:
    scene.remote()
    assert read_now(scene.link()).state == State.OPEN


def test_at_link_time_a_pull_request_that_is_not_shown_says_so(scene: Scene) -> None:
    row = read_now(scene.link())
    assert (row.state, row.trouble) == (State.UNKNOWN, Trouble.NOT_VISIBLE)
    assert "deleted, moved or private" in row.error


def test_at_link_time_a_known_one_under_its_old_name_is_the_row_that_there_was(scene: Scene) -> None:
    remote, row = scene.remote(), scene.link()
    scene.read(row)
    scene.github.rename_repo(remote.repo, "site")
    new = scene.link(name="acme/site", document=scene.cast.document("Another"))
    assert read_now(new).pk == row.pk


def test_at_link_time_without_a_connection_it_says_whom_to_ask(scene: Scene) -> None:
    row = scene.link()
    connection_remove(connection_id=scene.connection.pk, caller=scene.cast.caller("manager"))
    PullRequest.objects.update(next_read_at=timezone.now(), trouble="", error="")
    row = read_now(row)
    assert (row.trouble, row.next_read_at) == (Trouble.NO_CONNECTION, None)


def test_at_link_time_a_pause_is_told_and_it_stays_due(scene: Scene) -> None:
    scene.remote(1)
    first = scene.link(1)
    scene.github.will(troubles.limited())
    scene.read(first)
    asked = len(scene.github.requests)
    row = read_now(scene.link(2))
    assert (row.state, row.trouble, row.error) == (State.UNKNOWN, Trouble.LIMITED, scene.connection.problem)
    assert row.next_read_at is not None
    assert len(scene.github.requests) == asked


def test_at_link_time_a_github_that_is_down_or_that_somebody_reads_fails_nothing(
    scene: Scene, settings: Settings
) -> None:
    row = scene.link()
    GitHubConnection.objects.update(reading_until=timezone.now() + timedelta(minutes=1), reader="another")
    assert read_now(row).trouble == ""
    GitHubConnection.objects.update(reading_until=None, reader="")
    settings.GITHUB_HOSTS = {"github.com": "http://127.0.0.1:9"}
    row = read_now(row)
    assert (row.state, row.trouble) == (State.UNKNOWN, Trouble.UNREACHABLE)
    assert row.next_read_at is not None


def test_at_link_time_not_even_a_fault_of_ours_fails_the_link(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = scene.link()

    def broken(*args: object, **options: object) -> None:
        raise RuntimeError("a fault")

    monkeypatch.setattr("integrations.services.reading.client_of", broken)
    assert read_now(row) == row
    scene.connection.refresh_from_db()
    assert scene.connection.reader == ""
