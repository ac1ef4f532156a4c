"""The home page: what waits for me, what I asked of others, what was decided lately, and open reviews by age."""

from datetime import timedelta
from typing import Any

from django.db.models import F
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from decisions.admin.charts import Chart, bar_chart, documents_url
from decisions.admin.panels import Panel
from decisions.domain.kinds import DECISIONS, Status
from decisions.models import StatusLine
from decisions.querysets import documents_visible_to
from reviews.admin.days import time_left
from reviews.admin.due import due_of, due_prefetch
from reviews.services.ask_listing import asks_in_state, asks_to
from reviews.services.decisions_due import decisions_due
from reviews.services.listing import open_requests
from reviews.services.open_reviews import Age, open_reviews_by_age
from spaces.domain.caller import Caller

# What fits on a first screen; the lists that the panels lead to have the rest.
_SHOWN = 5

# A month of status lines is read off their index, however many documents there are.
LATELY = timedelta(days=30)

# What comes first is what is due first; what has no day comes last.
_DUE_FIRST = F("document__review_by").asc(nulls_last=True)


def judging_home(*, caller: Caller) -> list[Panel]:
    """What waits for this person, above all else, what they wait for, and the newest decisions they may read."""
    reviews, asked = open_requests(caller), open_requests(caller, asked=True).select_related("reviewer")
    due = decisions_due(caller)
    first_reviews = list(reviews.order_by(_DUE_FIRST, "-id")[:_SHOWN])
    first_asked = list(asked.order_by(_DUE_FIRST, "-id")[:_SHOWN])
    first_due = list(due.order_by(F("review_by").asc(nulls_last=True), "-id")[:_SHOWN])
    due_prefetch([*(each.document for each in (*first_reviews, *first_asked)), *first_due])
    waiting = {
        "reviews": [{"request": each, **due_of(each.document)} for each in first_reviews],
        "reviews_count": reviews.count(),
        "due": [due_of(each) for each in first_due],
        "due_count": due.count(),
        "due_url": documents_url("", status=Status.IN_REVIEW.value, decider=caller.subject),
        **_asks(caller),
    }
    others = {
        "requests": [{"request": each, **due_of(each.document)} for each in first_asked],
        "count": asked.count(),
    }
    return [
        Panel("console/waiting_for_me.html", waiting, "main"),
        Panel("console/asked_of_others.html", others, "main"),
        Panel("console/decided_lately.html", {"lines": _decided(caller)}),
    ]


def _asks(caller: Caller) -> dict[str, Any]:
    asks = asks_to(caller).filter(asks_in_state("pending"))
    now = timezone.now()
    first = asks.order_by("id")[:_SHOWN]
    return {
        "asks": [{"ask": each, "left": time_left(each.expires_at, now)} for each in first],
        "asks_count": asks.count(),
        "asks_url": f"{reverse('admin:reviews_ask_changelist')}?whose=me&state=pending",
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


def age_words() -> dict[Age, str]:
    """How the ages of open reviews are called."""
    return {
        Age.FRESH: _("under 3 days"),
        Age.WEEK: _("3 to 6 days"),
        Age.FORTNIGHT: _("7 to 13 days"),
        Age.OLDER: _("14 days and more"),
    }


def judging_charts(*, caller: Caller, account: str) -> list[Chart]:
    """How long the open requests for a review have waited."""
    counts = open_reviews_by_age(caller)
    within = {"account": account} if account else {}
    address = reverse("admin:reviews_review_open")
    rows = (
        (words, counts[age], f"{address}?{urlencode({**within, 'age': age.value})}")
        for age, words in age_words().items()
    )
    return [bar_chart(_("Open reviews by age"), rows, empty=_("No review is open."))]
