"""The home page: what waits for me, and what was decided lately."""

from typing import Any

from django.db.models import F
from django.utils import timezone

from decisions.admin.panels import Panel
from decisions.domain.kinds import BINDING, Status
from decisions.models import Version
from decisions.querysets import documents_visible_to
from reviews.admin.days import time_left
from reviews.admin.queue import queue_rows
from reviews.services.ask_listing import asks_in_state, asks_to
from reviews.services.listing import open_requests
from spaces.domain.caller import Caller

# What fits on a first screen; the lists that the panels lead to have the rest.
_SHOWN = 5

_DECIDED = (*BINDING, Status.REJECTED)


def judging_home(*, caller: Caller) -> list[Panel]:
    """What waits for this person, above all else, and the newest decisions they may read."""
    return [
        Panel("console/waiting_for_me.html", _waiting(caller), "main"),
        Panel("console/decided_lately.html", {"versions": _decided(caller)}),
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


def _decided(caller: Caller) -> list[Version]:
    """The versions that were decided last, without their texts."""
    decided = Version.objects.filter(
        document__in=documents_visible_to(caller),
        document__decided_version=F("number"),
        document__status__in=_DECIDED,
    )
    return list(decided.select_related("document").defer("text").order_by("-pk")[:_SHOWN])
