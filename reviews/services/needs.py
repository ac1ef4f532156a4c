"""What a move needs beside whoever makes it: a decider and a day, approvals, a successor."""

from dataclasses import dataclass
from datetime import date, timedelta

from decisions.domain.kinds import DECIDED
from decisions.domain.transitions import Move, Need
from decisions.models import Document
from reviews.services.approvals import Standing, require_approvals
from reviews.services.succession import Succession, require_successor
from spaces.kernel.errors import invalid


@dataclass(frozen=True)
class Wish:
    """What a caller asks of a move beside the status."""

    decider_id: str | None = None
    review_by: date | None = None
    successor_id: str | None = None
    approval_id: str | None = None
    note: str = ""


NO_WISH = Wish()


@dataclass(frozen=True)
class Terms:
    """What the record says once the move is made."""

    decider_id: str | None
    review_by: date | None
    successor: Document | None


def terms_of(move: Move, standing: Standing, wish: Wish, succession: Succession) -> Terms:
    """The terms of a move for which everything is there; else what is missing.

    `invalid_arguments` for what the caller may name, then `approvals_missing`.
    """
    terms = Terms(
        decider_id=_decider(move, standing, wish),
        review_by=_review_by(move, standing, wish),
        successor=_successor(move, standing.document, succession),
    )
    if Need.APPROVALS in move.needs:
        require_approvals(standing)
    return terms


def _decider(move: Move, standing: Standing, wish: Wish) -> str | None:
    """The decider named now, else the one who stands on the document."""
    decider = wish.decider_id or standing.document.decider_id
    if decider != standing.document.decider_id:
        if move.to in DECIDED:
            # Who decides could else hand the document to somebody in the same breath.
            raise invalid("decider", f"{move.to.value} names no decider.", fix="Leave it out.")
        if not standing.counts(decider):
            raise invalid("decider", "The decider has to be a member who can read the document.")
    if Need.REVIEW in move.needs and not standing.counts(decider):
        raise invalid("decider", "A review needs a decider: a member who can read the document.")
    return decider


def _review_by(move: Move, standing: Standing, wish: Wish) -> date | None:
    """The day named now, else the one on the document if it is still to come, else the space's default."""
    document, settings = standing.document, standing.settings
    if Need.REVIEW not in move.needs:
        if wish.review_by not in (None, document.review_by):
            raise invalid("review_by", f"{move.to.value} has no day to review by.", fix="Leave it out.")
        return document.review_by
    if wish.review_by:
        if wish.review_by < settings.today:
            raise invalid(
                "review_by", "This day has passed in the space's time zone.", fix="Name today or later."
            )
        return wish.review_by
    if document.review_by and document.review_by >= settings.today:
        return document.review_by
    return settings.today + timedelta(days=settings.review_days[document.kind])


def _successor(move: Move, document: Document, succession: Succession) -> Document | None:
    if Need.SUCCESSOR in move.needs:
        return require_successor(document, succession)
    if succession.named:
        raise invalid("successor_id", "Only superseded names a successor.", fix="Leave it out.")
    return None
