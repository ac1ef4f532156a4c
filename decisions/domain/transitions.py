"""The moves between statuses: where each leads, who may make it and what it needs, as one table."""

from dataclasses import dataclass
from enum import StrEnum

from decisions.domain.kinds import Kind, Status


class Who(StrEnum):
    """Who makes a move; a manager of the account always may."""

    # The author, while a member.
    AUTHOR = "author"
    # The decider, of whom there always is one.
    DECIDER = "decider"
    # The decider where one is named, else the author.
    DECIDER_ELSE_AUTHOR = "decider, or the author where none is named"


class Need(StrEnum):
    """What has to be there for a move."""

    # A decider who can read the document and a day to review it by.
    REVIEW = "review"
    APPROVALS = "approvals"
    SUCCESSOR = "successor"


class Act(StrEnum):
    """What an assistant asks its person for."""

    APPROVE = "approve"
    ACCEPT = "accept"
    PUBLISH = "publish"


@dataclass(frozen=True, slots=True)
class Move:
    """One way out of a status."""

    to: Status
    who: Who
    needs: frozenset[Need] = frozenset()
    # It decides: the version it makes is pinned as the text in force, or as what was turned down.
    decides: bool = False
    # What an assistant under `ask` needs an approved ask for; `person` is a person's act alone.
    ask: Act | None = None
    person: bool = False


_S = Status
_NEEDS_APPROVALS = frozenset({Need.APPROVALS})
_NEEDS_SUCCESSOR = frozenset({Need.SUCCESSOR})


def _accepted(who: Who) -> Move:
    return Move(_S.ACCEPTED, who, _NEEDS_APPROVALS, decides=True, ask=Act.ACCEPT)


def _rejected(who: Who) -> Move:
    return Move(_S.REJECTED, who, decides=True, person=True)


def _superseded() -> Move:
    return Move(_S.SUPERSEDED, Who.DECIDER_ELSE_AUTHOR, _NEEDS_SUCCESSOR, person=True)


_IN_REVIEW = Move(_S.IN_REVIEW, Who.AUTHOR, frozenset({Need.REVIEW}))
_WITHDRAWN = Move(_S.WITHDRAWN, Who.AUTHOR)

_REVIEWED: dict[Status, tuple[Move, ...]] = {
    _S.DRAFT: (_IN_REVIEW, _WITHDRAWN),
    _S.IN_REVIEW: (
        # The same status again, with another decider or day.
        _IN_REVIEW,
        Move(_S.DRAFT, Who.AUTHOR),
        _accepted(Who.DECIDER),
        _rejected(Who.DECIDER),
        _WITHDRAWN,
    ),
    _S.ACCEPTED: (_superseded(),),
    _S.REJECTED: (Move(_S.DRAFT, Who.DECIDER_ELSE_AUTHOR, person=True),),
    _S.WITHDRAWN: (Move(_S.DRAFT, Who.AUTHOR),),
    _S.SUPERSEDED: (),
}

TRANSITIONS: dict[Kind, dict[Status, tuple[Move, ...]]] = {
    Kind.RFC: _REVIEWED,
    Kind.PRD: _REVIEWED,
    Kind.ADR: {
        _S.PROPOSED: (
            _accepted(Who.DECIDER_ELSE_AUTHOR),
            _rejected(Who.DECIDER_ELSE_AUTHOR),
            _WITHDRAWN,
        ),
        _S.ACCEPTED: (Move(_S.DEPRECATED, Who.DECIDER_ELSE_AUTHOR, person=True), _superseded()),
        _S.DEPRECATED: (_superseded(),),
        _S.REJECTED: (Move(_S.PROPOSED, Who.DECIDER_ELSE_AUTHOR, person=True),),
        _S.WITHDRAWN: (Move(_S.PROPOSED, Who.AUTHOR),),
        _S.SUPERSEDED: (),
    },
    Kind.STUDY: {
        _S.DRAFT: (
            Move(
                _S.PUBLISHED,
                Who.DECIDER_ELSE_AUTHOR,
                _NEEDS_APPROVALS,
                decides=True,
                ask=Act.PUBLISH,
            ),
            _WITHDRAWN,
        ),
        _S.PUBLISHED: (_superseded(),),
        _S.WITHDRAWN: (Move(_S.DRAFT, Who.AUTHOR),),
        _S.SUPERSEDED: (),
    },
}


def moves_from(kind: Kind, status: Status) -> tuple[Move, ...]:
    """The moves there are out of a status of a kind."""
    return TRANSITIONS[kind][status]


def move_to(kind: Kind, status: Status, to: Status) -> Move | None:
    """The move from one status to another, None where there is none."""
    return next((move for move in moves_from(kind, status) if move.to is to), None)
