"""What a caller may do next with a document, by the same rules that refuse."""

from decisions.domain.kinds import Status
from decisions.domain.transitions import Act, Move, Need, moves_from
from decisions.services.rights import is_author_or_manager, may_edit
from decisions.services.talk import may_talk
from reviews.services.approvals import Standing
from reviews.services.entitlement import assistant_needs, may_make
from spaces.domain.caller import Caller
from spaces.domain.scopes import Scope


def possible(standing: Standing, caller: Caller) -> list[str]:
    """The acts open to a caller, as words: `save`, `approve`, `set_status:accepted`, `ask:accept`, …

    `ask:` marks what an assistant has to ask its person for. What still lacks approvals is left out: the
    explanation of the approvals says why.
    """
    document = standing.document
    if caller.person_id is None or Scope.WRITE not in caller.scopes:
        return []
    if not caller.is_member(document.account_id):
        return ["comment"] if may_talk(document, caller) else []
    can = ["save"] if may_edit(document, caller) else []
    can += ["comment", "request_review", "link"]
    can += _review("approve", Act.APPROVE, standing, caller)
    can += _review("changes", None, standing, caller)
    if is_author_or_manager(document, caller):
        can.append("set_access")
    for move in moves_from(document.reference.kind, Status(document.status)):
        can += _move(move, standing, caller)
    return can


def _review(word: str, act: Act | None, standing: Standing, caller: Caller) -> list[str]:
    return _open(word, act, act is None, standing, caller)


def _move(move: Move, standing: Standing, caller: Caller) -> list[str]:
    if Need.APPROVALS in move.needs and not standing.approvals.met:
        return []
    document = standing.document
    if may_make(move, document, caller.person_id, standing.readers):
        return _open(f"set_status:{move.to.value}", move.ask, move.person, standing, caller)
    # An assistant may ask whoever is entitled, so that an ask is open to it all the same.
    return [f"ask:{move.ask.value}"] if move.ask and caller.is_assistant else []


def _open(word: str, act: Act | None, person_only: bool, standing: Standing, caller: Caller) -> list[str]:
    needs = assistant_needs(
        act=act,
        person_only=person_only,
        ai_approval=standing.settings.ai_approval[standing.document.kind],
        caller=caller,
    )
    if needs == "person":
        return []
    return [f"ask:{act.value}"] if needs == "ask" and act else [word]
