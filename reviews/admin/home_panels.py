"""The home page: what waits for me, and what was decided lately."""

from datetime import timedelta
from typing import Any

from django.db.models import F
from django.utils import timezone

from decisions.admin.panels import Panel
from decisions.domain.kinds import DECISIONS
from decisions.models import StatusLine
from decisions.querysets import documents_visible_to
from reviews.admin.days import time_left
from reviews.admin.queue import queue_rows
from reviews.services.ask_listing import asks_in_state, asks_to
from reviews.services.listing import open_requests
from spaces.domain.caller import Caller

# What fits on a first screen; the lists that the panels lead to have the rest.
_SHOWN = 5

# A month of status lines is read off their index, however many documents there are.
LATELY = timedelta(days=30)


def judging_home(*, caller: Caller) -> list[Panel]:
    """What waits for this person, above all else, and the newest decisions they may read."""
    return [
        Panel("console/waiting_for_me.html", _waiting(caller), "main"),
        Panel("console/decided_lately.html", {"lines": _decided(caller)}),
    ]


def _waiting(caller: Caller) -> dict[str, Any]:
    reviews = list(open_requests(caller).order_by("-id")[: _SHOWN + 1])
    asks = list(asks_to(caller).filter(asks_in_state("pending")).order_by("-id")[: _SHOWN + 1])
    now = timezone.now()
    return {
        "reviews": queue_rows(reviews[:_SHOWN]),
        "more_reviews": len(reviews) > _SHOWN,
        "asks": [{"ask": ask, "left": time_left(ask.expires_at, now)} for ask in asks[:_SHOWN]],
        "more_asks": len(asks) > _SHOWN,
    }


def _decided(caller: Caller) -> list[StatusLine]:
    """The newest decisions of the person's accounts that still stand, one for each document."""
    lines = StatusLine.objects.filter(
        account_id__in=caller.member_of,
        day__gte=timezone.now().date() - LATELY,
        recorded=True,
        status__in=list(DECISIONS),
        document__status=F("status"),
        document__in=documents_visible_to(caller),
    ).select_related("document")
    newest: dict[str, StatusLine] = {}
    # A document may have been rejected, reopened and rejected again; past twice, fewer are shown.
    for line in lines.order_by("-day", "-document_id", "-position")[: 2 * _SHOWN]:
        newest.setdefault(line.document_id, line)
    return list(newest.values())[:_SHOWN]
