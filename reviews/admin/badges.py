"""What waits for a person, as the menu counts it."""

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest

from reviews.services.ask_listing import asks_in_state, asks_to
from reviews.services.listing import open_requests
from spaces.admin.callers import caller_of

# Nobody reads a higher number as anything but "many", and counting has to stop somewhere.
_MOST = 99


def reviews_badge(request: HttpRequest) -> str:
    """How many reviews the person is asked for."""
    return _shown(open_requests(caller_of(request)))


def asks_badge(request: HttpRequest) -> str:
    """How many asks wait for the person's yes or no."""
    return _shown(asks_to(caller_of(request)).filter(asks_in_state("pending")))


def _shown(waiting: QuerySet[Any]) -> str:
    count = waiting.order_by()[: _MOST + 1].count()
    return f"{_MOST}+" if count > _MOST else str(count)
