"""Whose request it is, where nobody has signed in yet: the address it came from."""

from typing import Any

from django.conf import settings
from rest_framework.throttling import BaseThrottle

from spaces.kernel.windows import counted_in_window

_HOUR = 3600


def over_hourly_limit(request: Any, what: str) -> float:
    """The seconds to wait for an address that did this too often within the hour; 0 while it may.

    Proxies are believed as far as NUM_PROXIES says, as everywhere.
    """
    address = BaseThrottle().get_ident(request)
    times, left = counted_in_window(f"{what}:{address}", seconds=_HOUR)
    return left if times > settings.DECISIONS_APPS_AN_HOUR else 0
