"""What reading everything that is due would do, told without asking GitHub anything."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Exists, Min, OuterRef
from django.utils import timezone

from integrations.domain.pull_requests import State, Trouble
from integrations.github.batches import BATCH
from integrations.models import GitHubConnection, PullRequest
from integrations.services.due import WANTED, pull_requests_of


@dataclass(frozen=True)
class Plan:
    """What reading with one connection would do now."""

    connection: GitHubConnection
    linked: int
    due: int
    # When the longest due one was to be read; None where none is due.
    due_since: datetime | None
    paused_until: datetime | None
    # Until when another reader may have it.
    held_until: datetime | None

    @property
    def requests(self) -> int:
        """To GitHub, where every answer comes; an App asks for a token first."""
        return math.ceil(self.due / BATCH) + bool(self.due and self.connection.kind == "app")


@dataclass(frozen=True)
class Unconnected:
    """Pull requests that nothing reads, since their account has no connection to their host."""

    account_id: str
    account: str
    host: str
    pull_requests: int


def connections_live(*, account_id: str = "", host: str = "") -> list[GitHubConnection]:
    """The connections of this account and to this host; all of them where neither is given."""
    live = GitHubConnection.objects.filter(removed_at__isnull=True)
    narrowed = {name: value for name, value in (("account", account_id), ("host", host)) if value}
    return list(live.filter(**narrowed).select_related("account").order_by("account__name", "host", "pk"))


def plans(connections: Sequence[GitHubConnection], *, everything: bool = False) -> list[Plan]:
    """What reading what is due with each of them would do; with `everything` all that may still change is due."""
    now = timezone.now()
    return [_plan(connection, now, everything) for connection in connections]


def unconnected(*, account_id: str = "", host: str = "") -> list[Unconnected]:
    """The accounts and hosts that are without a connection and have pull requests linked."""
    connected = GitHubConnection.objects.filter(
        account=OuterRef("account"), host=OuterRef("host"), removed_at__isnull=True
    )
    narrowed = {name: value for name, value in (("account", account_id), ("host", host)) if value}
    alone = PullRequest.objects.filter(WANTED, ~Exists(connected), **narrowed)
    rows = alone.values("account", "account__name", "host").annotate(count=Count("pk"))
    return [
        Unconnected(row["account"], row["account__name"], row["host"], row["count"])
        for row in rows.order_by("account__name", "host")
    ]


def _plan(connection: GitHubConnection, now: datetime, everything: bool) -> Plan:
    linked = pull_requests_of(connection)
    due = linked.filter(next_read_at__lte=now)
    if everything:
        due = linked.exclude(state=State.MERGED.value).exclude(trouble=Trouble.REPLACED.value)
    figures = due.aggregate(count=Count("pk"), since=Min("next_read_at"))
    since = figures["since"]
    return Plan(
        connection=connection,
        linked=linked.count(),
        due=figures["count"],
        due_since=since if since and since <= now else None,
        paused_until=_still(connection.paused_until, now),
        held_until=_still(connection.reading_until, now),
    )


def _still(until: datetime | None, now: datetime) -> datetime | None:
    return until if until and until > now else None
