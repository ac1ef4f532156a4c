"""Moving a document from status to status: the only writer of a change of status."""

from dataclasses import dataclass, replace

from django.db import transaction
from django.utils import timezone

from decisions.domain.kinds import Status
from decisions.domain.text import format_status_line, parse_status_line, with_status
from decisions.domain.transitions import Move, Need, move_to, moves_from
from decisions.models import Document, Version
from decisions.services.records import read_with_record
from decisions.services.rights import require_writer
from decisions.services.texts import text_facts
from decisions.services.versions import document_held, require_base, version_write
from reviews.domain.policy import Decision
from reviews.hooks import DOCUMENT_MOVED
from reviews.services.approvals import Standing, standing_of, standing_with
from reviews.services.carrying import approvals_carry
from reviews.services.entitlement import require_allowed_to_assistant, require_may_make
from reviews.services.needs import NO_WISH, Terms, Wish, terms_of
from reviews.services.spending import Spending, ask_spend, ask_to_spend
from reviews.services.succession import Succession, succession_held
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError
from spaces.kernel.registry import hooks
from spaces.services.audit import audit_record
from spaces.services.settings import settings_of


@dataclass(frozen=True)
class Moved:
    """A document after a move, the version the move made, and whether it was there already."""

    document: Document
    version: Version
    standing: Standing
    already_there: bool = False


@transaction.atomic
def document_set_status(
    *, document: Document, base_version: int, status: Status, wish: Wish = NO_WISH, caller: Caller
) -> Moved:
    """The document in its new status, with the version that the move made from `base_version`.

    Refusals in this order, each of which has changed nothing: a stale base (`conflict`), no such move
    (`invalid_transition`), not this caller's (`forbidden`, `person_required`), something that is missing
    (`invalid_arguments`, `approval_invalid`, `approvals_missing`). The text differs from the base in its
    status line and log alone. An ask that is used is spent with the move, or not at all.
    """
    succession = succession_held(document, wish.successor_id, caller)
    document = succession.document or document_held(document, caller)
    require_writer(document, caller)
    base = read_with_record(document)
    require_base(base, base_version)
    move = move_to(document.reference.kind, Status(document.status), status)
    standing = standing_of(document, settings_of(document.space), base.text_author_id, whole=True)
    if _is_there(document, status, wish, succession):
        return Moved(document, base, standing, already_there=True)
    if move is None:
        raise _no_such_move(document, status)
    spending = _spending(move, standing, wish, caller)
    acting = spending.acting if spending else caller
    require_may_make(move, document, acting, standing.readers)
    terms = terms_of(move, standing, wish, succession)
    if spending:
        ask_spend(spending)
    return _make(move, standing, base, terms, wish.note, acting)


def _is_there(document: Document, status: Status, wish: Wish, succession: Succession) -> bool:
    successor = succession.successor
    return (
        document.status == status
        and (not wish.decider_id or wish.decider_id == document.decider_id)
        and (not wish.review_by or wish.review_by == document.review_by)
        and (not succession.named or (successor is not None and successor.pk == document.successor_id))
    )


def _no_such_move(document: Document, status: Status) -> DomainError:
    allowed = [move.to.value for move in moves_from(document.reference.kind, Status(document.status))]
    there = f"From {document.status} a document of this kind moves to {', '.join(allowed) or 'nothing'}."
    return DomainError(
        "invalid_transition",
        f"There is no move from {document.status} to {status.value}. {there}",
        fix="Choose one of the allowed statuses." if allowed else "Write a new document instead.",
        path="status",
        allowed=allowed,
    )


def _spending(move: Move, standing: Standing, wish: Wish, caller: Caller) -> Spending | None:
    """The ask this move uses up; a given one is always used."""
    document = standing.document
    require_allowed_to_assistant(
        act=move.ask,
        person_only=move.person,
        what=f"Moving it to {move.to.value}",
        ai_approval=standing.settings.ai_approval[document.kind],
        approval_id=wish.approval_id,
        caller=caller,
    )
    if not wish.approval_id:
        return None
    return ask_to_spend(
        approval_id=wish.approval_id,
        document=document,
        version=document.current_version,
        act=move.ask,
        readers=standing.readers,
        caller=caller,
    )


def _make(move: Move, standing: Standing, base: Version, terms: Terms, note: str, caller: Caller) -> Moved:
    document = standing.document
    left = Status(document.status)
    before = {"status": document.status, "version": document.current_version, "decider": document.decider_id}
    document.status = move.to.value
    document.decider_id = terms.decider_id
    document.review_by = terms.review_by
    document.successor = terms.successor
    if move.decides:
        document.decided_version = base.number + 1
        document.decided_at = timezone.now()
    elif move.to in _REOPENED:
        document.decided_version = document.decided_at = None
    line = format_status_line(
        standing.settings.today,
        move.to.value,
        caller.person.username if caller.person else "",
        caller.assistant.name if caller.assistant and not caller.asked_for else "",
        _detail(move, standing, note, caller),
    )
    version = _write(document, standing, base, line, caller)
    standing = _carried(standing, base, version, left)
    if base.record:
        changed = base.record.changed and not move.decides and document.decided_version is not None
        version.record = replace(base.record, changed=changed)
    audit_record(
        caller=caller,
        act="document.moved",
        object_id=document.pk,
        account_id=document.account_id,
        before=before,
        after={
            "status": document.status,
            "version": version.number,
            "decider": document.decider_id,
            "review_by": document.review_by.isoformat() if document.review_by else None,
            "successor": document.successor_id,
        },
    )
    former = before["decider"]
    hooks.run(
        DOCUMENT_MOVED,
        document=document,
        move=move,
        former_decider=former,
        judges=[each.reviewer_id for each in standing.reviews],
        note=note,
        caller=caller,
    )
    return Moved(document, version, standing)


def _carried(standing: Standing, base: Version, version: Version, left: Status) -> Standing:
    """How the new version stands, with the approvals of its base carried over."""
    approvals = [
        each
        for each in standing.reviews
        if each.version == base.number and each.decision == Decision.APPROVE and left not in _NOTHING_CARRIES
    ]
    carried = approvals_carry(standing.document, approvals, version.number) if approvals else []
    return standing_with(standing, [*standing.reviews, *carried])


# A document that is open again is decided no more.
_REOPENED = frozenset({Status.DRAFT, Status.PROPOSED})

# What was turned down or taken back is judged anew.
_NOTHING_CARRIES = frozenset({Status.REJECTED, Status.WITHDRAWN})


def _write(document: Document, standing: Standing, base: Version, line: str, caller: Caller) -> Version:
    """The version of a move; a text that is not Markdown keeps its bytes, the line is kept beside it."""
    made = parse_status_line(line)
    text = base.text
    if document.format == "markdown":
        text = with_status(base.text, status=document.status, line=line)
    facts = text_facts(
        document,
        text,
        required_sections=standing.settings.required_sections[document.kind],
        template=standing.settings.templates[document.kind],
    )
    return version_write(
        document,
        text=text,
        facts=facts,
        base=base,
        message=line.removeprefix("- ")[:500],
        caller=caller,
        made_lines=[made] if made else [],
        text_author_id=base.text_author_id,
        also=("status", "decider", "review_by", "successor", "decided_version", "decided_at"),
    )


def _detail(move: Move, standing: Standing, note: str, caller: Caller) -> str:
    """What the status line says behind the colon."""
    document = standing.document
    said = []
    if caller.asked_for and caller.assistant:
        said.append(f"asked by {caller.assistant.name} for @{caller.asked_for}")
    if Need.REVIEW in move.needs and document.decider_id:
        said.append(f"decider @{standing.name_of(document.decider_id)}, review by {document.review_by}")
    successor = document.successor
    if successor is not None and successor.access <= document.access:
        # Every reader of the text may know of it; of a more closed one it says nothing.
        said.append(f"by {successor.reference}")
    if note:
        said.append(note)
    return "; ".join(said)
