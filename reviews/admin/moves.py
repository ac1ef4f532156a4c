"""The moves a document's page offers, and why those that are not open are not."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from decisions.domain.kinds import Status
from decisions.domain.transitions import Move, Need, moves_from
from reviews.services.approvals import Standing, require_approvals
from reviews.services.entitlement import require_may_make
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError

# What a move is called on its button.
WORDS: dict[Status, Promise] = {
    Status.IN_REVIEW: _("Start the review"),
    Status.ACCEPTED: _("Accept"),
    Status.PUBLISHED: _("Publish"),
    Status.REJECTED: _("Reject"),
    Status.WITHDRAWN: _("Withdraw"),
    Status.DRAFT: _("Back to draft"),
    Status.PROPOSED: _("Propose again"),
    Status.DEPRECATED: _("Deprecate"),
    Status.SUPERSEDED: _("Supersede"),
}
_REVIEW_AGAIN = _("Change the decider or the day")

# Moves that take something away: their buttons warn.
WARNED = frozenset({Status.REJECTED, Status.WITHDRAWN, Status.DEPRECATED, Status.SUPERSEDED})


@dataclass(frozen=True, slots=True)
class ShownMove:
    """A move with its words; `refusal` says why it is not open to this person, empty where it is."""

    to: Status
    words: str
    refusal: str = ""


def words_for(to: Status, now: Status) -> str:
    """What moving to a status is called for a document that is in another, or in the same."""
    return str(_REVIEW_AGAIN if to is now else WORDS[to])


def moves_shown(standing: Standing, caller: Caller) -> list[ShownMove]:
    """Every move out of the document's status, in the table's order."""
    document = standing.document
    now = Status(document.status)
    return [
        ShownMove(move.to, words_for(move.to, now), _refusal(move, standing, caller))
        for move in moves_from(document.reference.kind, now)
    ]


def _refusal(move: Move, standing: Standing, caller: Caller) -> str:
    """What the service would say now, whatever the form may still fill in."""
    try:
        require_may_make(move, standing.document, caller, standing.readers)
        if Need.APPROVALS in move.needs:
            require_approvals(standing)
    except DomainError as refusal:
        return refusal.detail
    return ""
