"""What a reading says, written to the pull requests it was about: in order, and never what is older."""

from datetime import datetime

from integrations.domain.pull_requests import (
    SHARED_TROUBLES,
    Address,
    Failure,
    Snapshot,
    State,
    Trouble,
)
from integrations.domain.schedule import next_read
from integrations.models import PullRequest

# What a reader sees of one; a change of any of these is news.
_SEEN = (
    *("owner", "repo", "name_key", "state", "title", "author", "review_decision"),
    *("checks", "merged_at", "merge_commit"),
)
WRITTEN = (
    *_SEEN,
    *("node_id", "repo_node_id", "remote_updated_at", "last_read_at", "last_changed_at"),
    *("trouble", "error", "failures", "next_read_at"),
)
# As much as its column holds.
_MOST_FAILURES = 1_000
_LONGEST_ERROR = 300


def snapshot_apply(row: PullRequest, snapshot: Snapshot, now: datetime) -> bool:
    """Whether the reading said anything; put into the row's columns, which the caller saves.

    An answer from before what is known, and one that would unmerge, say nothing in any column.
    """
    if _is_old(row, snapshot):
        row.next_read_at = scheduled(row, now)
        return False
    before = [getattr(row, name) for name in _SEEN]
    row.node_id, row.repo_node_id = snapshot.node_id, snapshot.repo_node_id
    place_at(row, snapshot.address)
    row.state = snapshot.state.value
    row.title, row.author = snapshot.title, snapshot.author
    row.review_decision = snapshot.review_decision.value if snapshot.review_decision else ""
    row.checks = snapshot.checks.value if snapshot.checks else ""
    row.merged_at, row.merge_commit = snapshot.merged_at, snapshot.merge_commit
    row.remote_updated_at = snapshot.updated_at
    if before != [getattr(row, name) for name in _SEEN]:
        row.last_changed_at = now
    row.last_read_at = now
    row.trouble = row.error = ""
    row.failures = 0
    row.next_read_at = scheduled(row, now)
    return True


def place_at(row: PullRequest, address: Address) -> None:
    """Where it is now. A name that differs only in case is no other place, but is written as GitHub does."""
    row.owner, row.repo = address.owner, address.repo
    row.name_key = address.name.lower()


def failure_apply(row: PullRequest, failure: Failure, now: datetime) -> None:
    """Say why it could not be read. What is known of it stays.

    A trouble of the credential or the host is not its own: it stays due, and is read once that is over.
    """
    if row.trouble == Trouble.REPLACED.value:
        # Another has its address, and that stays true whoever may read it.
        row.next_read_at = None
        return
    row.trouble, row.error = failure.trouble.value, _in_words(failure)[:_LONGEST_ERROR]
    if failure.trouble in SHARED_TROUBLES:
        return
    row.failures = min(row.failures + 1, _MOST_FAILURES)
    row.next_read_at = scheduled(row, now)


def replaced_apply(row: PullRequest) -> None:
    """Say that its address leads to another pull request by now, which is not followed."""
    row.trouble = Trouble.REPLACED.value
    row.error = (
        f"{row.address} is another pull request by now, in a repository that took the name. This link is broken: "
        "link the pull request again under the name it has now."
    )[:_LONGEST_ERROR]
    row.failures = 0
    row.next_read_at = None


def scheduled(row: PullRequest, now: datetime) -> datetime | None:
    """When it is read next, by its columns."""
    times = [row.remote_updated_at]
    # A closed one is closed from when GitHub says so; of the others a link or a check may be the last change.
    if row.state != State.CLOSED.value:
        times.append(row.last_changed_at)
    changed_at = max((each for each in times if each), default=None)
    # One that could never be read, and has not changed since, still is new.
    return next_read(State(row.state), now=now, changed_at=changed_at, failures=row.failures, key=str(row.pk))


def _is_old(row: PullRequest, snapshot: Snapshot) -> bool:
    if row.state == State.MERGED.value and snapshot.state is not State.MERGED:
        return True
    return row.remote_updated_at is not None and snapshot.updated_at < row.remote_updated_at


def _in_words(failure: Failure) -> str:
    if failure.trouble is Trouble.NOT_VISIBLE:
        return f"{failure.words} It is not visible to this account's credential (deleted, moved or private)."
    return failure.words
