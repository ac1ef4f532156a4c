"""Digests: unsent notices gathered into one mail a person, and sent.

A mail is sent at least once. It is handed to the server outside of any transaction, since a slow server must not
hold a lock on the database, and marked sent after that: only a worker that dies between the two sends it again,
with the same Message-ID.
"""

import time
from contextlib import ExitStack
from datetime import datetime, timedelta

from django.core.mail.backends.base import BaseEmailBackend
from django.db import IntegrityError, transaction
from django.db.models import Exists, F, Min, OuterRef
from django.utils import timezone

from integrations.models import Digest, Notice
from integrations.notices.mail import Undelivered, mail_of, mail_send, mail_server
from integrations.notices.sorting import sorted_out

# Who approves and then comments, or an assistant that asks for three reviews, is done by then; who is waited for
# in the meantime sees the notice in the console at once.
SETTLING = timedelta(minutes=2)

# At most one mail an hour to a person, however much happens: what comes in between is in the next.
APART = timedelta(hours=1)

# What one mail may tell; what is more waits for the next one.
MOST_IN_A_MAIL = 200

# New digests in one run, so that a run is bounded; the next begins a minute later.
MOST_AT_ONCE = 200

# A run ends before the next begins, but for the mail at hand.
RUN_SECONDS = 50

# Longer than a server that answers slowly can take for one mail (a dozen exchanges of EMAIL_TIMEOUT each).
HELD = timedelta(minutes=10)

# A failed mail is tried again after 5, 10, 20, … minutes, at most 6 hours apart, for as long as mail servers
# commonly try themselves.
FIRST_RETRY = timedelta(minutes=5)
LONGEST_RETRY = timedelta(hours=6)
GIVEN_UP = timedelta(days=3)


def digests_send() -> int:
    """How many mails were sent. Ends early where the server does not answer; what is left is for the next run."""
    _open_digests(timezone.now())
    until = time.monotonic() + RUN_SECONDS
    due = Digest.objects.filter(outcome="open", next_try_at__lte=timezone.now()).order_by("next_try_at")
    sent = 0
    with ExitStack() as stack:
        server = _Server(stack)
        for pk in list(due.values_list("pk", flat=True)[: MOST_AT_ONCE * 2]):
            if time.monotonic() > until or server.down:
                break
            sent += _send(pk, server)
    return sent


class _Server:
    """The mail server, connected to when there is a first mail to send."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._connection: BaseEmailBackend | None = None
        self.down = False

    @property
    def connection(self) -> BaseEmailBackend:
        if self._connection is None:
            self._connection = self._stack.enter_context(mail_server())
        return self._connection


def _open_digests(now: datetime) -> None:
    """Gather what waits, for everybody whose last mail is long enough ago."""
    of_person = Digest.objects.filter(person_id=OuterRef("person_id"))
    waiting = (
        Notice.objects.filter(mail="waiting", digest=None)
        .values("person_id")
        .annotate(first=Min("created_at"))
        .filter(first__lte=now - SETTLING)
        .exclude(Exists(of_person.filter(outcome="open")))
        .exclude(Exists(of_person.filter(outcome="sent", closed_at__gt=now - APART)))
        .order_by("first")
    )
    for row in waiting[:MOST_AT_ONCE]:
        _open_digest(row["person_id"], now)


def _open_digest(person_id: str, now: datetime) -> None:
    try:
        with transaction.atomic():
            digest = Digest.objects.create(person_id=person_id, created_at=now, next_try_at=now)
            mine = Notice.objects.filter(person_id=person_id, mail="waiting", digest=None)
            oldest = mine.order_by("created_at", "pk").values("pk")[:MOST_IN_A_MAIL]
            Notice.objects.filter(pk__in=list(oldest.values_list("pk", flat=True))).update(digest=digest)
    except IntegrityError:
        # Another worker opened one: of two, one holds the only open digest of a person.
        return


def _send(pk: str, server: _Server) -> bool:
    """Whether a digest was sent by this worker now."""
    now = timezone.now()
    held = Digest.objects.filter(pk=pk, outcome="open", next_try_at__lte=now)
    if not held.update(next_try_at=now + HELD, tries=F("tries") + 1):
        return False
    digest = Digest.objects.select_related("person").get(pk=pk)
    told, outcomes = sorted_out(digest)
    try:
        if told:
            mail_send(mail_of(digest, told), server.connection)
    except Undelivered as failure:
        server.down = failure.server_down
        _put_off(digest, failure, outcomes)
        return False
    outcomes["sent"] = [notice.pk for notice in told]
    _close(digest, "sent" if told else "empty", outcomes)
    return bool(told)


def _put_off(digest: Digest, failure: Undelivered, outcomes: dict[str, list[str]]) -> None:
    now = timezone.now()
    digest.problem = str(failure)[:300]
    if failure.final or now - digest.created_at > GIVEN_UP:
        kept = {pk for outcome in outcomes.values() for pk in outcome}
        rest = digest.notices.exclude(pk__in=kept)
        _close(digest, "failed", {**outcomes, "failed": list(rest.values_list("pk", flat=True))})
        return
    # Twice as long each time; the exponent is bounded before the power grows.
    digest.next_try_at = now + min(FIRST_RETRY * 2 ** min(digest.tries - 1, 10), LONGEST_RETRY)
    digest.save(update_fields=["problem", "next_try_at"])


@transaction.atomic
def _close(digest: Digest, outcome: str, outcomes: dict[str, list[str]]) -> None:
    now = timezone.now()
    for mail, notices in outcomes.items():
        if notices:
            Notice.objects.filter(pk__in=notices).update(mail=mail, mailed_at=now if mail == "sent" else None)
    digest.outcome, digest.closed_at = outcome, now
    digest.save(update_fields=["outcome", "closed_at", "problem"])
