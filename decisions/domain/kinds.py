"""The four kinds of document, their statuses and the moves between them, as data."""

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    RFC = "rfc"
    PRD = "prd"
    ADR = "adr"
    STUDY = "study"


class Status(StrEnum):
    DRAFT = "draft"
    IN_REVIEW = "in_review"
    PROPOSED = "proposed"
    PUBLISHED = "published"
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    WITHDRAWN = "withdrawn"
    DEPRECATED = "deprecated"
    SUPERSEDED = "superseded"


@dataclass(frozen=True, slots=True)
class KindRules:
    """What one kind allows: its label and its statuses, first the one a new document starts in."""

    label: str
    statuses: tuple[Status, ...]

    @property
    def first_status(self) -> Status:
        return self.statuses[0]


_REVIEWED = (
    Status.DRAFT,
    Status.IN_REVIEW,
    Status.ACCEPTED,
    Status.REJECTED,
    Status.WITHDRAWN,
    Status.SUPERSEDED,
)

KINDS: dict[Kind, KindRules] = {
    Kind.RFC: KindRules("RFC", _REVIEWED),
    Kind.PRD: KindRules("PRD", _REVIEWED),
    Kind.ADR: KindRules(
        "ADR",
        (
            Status.PROPOSED,
            Status.ACCEPTED,
            Status.REJECTED,
            Status.WITHDRAWN,
            Status.DEPRECATED,
            Status.SUPERSEDED,
        ),
    ),
    Kind.STUDY: KindRules("Study", (Status.DRAFT, Status.PUBLISHED, Status.WITHDRAWN, Status.SUPERSEDED)),
}

# "In force" asks for one of these and no superseded parent; a rejected document is decided but binds nobody.
BINDING = frozenset({Status.ACCEPTED, Status.PUBLISHED})

# What the moves that decide lead to.
DECISIONS = BINDING | {Status.REJECTED}

# What a decision leads to in time: a document in one of these pins the version that was decided.
DECIDED = BINDING | {Status.REJECTED, Status.DEPRECATED, Status.SUPERSEDED}
