"""What one call to GitHub brought, written in one short transaction."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from integrations.domain.pull_requests import SHARED_TROUBLES, Address, Snapshot, Trouble
from integrations.github.client import Reading
from integrations.models import GitHubConnection, PullRequest, PullRequestLink
from integrations.services.applying import WRITTEN, failure_apply, replaced_apply, snapshot_apply
from integrations.services.holds import Hold
from integrations.services.implementation import implementation_refresh

# A host that is down or a credential that ended is asked again after a minute, and then less and less often.
FIRST_PAUSE = timedelta(minutes=1)
LONGEST_PAUSE = timedelta(minutes=15)

# Move with every reading.
_TIMES = ("last_read_at", "next_read_at")


@dataclass
class Results:
    """What was written, and the rows that were seen to be one pull request."""

    read: int = 0
    to_join: list[tuple[str, str, Snapshot]] = field(default_factory=list)


@transaction.atomic
def results_write(
    *, hold: Hold, connection: GitHubConnection, asked: Sequence[PullRequest], reading: Reading
) -> Results | None:
    """What came of reading the rows `asked`, written; None, and nothing written, where the hold was lost meanwhile.

    `connection` is as it was when it was read with.
    """
    if not hold.keep():
        return None
    writing = _Writing(connection, asked, reading)
    for row in asked:
        writing.take(row)
    writing.save()
    _connection_write(hold, connection, reading, writing.now)
    return writing.results


class _Writing:
    """One call's results on their way into the rows, which are locked in id order."""

    def __init__(self, connection: GitHubConnection, asked: Sequence[PullRequest], reading: Reading) -> None:
        self.results = Results()
        self.now = timezone.now()
        self._reading = reading
        self._rows = _locked(connection, asked, reading)
        self._by_node = {row.node_id: row for row in self._rows.values() if row.node_id}
        self._changed: dict[str, PullRequest] = {}
        self._replaced: dict[str, PullRequest] = {}
        self._states = {pk: row.state for pk, row in self._rows.items()}
        self._before = {pk: self._news(row) for pk, row in self._rows.items()}

    def _news(self, row: PullRequest) -> list[object]:
        return [getattr(row, name) for name in WRITTEN if name not in _TIMES]

    def take(self, asked: PullRequest) -> None:
        """Put into a row what was said of it, unless that is about something else by now."""
        row = self._rows.get(asked.pk)
        if row is None:
            return
        # Whoever made it due while GitHub was asked, or unlinked it, is heard: the answer may be from before.
        asked_again = row.next_read_at != asked.next_read_at
        due = row.next_read_at
        snapshot = self._reading.found.get(asked.address)
        failure = self._reading.failed.get(asked.address)
        if snapshot is not None:
            if not self._take_snapshot(row, snapshot):
                return
            self.results.read += 1
        elif failure is not None and row.address == asked.address:
            failure_apply(row, failure, self.now)
        else:
            return
        if asked_again:
            row.next_read_at = due
        if row.pk not in self._replaced:
            self._changed[row.pk] = row

    def _take_snapshot(self, row: PullRequest, snapshot: Snapshot) -> bool:
        """Whether the row says now what was read; it does not where it has to be joined with another, or to wait."""
        if row.node_id and row.node_id != snapshot.node_id:
            replaced_apply(row)
            self._replaced[row.pk] = row
            return True
        twin = self._by_node.get(snapshot.node_id)
        if twin is not None and twin.pk != row.pk:
            self.results.to_join.append((row.pk, twin.pk, snapshot))
            return False
        for other in self._at(snapshot.address, row):
            if not other.node_id:
                self.results.to_join.append((row.pk, other.pk, snapshot))
                return False
            if self._moves_away(other, snapshot.address):
                return False
            replaced_apply(other)
            self._replaced[other.pk] = other
            self._changed.pop(other.pk, None)
        self._by_node[snapshot.node_id] = row
        snapshot_apply(row, snapshot, self.now)
        return True

    def _at(self, address: Address, row: PullRequest) -> list[PullRequest]:
        """Others that are said to be where this one is."""
        return [
            each
            for each in self._rows.values()
            if each.pk != row.pk
            and each.trouble != Trouble.REPLACED.value
            and (each.name_key, each.number) == (address.name.lower(), address.number)
        ]

    def _moves_away(self, other: PullRequest, address: Address) -> bool:
        """Whether this very reading saw it somewhere else: it then goes there first."""
        seen = self._reading.found.get(other.address)
        return seen is not None and seen.node_id == other.node_id and seen.address != address

    def save(self) -> None:
        # Those that give up an address before those that take it. One statement for many columns of many rows would
        # take Django ten times as long as a statement a row.
        for row in self._replaced.values():
            row.save(update_fields=WRITTEN)
        for row in self._changed.values():
            if self._news(row) != self._before[row.pk]:
                row.save(update_fields=WRITTEN)
        # Most of the time there is no news.
        PullRequest.objects.bulk_update(self._changed.values(), _TIMES)
        moved = [pk for pk, row in self._changed.items() if row.state != self._states[pk]]
        if moved:
            links = PullRequestLink.objects.filter(pull_request__in=moved, unlinked_at__isnull=True)
            implementation_refresh(sorted(set(links.values_list("document_id", flat=True))))


def _locked(
    connection: GitHubConnection, asked: Sequence[PullRequest], reading: Reading
) -> dict[str, PullRequest]:
    """The rows that were asked for, and those that may be the same or stand where these are now, locked."""
    found = list(reading.found.values())
    places = {(each.address.name.lower(), each.address.number) for each in found}
    others = PullRequest.objects.filter(account=connection.account_id, host=connection.host)
    others = others.filter(
        Q(node_id__in=[each.node_id for each in found]) | Q(name_key__in={name for name, _ in places})
    )
    near = [
        pk
        for pk, node_id, name, number in others.values_list("pk", "node_id", "name_key", "number")
        if node_id or (name, number) in places
    ]
    wanted = {row.pk for row in asked} | set(near)
    locked = PullRequest.objects.select_for_update(no_key=True).filter(pk__in=wanted).order_by("pk")
    return {row.pk: row for row in locked}


def _connection_write(hold: Hold, connection: GitHubConnection, reading: Reading, now: datetime) -> None:
    """How reading with the connection goes. A credential that was changed meanwhile is not blamed for the old one."""
    answered = bool(reading.found) or any(
        each.trouble not in SHARED_TROUBLES for each in reading.failed.values()
    )
    columns: dict[str, object] = {"problem": reading.problem[:300], "paused_until": reading.paused_until}
    if reading.problem and reading.paused_until is None:
        columns["paused_until"] = now + _pause(connection, now)
    if answered:
        columns["last_read_at"] = now
    hold.mine().filter(secret=connection.secret).update(**columns)


def _pause(connection: GitHubConnection, now: datetime) -> timedelta:
    """Half as long as it has not worked already."""
    if not connection.problem:
        return FIRST_PAUSE
    since = now - (connection.last_read_at or connection.created_at)
    return min(max(since / 2, FIRST_PAUSE), LONGEST_PAUSE)
