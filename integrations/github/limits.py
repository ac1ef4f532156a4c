"""GitHub's limits: whether an answer says that one is reached, and until when nothing is to be asked then."""

import math
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

from integrations.github.parts import entries, word

# The primary limit is refilled every hour: whoever asks for a longer pause is asked again after one.
LONGEST_PAUSE = timedelta(hours=1)
# GitHub's own advice where it does not say how long.
USUAL_PAUSE = timedelta(minutes=1)
_SHORTEST_PAUSE = timedelta(seconds=1)

_REFUSED = (403, 429)
_TYPES = frozenset({"RATE_LIMITED", "RATE_LIMIT"})
# What GitHub writes, in lower case: of the primary limit, of the secondary ones, and as those were called before.
_PHRASES = ("rate limit", "abuse detection", "wait a few minutes before you try again")


def pause_asked_for(
    status: int, headers: Mapping[str, str], body: object, *, now: datetime
) -> datetime | None:
    """Until when a refusal asks to wait; None where it is about something else. Header names in lower case."""
    is_limit = (
        "retry-after" in headers
        or headers.get("x-ratelimit-remaining") == "0"
        or status == 429
        or _speaks_of_limit(word(body, "message"))
    )
    return pause_of(headers, now=now) if status in _REFUSED and is_limit else None


def pause_in_answer(headers: Mapping[str, str], body: object, *, now: datetime) -> datetime | None:
    """Until when an answer to a query asks to wait: one that says so, or one that used up the limit.

    GitHub refuses queries with status 200 and an error in the answer as well.
    """
    errors = entries(body, "errors")
    says_so = any(
        word(each, "type") in _TYPES or _speaks_of_limit(word(each, "message")) for each in errors
    ) or _speaks_of_limit(word(body, "message"))
    used_up = headers.get("x-ratelimit-remaining") == "0"
    return pause_of(headers, now=now) if says_so or used_up else None


def pause_of(headers: Mapping[str, str], *, now: datetime) -> datetime:
    """The end of the pause that these headers ask for: a minute at least where no Retry-After is among them."""
    if "retry-after" in headers:
        asked = _retry_after(headers["retry-after"], now)
        least = USUAL_PAUSE if asked is None else _SHORTEST_PAUSE
    else:
        asked = _reset(headers) if headers.get("x-ratelimit-remaining") == "0" else None
        least = USUAL_PAUSE
    return min(max(asked or now, now + least), now + LONGEST_PAUSE)


def _speaks_of_limit(message: str) -> bool:
    return any(phrase in message.lower() for phrase in _PHRASES)


def _retry_after(value: str, now: datetime) -> datetime | None:
    seconds = _number(value)
    if seconds is not None:
        return now + timedelta(seconds=min(max(seconds, 0), LONGEST_PAUSE.total_seconds()))
    try:
        time = parsedate_to_datetime(value)
    except ValueError:
        return None
    return time if time.tzinfo else time.replace(tzinfo=UTC)


def _reset(headers: Mapping[str, str]) -> datetime | None:
    seconds = _number(headers.get("x-ratelimit-reset", ""))
    try:
        return None if seconds is None else datetime.fromtimestamp(seconds, tz=UTC)
    except (OverflowError, ValueError, OSError):
        return None


def _number(value: str) -> float | None:
    """GitHub writes whole seconds, proxies in front of it sometimes a fraction."""
    try:
        number = float(value)
    except ValueError:
        return None
    return number if math.isfinite(number) else None
