"""How long requests for a review have been open: counted by age, and the requests of one age."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from django.db.models import Count, Q
from django.utils import timezone

from reviews.services.listing import open_requests_in_sight
from spaces.domain.caller import Caller
from spaces.kernel.errors import invalid, not_found
from spaces.kernel.paging import Page, page_of


class Age(StrEnum):
    """How long a request has waited, youngest first."""

    FRESH = "fresh"
    WEEK = "week"
    FORTNIGHT = "fortnight"
    OLDER = "older"


@dataclass(frozen=True, slots=True)
class _Days:
    """From so many days on, and until so many; None for any more."""

    least: int
    below: int | None


AGES = {
    Age.FRESH: _Days(0, 3),
    Age.WEEK: _Days(3, 7),
    Age.FORTNIGHT: _Days(7, 14),
    Age.OLDER: _Days(14, None),
}


def open_reviews_by_age(caller: Caller) -> dict[Age, int]:
    """How many requests the caller can see have been open for so long."""
    now = timezone.now()
    counts = {age.value: Count("pk", filter=_of_age(age, now)) for age in Age}
    counted = open_requests_in_sight(caller).aggregate(**counts)
    return {age: counted[age.value] for age in Age}


def open_reviews(caller: Caller, filters: Mapping[str, Any]) -> Page:
    """A page of the requests the caller can see, newest first; of an `age` and an `account_id` where named."""
    requests = open_requests_in_sight(caller)
    if account_id := filters.get("account_id"):
        if not caller.is_member(account_id):
            raise not_found("account")
        requests = requests.filter(document__account_id=account_id)
    if age := filters.get("age"):
        if age not in list(Age):
            raise invalid("age", f"One of {', '.join(Age)}, please.")
        requests = requests.filter(_of_age(Age(age), timezone.now()))
    return page_of(requests.select_related("document"), order=("-id",), query=filters)


def _of_age(age: Age, now: datetime) -> Q:
    days = AGES[age]
    asked = Q()
    # The youngest has no end: it holds those that a clock running ahead made, too.
    if days.least:
        asked &= Q(created_at__lte=now - timedelta(days=days.least))
    if days.below is not None:
        asked &= Q(created_at__gt=now - timedelta(days=days.below))
    return asked
