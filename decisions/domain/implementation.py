"""How far what was decided is carried out: an axis of its own, computed and never set by hand."""

from collections.abc import Iterable
from enum import StrEnum

from decisions.domain.kinds import DECIDED, Status


class Implementation(StrEnum):
    """How far a document is carried out, as a whole."""

    NONE = "none"
    ACTIVE = "active"
    PLANNED = "planned"
    DONE = "done"
    DROPPED = "dropped"


# One thing that carries a document out is somewhere in these; what decides for the whole comes first.
PROGRESS = (
    Implementation.ACTIVE,
    Implementation.PLANNED,
    Implementation.DONE,
    Implementation.DROPPED,
)


def implementation_of(progress: Iterable[Implementation]) -> Implementation:
    """The first of PROGRESS that any of a document's links has reached; `none` where there are no links."""
    reached = set(progress)
    return next((each for each in PROGRESS if each in reached), Implementation.NONE)


def implementation_shown(status: str, implementation: str) -> str | None:
    """What a reader is told: nothing before the decision."""
    return implementation if Status(status) in DECIDED else None
