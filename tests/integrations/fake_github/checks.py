"""What ran on a commit, and what that comes to."""

from dataclasses import dataclass
from datetime import datetime

# The word of a test -> the check run's status and conclusion.
RUNS: dict[str, tuple[str, str | None]] = {
    "queued": ("queued", None),
    "in_progress": ("in_progress", None),
    "pending": ("in_progress", None),
    **{
        word: ("completed", word)
        for word in ("success", "failure", "neutral", "skipped", "cancelled", "timed_out", "action_required")
    },
}
# Of the older commit statuses, which have no neutral.
STATUSES = frozenset({"success", "failure", "error", "pending"})

_FAILED = frozenset({"failure", "error", "cancelled", "timed_out", "action_required"})
_RUNNING = frozenset({"queued", "in_progress", "pending"})
# As many as one page of GitHub's shows, whoever asks.
SHOWN = 100


@dataclass
class Check:
    """One check run, or one commit status where `legacy`."""

    id: int
    name: str
    word: str
    sha: str
    at: datetime
    legacy: bool = False

    @property
    def status(self) -> str:
        return RUNS[self.word][0]

    @property
    def conclusion(self) -> str | None:
        return RUNS[self.word][1]


def rollup(checks: list[Check]) -> str | None:
    """GitHub's one word for all of them; None without any. Neutral and skipped ones fail nothing."""
    words = {check.word for check in checks}
    if not words:
        return None
    if words & _FAILED:
        return "FAILURE"
    return "PENDING" if words & _RUNNING else "SUCCESS"


def counts(checks: list[Check], *, legacy: bool) -> list[dict[str, object]]:
    """How many of each word there are among those that GitHub shows: over a hundred, that is not all."""
    words = [
        check.word if legacy else (check.conclusion or check.status)
        for check in checks[:SHOWN]
        if check.legacy is legacy
    ]
    return [{"state": word.upper(), "count": words.count(word)} for word in dict.fromkeys(words)]
