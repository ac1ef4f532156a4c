"""The due-list: which pull requests are to be read now, and what keeps the list right whatever was lost."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from integrations.domain.pull_requests import ACTIVE, State, Trouble
from integrations.domain.schedule import CLOSED_FOR
from integrations.models import GitHubConnection, PullRequest, PullRequestLink, PullRequestOffer
from integrations.services.connected import no_connection
from integrations.services.holds import unheld, unpaused

_LINKS = PullRequestLink.objects.filter(pull_request=OuterRef("pk"), unlinked_at__isnull=True)
_OFFERS = PullRequestOffer.objects.filter(pull_request=OuterRef("pk"), outcome="open")
# Those that somebody looks at.
WANTED = Exists(_LINKS) | Exists(_OFFERS)
_CONNECTIONS = GitHubConnection.objects.filter(
    account=OuterRef("account"), host=OuterRef("host"), removed_at__isnull=True
)


def pull_requests_of(connection: GitHubConnection) -> QuerySet[PullRequest]:
    """Those that are read with this connection."""
    return PullRequest.objects.filter(WANTED, account=connection.account_id, host=connection.host)


def due_rows(
    connection: GitHubConnection,
    *,
    now: datetime,
    only: Collection[str] | None,
    but: Collection[str],
    at_most: int,
) -> list[PullRequest]:
    """Those due to be read with this connection, the longest due first, `but` these."""
    rows = pull_requests_of(connection).filter(next_read_at__lte=now).exclude(pk__in=but)
    if only is not None:
        rows = rows.filter(pk__in=only)
    return list(rows.order_by("next_read_at", "pk")[:at_most])


def connections_due(now: datetime) -> list[str]:
    """The connections that have something to read, and may and can be read with."""
    due = PullRequest.objects.filter(
        WANTED, account=OuterRef("account"), host=OuterRef("host"), next_read_at__lte=now
    )
    live = GitHubConnection.objects.filter(unheld(now), unpaused(now), removed_at__isnull=True)
    return list(live.filter(Exists(due)).order_by("pk").values_list("pk", flat=True))


def all_made_due(connection: GitHubConnection) -> int:
    """How many of a connection's pull requests are due from now on, whatever their rhythm; merged ones stay."""
    rows = pull_requests_of(connection).exclude(state=State.MERGED.value)
    return _written(rows.exclude(trouble=Trouble.REPLACED.value), next_read_at=timezone.now())


def due_list_mend() -> int:
    """How many rows of the list were not as the links and connections say, and are now.

    A process that dies between a commit and what follows leaves such rows behind.
    """
    now = timezone.now()
    rows = PullRequest.objects.alias(wanted=WANTED, connected=Exists(_CONNECTIONS))
    unwanted = rows.filter(wanted=False, next_read_at__isnull=False)
    forgotten = rows.filter(
        Q(state__in=list(ACTIVE)) | Q(state=State.CLOSED.value, remote_updated_at__gt=now - CLOSED_FOR),
        wanted=True,
        connected=True,
        next_read_at__isnull=True,
    ).exclude(trouble=Trouble.REPLACED.value)
    return (
        _written(unwanted, next_read_at=None) + _written(forgotten, next_read_at=now) + unconnected_say_so()
    )


def unconnected_say_so() -> int:
    """How many pull requests were due that nothing can read; they say whom to ask, and are not due any more."""
    alone = PullRequest.objects.alias(connected=Exists(_CONNECTIONS)).filter(
        connected=False, next_read_at__isnull=False
    )
    told = _written(alone.filter(trouble=Trouble.REPLACED.value), next_read_at=None)
    for host in list(alone.order_by("host").values_list("host", flat=True).distinct()):
        failure = no_connection(host)
        columns = {"trouble": failure.trouble.value, "error": failure.words}
        told += _written(alone.filter(host=host), next_read_at=None, **columns)
    return told


@transaction.atomic
def _written(rows: QuerySet[PullRequest], **columns: object) -> int:
    """How many rows have these columns now. One that somebody else writes at this moment is left to them."""
    free = rows.select_for_update(no_key=True, skip_locked=True, of=("self",)).order_by("pk")
    return PullRequest.objects.filter(pk__in=list(free.values_list("pk", flat=True))).update(**columns)
