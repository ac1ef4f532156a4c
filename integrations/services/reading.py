"""Pull requests read from GitHub, with one credential by one reader at a time."""

import logging
import time
from collections.abc import Collection
from dataclasses import dataclass, field

from django.utils import timezone

from integrations.domain.pull_requests import Trouble
from integrations.models import GitHubConnection, PullRequest
from integrations.services.connected import no_connection
from integrations.services.connections import client_of, connection_for
from integrations.services.due import due_rows
from integrations.services.holds import Hold, hold_take
from integrations.services.joining import pull_requests_join
from integrations.services.results import results_write

# Four requests' worth: few enough that what was read is soon seen, enough that a connection is worth opening.
ROUND = 100
# What one run reads before others have their turn; the rest stays due.
MOST_IN_A_RUN = 1_000
# No round is begun after so long: a run then ends within the time limit of its task.
RUN_SECONDS = 60

log = logging.getLogger(__name__)


@dataclass
class _Run:
    """What one reader did while it had the hold."""

    read: int = 0
    # Rows that were found to be others: id -> the one it is now.
    became: dict[str, str] = field(default_factory=dict)


def pull_requests_read(
    *,
    connection: GitHubConnection,
    only: Collection[str] | None = None,
    timeout: float = 10.0,
    at_most: int = MOST_IN_A_RUN,
) -> int:
    """How many of a connection's due pull requests were read, `only` of these ids where they are given.

    Nothing is read, and all stay due, while another reads with it or GitHub asks to wait. Raises for no fault of
    GitHub's.
    """
    return _run(connection, only, timeout, at_most).read


def read_now(pull_request: PullRequest, timeout: float = 5.0) -> PullRequest:
    """The pull request as GitHub has it now, or as it is known and why; never raises.

    Call it after the commit that made it due. Where it cannot be read at once it stays due.
    """
    try:
        connection = connection_for(pull_request.account_id, pull_request.host)
        if connection is None:
            _say(
                pull_request, no_connection(pull_request.host).words, Trouble.NO_CONNECTION, next_read_at=None
            )
            return _now(pull_request, pull_request.pk)
        run = _run(connection, [pull_request.pk], timeout, 1)
        if not run.read:
            _say_why_it_waits(pull_request, connection)
        return _now(pull_request, run.became.get(pull_request.pk, pull_request.pk))
    except Exception:
        # It is due and will be read; a link that was made is no failure because of that.
        log.exception("A pull request could not be read at once")
        return pull_request


def _now(row: PullRequest, row_id: str) -> PullRequest:
    return PullRequest.objects.filter(pk=row_id).first() or row


def _run(connection: GitHubConnection, only: Collection[str] | None, timeout: float, at_most: int) -> _Run:
    hold = hold_take(connection.pk)
    if hold is None:
        return _Run()
    try:
        return _read(hold, only, timeout, at_most)
    finally:
        hold.give_back()


def _read(hold: Hold, only: Collection[str] | None, timeout: float, at_most: int) -> _Run:
    # Anew: its credential may have been changed since the caller read it.
    connection = GitHubConnection.objects.get(pk=hold.connection_id)
    client = client_of(connection, timeout=timeout)
    ends = time.monotonic() + RUN_SECONDS
    taken: set[str] = set()
    run = _Run()
    while time.monotonic() < ends and len(taken) < at_most and hold.keep():
        most = min(ROUND, at_most - len(taken))
        rows = due_rows(connection, now=timezone.now(), only=only, but=taken, at_most=most)
        if not rows:
            break
        taken.update(row.pk for row in rows)
        reading = client.read([row.address for row in rows])
        results = results_write(hold=hold, connection=connection, asked=rows, reading=reading)
        if results is None:
            break
        run.read += results.read
        for first_id, second_id, snapshot in results.to_join:
            joined = pull_requests_join(first_id=first_id, second_id=second_id, snapshot=snapshot)
            if joined:
                run.read += 1
                run.became |= dict.fromkeys((first_id, second_id), joined.pk)
        if reading.problem or reading.paused_until:
            break
    return run


def _say(row: PullRequest, words: str, trouble: Trouble, **columns: object) -> None:
    standing = PullRequest.objects.filter(pk=row.pk).exclude(trouble=Trouble.REPLACED.value)
    standing.update(trouble=trouble.value, error=words[:300], **columns)


def _say_why_it_waits(row: PullRequest, connection: GitHubConnection) -> None:
    """Only of one that was never read: of any other there is more to say."""
    connection.refresh_from_db(fields=["problem", "paused_until"])
    unread = PullRequest.objects.filter(pk=row.pk, last_read_at__isnull=True, trouble="")
    if connection.paused_until and connection.paused_until > timezone.now() and connection.problem:
        unread.update(trouble=Trouble.LIMITED.value, error=connection.problem)
