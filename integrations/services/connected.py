"""What a connection that comes or goes means for the pull requests that are read with it."""

from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from integrations.domain.pull_requests import Failure, State, Trouble
from integrations.models import PullRequest, PullRequestLink, PullRequestOffer


def no_connection(host: str) -> Failure:
    """Why a pull request of a host is not read that the account has no connection to."""
    return Failure(
        Trouble.NO_CONNECTION,
        f"This account has no connection to {host}. Ask a manager of the account to add one in the console.",
    )


def all_due(*, account_id: str, host: str, now: datetime) -> None:
    """Have all that are linked or offered there, and may still change, read as soon as can be.

    Call it inside the transaction that makes the connection.
    """
    links = PullRequestLink.objects.filter(pull_request=OuterRef("pk"), unlinked_at__isnull=True)
    offers = PullRequestOffer.objects.filter(pull_request=OuterRef("pk"), outcome="open")
    rows = _rows(account_id, host)
    wanted = rows.filter(Exists(links) | Exists(offers)).exclude(state=State.MERGED.value)
    _hold(rows)
    wanted.update(next_read_at=now, failures=0)
    rows.filter(trouble=Trouble.NO_CONNECTION.value).update(trouble="", error="")


def none_due(*, account_id: str, host: str) -> None:
    """Have none of them read any more, and say why. What is known of them stays.

    Call it inside the transaction that removes the connection.
    """
    failure = no_connection(host)
    rows = _rows(account_id, host)
    waiting = rows.filter(Q(next_read_at__isnull=False) | Q(state=State.UNKNOWN.value))
    _hold(rows)
    waiting.update(next_read_at=None, trouble=failure.trouble.value, error=failure.words)


def _rows(account_id: str, host: str) -> QuerySet[PullRequest]:
    """All but those whose address is another's by now: they are read no more."""
    rows = PullRequest.objects.filter(account_id=account_id, host=host)
    return rows.exclude(trouble=Trouble.REPLACED.value)


def _hold(rows: QuerySet[PullRequest]) -> None:
    """Lock the rows in the order that every writer locks them in."""
    list(rows.select_for_update().order_by("pk").values_list("pk", flat=True))
