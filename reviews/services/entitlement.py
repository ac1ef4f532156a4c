"""Who may make a move, and what an assistant needs for it: to refuse by, and to tell what is possible."""

from typing import Literal

from decisions.domain.transitions import Act, Move, Who
from decisions.models import Document
from reviews.services.people import Reader
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError


def may_make(move: Move, document: Document, person: str | None, readers: dict[str, Reader]) -> bool:
    """Whether a person's part in a document allows a move; who does not count any more may nothing."""
    if person is None or person not in readers:
        return False
    if readers[person].manages:
        return True
    match move.who:
        case Who.AUTHOR:
            return person == document.author_id
        case Who.DECIDER:
            return person == document.decider_id
        case Who.DECIDER_ELSE_AUTHOR:
            return person == (document.decider_id or document.author_id)


def require_may_make(move: Move, document: Document, caller: Caller, readers: dict[str, Reader]) -> None:
    """Pass for whoever may make the move, else `forbidden` with whose it is."""
    if not may_make(move, document, caller.person_id, readers):
        raise DomainError(
            "forbidden",
            f"Moving it to {move.to.value} is for the {move.who.value}, or a manager of the account.",
            fix="Ask one of them.",
        )


def assistant_needs(
    *, act: Act | None, person_only: bool, ai_approval: str, caller: Caller
) -> Literal["", "ask", "person"]:
    """What an act takes beside its caller: nothing, an approved ask, or the person themself.

    People need nothing, nor do assistants for a kind with `auto`.
    """
    if not caller.is_assistant or ai_approval == "auto":
        return ""
    if person_only:
        return "person"
    return "ask" if act is not None else ""


def require_allowed_to_assistant(
    *,
    act: Act | None,
    person_only: bool,
    what: str,
    ai_approval: str,
    approval_id: str | None,
    caller: Caller,
) -> None:
    """Pass where the caller needs nothing more, or brings an ask; else `person_required`."""
    needs = assistant_needs(act=act, person_only=person_only, ai_approval=ai_approval, caller=caller)
    if needs == "person":
        raise DomainError(
            "person_required",
            f"{what} takes the person themself here (ai_approval is ask).",
            fix="Ask your person to do this in the console.",
        )
    if needs == "ask" and act is not None and not approval_id:
        raise DomainError(
            "person_required",
            f"{what} takes an approved ask here (ai_approval is ask).",
            fix=f"Call approvals_ask with act {act.value}; once it is approved, send its approval_id.",
            act=act.value,
        )
