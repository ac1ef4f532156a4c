"""A fixed window per caller: one counter, where a sliding log costs more with every call it remembers."""

import time
from typing import Any

from django.conf import settings
from django.core.cache import cache
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from spaces.kernel.declarations import caller_of

_WINDOW_SECONDS = 60


def calls_counted(kind: str, ident: str) -> tuple[int, float]:
    """How many of these calls there were in this minute, with this one, and how many seconds of it are left."""
    now = time.time()
    window, left = int(now // _WINDOW_SECONDS), _WINDOW_SECONDS - now % _WINDOW_SECONDS
    key = f"throttle:{kind}:{ident}:{window}"
    # add() then incr() never loses a call that another process counted in between.
    cache.add(key, 0, timeout=2 * _WINDOW_SECONDS)
    try:
        return cache.incr(key), left
    except ValueError:
        # The entry was evicted in between: the window starts over.
        return 1, left


class CallerThrottle(BaseThrottle):
    """So many calls a minute for each credential, or for each address of a visitor."""

    _left: float = _WINDOW_SECONDS

    def allow_request(self, request: Request, view: Any) -> bool:
        caller = caller_of(request)
        ident = caller.assistant_id or caller.person_id or f"visitor:{self.get_ident(request)}"
        writes = getattr(getattr(view, "operation", None), "writes", False)
        kind = "write" if writes else "read" if caller.person else "visitor"
        calls, self._left = calls_counted(kind, ident)
        limits: dict[str, int] = settings.DECISIONS_CALLS_A_MINUTE
        return calls <= limits[kind]

    def wait(self) -> float:
        return self._left
