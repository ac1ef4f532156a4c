"""When a pull request is read again: often while people work on it, seldom once they do not, and then no more."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from zlib import crc32

from integrations.domain.pull_requests import ACTIVE, State

# The scheduler looks every 30 seconds and a worker needs some to read: together two minutes at most.
LIVE_EVERY = timedelta(seconds=75)
# A pull request that nobody touched for a week is mostly waiting; a webhook still brings it at once.
LIVE_FOR = timedelta(days=7)
QUIET_EVERY = timedelta(hours=1)
CLOSED_EVERY = timedelta(days=1)
# After a month nobody reopens; who does sends a webhook.
CLOSED_FOR = timedelta(days=30)

FIRST_BACK_OFF = timedelta(minutes=2)
LONGEST_BACK_OFF = timedelta(days=1)
# Beyond it the wait is the longest one anyway; the power must not grow without end.
_MOST_DOUBLINGS = 12

# Those that were linked together are spread over a tenth of their wait.
_SPREAD = 0.1


@dataclass(frozen=True)
class Rhythm:
    """How often those of a state are read that changed so lately."""

    states: frozenset[State]
    # None: however long ago that was.
    changed_within: timedelta | None
    # None: never again.
    every: timedelta | None


# The first that fits holds.
RHYTHMS = (
    Rhythm(frozenset({State.MERGED}), None, None),
    Rhythm(frozenset({State.CLOSED}), CLOSED_FOR, CLOSED_EVERY),
    Rhythm(frozenset({State.CLOSED}), None, None),
    Rhythm(ACTIVE, LIVE_FOR, LIVE_EVERY),
    Rhythm(ACTIVE, None, QUIET_EVERY),
)


def rhythm_of(state: State, *, now: datetime, changed_at: datetime | None) -> timedelta | None:
    """How often it is read; None where it is not read any more. Without a time of change it changed just now."""
    age = now - (changed_at or now)
    fits = (
        each
        for each in RHYTHMS
        if state in each.states and (each.changed_within is None or age < each.changed_within)
    )
    return next(fits).every


def back_off(failures: int) -> timedelta:
    """How long one waits at least that could not be read so many times in a row; nothing where it was read."""
    if failures <= 0:
        return timedelta()
    return min(FIRST_BACK_OFF * (1 << min(failures - 1, _MOST_DOUBLINGS)), LONGEST_BACK_OFF)


def next_read(
    state: State, *, now: datetime, changed_at: datetime | None, failures: int = 0, key: str = ""
) -> datetime | None:
    """When to read it again; None where never.

    `failures` are its own in a row, not those of the credential or the host. The same `key` waits the same way.
    """
    every = rhythm_of(state, now=now, changed_at=changed_at)
    if every is None:
        return None
    wait = max(every, back_off(failures))
    return now + wait * (1 + _SPREAD * (crc32(key.encode()) % 1000) / 1000)
