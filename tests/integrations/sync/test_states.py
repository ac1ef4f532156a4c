"""What a reading says is kept in GitHub's own order, and nothing older or impossible is."""

from datetime import timedelta

import pytest
from django.utils import timezone

from integrations.domain.pull_requests import State, Trouble
from integrations.models import PullRequest, PullRequestLink
from integrations.services.results import WRITTEN
from tests.integrations.sync.scenes import Scene


def columns(row: PullRequest, *but: str) -> dict[str, object]:
    row.refresh_from_db()
    return {name: getattr(row, name) for name in WRITTEN if name not in but}


def test_a_first_reading_says_everything(scene: Scene) -> None:
    remote = scene.remote(title="Limit the queue", author="bo", draft=True)
    row = scene.link()
    assert scene.read(row) == 1
    assert (row.state, row.title, row.author) == (State.DRAFT, "Limit the queue", "bo")
    assert (row.node_id, row.repo_node_id) == (remote.node_id, remote.repo.node_id)
    assert row.remote_updated_at == remote.updated_at
    assert row.last_read_at == row.last_changed_at
    assert (row.trouble, row.error, row.failures) == ("", "", 0)
    assert row.next_read_at is not None
    assert row.next_read_at > timezone.now()


def test_a_document_is_carried_out_as_far_as_its_pull_request(scene: Scene) -> None:
    remote, row = scene.remote(), scene.link()
    for act, word in ((remote.push, "active"), (remote.to_draft, "planned"), (remote.close, "dropped")):
        act()
        scene.read(row)
        scene.document.refresh_from_db()
        assert scene.document.implementation == word


def test_an_author_may_be_nobody(scene: Scene) -> None:
    scene.remote(author=None)
    row = scene.link()
    scene.read(row)
    assert (row.state, row.author) == (State.OPEN, "")


def test_a_merge_is_told_with_its_time_and_commit_and_a_closed_one_has_neither(scene: Scene) -> None:
    merged, closed = scene.remote(1), scene.remote(2)
    rows = [scene.link(1), scene.link(2)]
    merged.merge()
    closed.close()
    assert closed.merge_commit
    scene.read(*rows)
    assert (rows[0].state, rows[0].merged_at) == (State.MERGED, merged.merged_at)
    assert rows[0].merge_commit == merged.merge_commit
    assert (rows[1].state, rows[1].merged_at, rows[1].merge_commit) == (State.CLOSED, None, "")


def test_an_answer_older_than_what_is_known_says_nothing_in_any_column(scene: Scene) -> None:
    remote, row = scene.remote(title="New"), scene.link()
    scene.read(row)
    PullRequest.objects.filter(pk=row.pk).update(remote_updated_at=remote.updated_at + timedelta(seconds=1))
    before = columns(row, "next_read_at")
    remote.title, remote.draft = "Old", True
    remote.checks("failure")
    scene.read(row)
    assert columns(row, "next_read_at") == before
    assert row.next_read_at
    assert row.next_read_at > timezone.now()


def test_checks_are_seen_though_they_move_no_time_of_the_pull_request(scene: Scene) -> None:
    remote, row = scene.remote(), scene.link()
    scene.read(row)
    before = row.remote_updated_at
    remote.checks("failure")
    scene.read(row)
    assert (row.checks, row.remote_updated_at) == ("failing", before)
    assert row.last_changed_at == row.last_read_at


def test_a_merged_one_never_changes_and_is_not_read_again(scene: Scene) -> None:
    remote, row = scene.remote(), scene.link()
    remote.merge()
    scene.read(row)
    assert row.next_read_at is None
    before = columns(row)
    remote.state, remote.merged_at = "OPEN", None
    remote.retitle("Unmerged")
    scene.read(row)
    assert columns(row) == before


def test_a_closed_one_may_reopen(scene: Scene) -> None:
    remote, row = scene.remote(), scene.link()
    remote.close()
    scene.read(row)
    remote.reopen()
    scene.read(row)
    assert row.state == State.OPEN


def test_a_reading_that_shows_nothing_new_moves_no_time_of_change(scene: Scene) -> None:
    scene.remote()
    row = scene.link()
    scene.read(row)
    changed, read = row.last_changed_at, row.last_read_at
    scene.read(row)
    assert row.last_changed_at == changed
    assert read
    assert row.last_read_at
    assert row.last_read_at > read


@pytest.mark.parametrize(("shut", "trouble"), [("hide", Trouble.NOT_VISIBLE), ("forbid", Trouble.FORBIDDEN)])
def test_one_that_may_not_be_read_keeps_its_state_and_its_link(
    scene: Scene, shut: str, trouble: Trouble
) -> None:
    remote, row = scene.remote(), scene.link()
    scene.read(row)
    before = columns(row, "trouble", "error", "failures", "next_read_at")
    getattr(scene.github, shut)(remote.repo, scene.token)
    scene.read(row)
    assert columns(row, "trouble", "error", "failures", "next_read_at") == before
    assert (row.trouble, row.failures) == (trouble, 1)
    assert row.error
    assert scene.connection.problem == ""
    assert PullRequestLink.objects.filter(pull_request=row, unlinked_at=None).count() == 1
    scene.github.show(remote.repo, scene.token)
    scene.read(row)
    assert (row.trouble, row.error, row.failures) == ("", "", 0)


def test_one_bad_pull_request_stops_none_of_the_others(scene: Scene) -> None:
    scene.remote(1)
    rows = [scene.link(number) for number in (1, 2, 3)]
    scene.remote(3)
    assert scene.read(*rows) == 2
    assert [row.state for row in rows] == [State.OPEN, State.UNKNOWN, State.OPEN]
    assert rows[1].trouble == Trouble.NOT_VISIBLE


def test_failures_in_a_row_wait_longer_each_time_and_a_day_at_most(scene: Scene) -> None:
    row = scene.link(9)
    scene.github.add_repo("acme", "web")
    waits = []
    for _ in range(14):
        scene.read(row)
        assert row.next_read_at
        waits.append(round((row.next_read_at - timezone.now()).total_seconds()))
    assert waits == sorted(waits)
    assert 60 < waits[0] < 180
    assert 23 * 3600 < waits[-1] < 27 * 3600
