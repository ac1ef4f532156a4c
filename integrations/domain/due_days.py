"""The days on which people hear of a day to settle something by."""

from datetime import date, datetime

# product.md: three days before, on the day, and each working day after.
EARLY_DAYS = 3
SATURDAY = 5

# Whoever is told at midnight finds it in the morning among other things; from eight it is a morning's first.
FROM_HOUR = 8


def due_event(review_by: date, local: datetime) -> str | None:
    """The event that is due at this time of a space's own clock; None where nobody is to be told today (yet)."""
    today = local.date()
    days_left = (review_by - today).days
    if local.hour < FROM_HOUR:
        return None
    if days_left == EARLY_DAYS:
        return "due_soon"
    if days_left == 0:
        return "due_today"
    return "overdue" if days_left < 0 and today.weekday() < SATURDAY else None
