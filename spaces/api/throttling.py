"""A fixed window per caller."""

from typing import Any

from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from spaces.kernel.declarations import caller_of
from spaces.kernel.windows import counted_in_window

_WINDOW_SECONDS = 60


class CallerThrottle(BaseThrottle):
    """So many calls a minute for each credential, or for each address of a visitor."""

    _left: float = _WINDOW_SECONDS

    def allow_request(self, request: Request, view: Any) -> bool:
        caller = caller_of(request)
        # An app is one for all who signed in to it: its people do not share a window.
        ident = f"{caller.assistant_id}{caller.person_id}" if caller.person else self.get_ident(request)
        writes = getattr(getattr(view, "operation", None), "writes", False)
        kind = "write" if writes else "read" if caller.person else "visitor"
        calls, self._left = counted_in_window(f"{kind}:{ident}", seconds=_WINDOW_SECONDS)
        limits: dict[str, int] = settings.DECISIONS_CALLS_A_MINUTE
        return calls <= limits[kind]

    def wait(self) -> float:
        return self._left
