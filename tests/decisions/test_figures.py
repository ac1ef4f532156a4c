"""The figures of the home page, against data made by hand."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from decisions.domain.kinds import Kind
from decisions.models import Document
from decisions.services.figures import (
    Month,
    TimeToDecide,
    decisions_by_month,
    implementation_of_accepted,
    months_until,
    times_to_decide,
)
from spaces.domain.access import Access
from tests.cast import Cast

TODAY = date(2026, 3, 15)
MONTHS = months_until(TODAY)


def decided(
    cast: Cast, at: datetime, *, took: timedelta = timedelta(days=1), kind: Kind = Kind.RFC, **fields: Any
) -> Document:
    """A document that was begun so long before it was decided."""
    document = cast.document(kind=kind)
    fields = {"status": "accepted", "decided_version": 2, **fields}
    Document.objects.filter(pk=document.pk).update(decided_at=at, created_at=at - took, **fields)
    return document


def at(month: int, day: int = 10, hour: int = 12, year: int = 2026) -> datetime:
    return datetime(year, month, day, hour, tzinfo=UTC)


def test_twelve_months_end_with_this_one() -> None:
    assert len(MONTHS) == 12
    assert MONTHS[0] == Month(date(2025, 4, 1), date(2025, 4, 30))
    assert MONTHS[10] == Month(date(2026, 2, 1), date(2026, 2, 28))
    assert MONTHS[11] == Month(date(2026, 3, 1), date(2026, 3, 31))
    assert months_until(date(2026, 12, 31), 1) == [Month(date(2026, 12, 1), date(2026, 12, 31))]
    assert months_until(date(2024, 2, 29), 2)[1].last == date(2024, 2, 29)


def test_decisions_are_counted_by_kind_and_month_of_what_the_person_reads(cast: Cast) -> None:
    for moment in (at(3), at(3, 1, 0), at(2), at(4, year=2025)):
        decided(cast, moment)
    decided(cast, at(3), kind=Kind.ADR, status="rejected")
    decided(cast, at(3, year=2025))
    decided(cast, at(3), access=Access.INTERNAL)
    cast.document()
    assert decisions_by_month(cast.caller("member"), MONTHS) == {
        ("rfc", date(2026, 3, 1)): 2,
        ("rfc", date(2026, 2, 1)): 1,
        ("rfc", date(2025, 4, 1)): 1,
        ("adr", date(2026, 3, 1)): 1,
    }
    assert decisions_by_month(cast.caller("manager"), MONTHS)["rfc", date(2026, 3, 1)] == 3
    assert not decisions_by_month(cast.caller("stranger"), MONTHS)


def test_a_month_is_one_of_the_readers_calendar(cast: Cast) -> None:
    decided(cast, at(3, 1, 1))
    with timezone.override("America/New_York"):
        assert decisions_by_month(cast.caller("member"), MONTHS) == {("rfc", date(2026, 2, 1)): 1}


@pytest.mark.parametrize(
    ("days", "half", "four_of_five"),
    [([5], 5, 5), ([1, 9], 1, 9), ([9, 1, 5], 5, 9), ([4, 3, 2, 1, 5], 3, 4), (list(range(1, 11)), 5, 8)],
)
def test_half_and_four_of_five_are_the_nearest_ranks(
    cast: Cast, days: list[int], half: int, four_of_five: int
) -> None:
    for each in days:
        decided(cast, at(3), took=timedelta(days=each))
    decided(cast, at(3), took=timedelta(days=77), kind=Kind.ADR)
    times = times_to_decide(cast.caller("member"), MONTHS)
    assert times[Kind.RFC] == TimeToDecide(
        half=timedelta(days=half), four_of_five=timedelta(days=four_of_five), measured=len(days)
    )
    assert times[Kind.ADR].half == timedelta(days=77)
    assert set(times) == {Kind.RFC, Kind.ADR}


def test_what_came_decided_or_is_not_the_persons_to_read_was_not_measured(cast: Cast) -> None:
    decided(cast, at(3), took=timedelta(days=4))
    decided(cast, at(3), took=timedelta(days=-900), decided_version=1)
    decided(cast, at(3), took=timedelta(days=900), access=Access.INTERNAL)
    times = times_to_decide(cast.caller("member"), MONTHS)
    assert times == {Kind.RFC: TimeToDecide(timedelta(days=4), timedelta(days=4), 1)}


def test_implementation_counts_what_is_accepted(cast: Cast) -> None:
    for implementation in ("none", "done", "done", "active"):
        decided(cast, at(3), implementation=implementation)
    decided(cast, at(3), implementation="done", status="superseded")
    decided(cast, at(3), implementation="dropped", access=Access.INTERNAL)
    cast.document()
    assert implementation_of_accepted(cast.caller("member")) == {"none": 1, "done": 2, "active": 1}
