"""Pull requests as this service knows them: where one is, what was read of it, and why nothing was."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class State(StrEnum):
    """Where a pull request stands; `unknown` until it could be read once."""

    UNKNOWN = "unknown"
    DRAFT = "draft"
    OPEN = "open"
    CLOSED = "closed"
    MERGED = "merged"


# One that may still change by somebody's work.
ACTIVE = frozenset({State.UNKNOWN, State.DRAFT, State.OPEN})


class ReviewDecision(StrEnum):
    """What a pull request's reviews come to; none where no review is required."""

    APPROVED = "approved"
    CHANGES_REQUESTED = "changes_requested"
    REVIEW_REQUIRED = "review_required"


class Checks(StrEnum):
    """What a pull request's checks come to; none where there are none."""

    PASSING = "passing"
    FAILING = "failing"
    PENDING = "pending"


@dataclass(frozen=True)
class Address:
    """Where a pull request is said to be. Hosts are lower case; owner and repo are as they were written."""

    host: str
    owner: str
    repo: str
    number: int

    def __str__(self) -> str:
        return f"{self.owner}/{self.repo}#{self.number}"

    @property
    def name(self) -> str:
        """The repository as people write it."""
        return f"{self.owner}/{self.repo}"


@dataclass(frozen=True)
class Snapshot:
    """What GitHub said of one pull request at one time."""

    # GitHub's own ids, which a rename or transfer of the repository keeps.
    node_id: str
    repo_node_id: str
    # Where it is now, which a rename makes differ from the address that was asked for.
    address: Address
    url: str
    state: State
    title: str
    # The login; empty for a deleted account.
    author: str
    review_decision: ReviewDecision | None
    checks: Checks | None
    merged_at: datetime | None
    # Only of a merged one: GitHub gives a closed one a trial merge commit too.
    merge_commit: str
    updated_at: datetime


class Trouble(StrEnum):
    """Why a pull request could not be read."""

    NO_CONNECTION = "no_connection"
    NOT_VISIBLE = "not_visible"
    FORBIDDEN = "forbidden"
    BAD_CREDENTIAL = "bad_credential"
    LIMITED = "limited"
    UNREACHABLE = "unreachable"
    BAD_ANSWER = "bad_answer"
    # The address leads to another pull request than the one that was linked.
    REPLACED = "replaced"


# A trouble of the credential or the host, not of this pull request: the rest of the batch has it too.
SHARED_TROUBLES = frozenset({Trouble.BAD_CREDENTIAL, Trouble.LIMITED, Trouble.UNREACHABLE})


@dataclass(frozen=True)
class Failure:
    """Why one pull request could not be read, in words for the people who linked it."""

    trouble: Trouble
    words: str
