"""The calendar of due days, by itself."""

from datetime import date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from integrations.domain.due_days import FROM_HOUR, due_event

# A Thursday.
DAY = date(2026, 12, 10)


def at(day: date, hour: int = FROM_HOUR) -> datetime:
    return datetime(day.year, day.month, day.day, hour)  # noqa: DTZ001  (a space's own clock)


CALENDAR = {
    -4: None,
    -3: "due_soon",
    -2: None,
    -1: None,
    0: "due_today",
    1: "overdue",  # Friday
    2: None,
    3: None,
    4: "overdue",  # Monday
    5: "overdue",
    9: None,  # Saturday
    400: "overdue",
}


@pytest.mark.parametrize(("after", "event"), CALENDAR.items())
def test_people_hear_three_days_before_on_the_day_and_each_working_day_after(
    after: int, event: str | None
) -> None:
    assert due_event(DAY, at(DAY + timedelta(days=after))) == event


@pytest.mark.parametrize("hour", range(24))
def test_nobody_hears_of_it_before_eight(hour: int) -> None:
    assert (due_event(DAY, at(DAY, hour)) is not None) == (hour >= FROM_HOUR)


@given(st.dates(date(2020, 1, 1), date(2040, 1, 1)), st.integers(1, 60))
def test_no_reminder_of_what_is_late_comes_on_a_weekend(review_by: date, late: int) -> None:
    day = review_by + timedelta(days=late)
    assert due_event(review_by, at(day)) == ("overdue" if day.strftime("%a") not in ("Sat", "Sun") else None)


def test_a_day_on_a_weekend_is_told_of_on_that_day_all_the_same() -> None:
    saturday = date(2026, 12, 12)
    assert due_event(saturday, at(saturday)) == "due_today"
