"""How much time is left, in words."""

from datetime import date, datetime, timedelta

from django.utils.timesince import timeuntil


def days_left(day: date | None, today: date) -> str:
    """How far a day is from today, both in the same time zone; empty where there is no day."""
    if day is None:
        return ""
    days = (day - today).days
    if days < 0:
        return f"{_days(-days)} late"
    return "today" if days == 0 else f"{_days(days)} left"


def _days(count: int) -> str:
    return "1 day" if count == 1 else f"{count} days"


def time_left(until: datetime, now: datetime) -> str:
    """How long until a moment: hours and minutes, the larger two of what there is; "over" from then on."""
    return "over" if until - now < timedelta(minutes=1) else timeuntil(until, now)
