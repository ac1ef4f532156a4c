"""How much time is left, in words."""

from datetime import date, datetime, timedelta

from django.utils.timesince import timeuntil
from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def days_left(day: date | None, today: date) -> str:
    """How far a day is from today, both in the same time zone; empty where there is no day."""
    if day is None:
        return ""
    days = (day - today).days
    if days < 0:
        return ngettext("%(count)s day late", "%(count)s days late", -days) % {"count": -days}
    if days == 0:
        return _("today")
    return ngettext("%(count)s day left", "%(count)s days left", days) % {"count": days}


def time_left(until: datetime, now: datetime) -> str:
    """How long until a moment: hours and minutes, the larger two of what there is; "over" from then on."""
    return _("over") if until - now < timedelta(minutes=1) else timeuntil(until, now)
