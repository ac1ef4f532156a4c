"""GitHub's time in a test, and its ids."""

from datetime import UTC, datetime, timedelta
from hashlib import sha1
from itertools import count


class Clock:
    """When things happen on this GitHub. Each change takes a second, which is as fine as GitHub writes times."""

    def __init__(self) -> None:
        # An hour back, so that a long life still ends before the reader's present.
        self.now = datetime.now(UTC).replace(microsecond=0) - timedelta(hours=1)
        self.step = timedelta(seconds=1)

    def tick(self) -> datetime:
        """The time of the next change."""
        self.now += self.step
        return self.now

    def advance(self, **amount: float) -> datetime:
        """Let time pass: `advance(hours=2)`."""
        self.now += timedelta(**amount)
        return self.now


class Ids:
    """Ids that nothing else on this GitHub has."""

    def __init__(self) -> None:
        self._next = count(1001)

    def number(self) -> int:
        return next(self._next)

    def commit(self) -> str:
        """The name of a new commit."""
        return sha1(f"commit {self.number()}".encode(), usedforsecurity=False).hexdigest()


def written(time: datetime | None) -> str | None:
    """A time as GitHub writes it."""
    return None if time is None else time.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
