"""Spending an approved ask: once, by whom it was given to, for exactly what was asked."""

from dataclasses import dataclass
from typing import NoReturn

from django.utils import timezone

from decisions.domain.kinds import Status
from decisions.domain.transitions import Act, moves_from
from decisions.models import Document
from reviews.models import Ask
from reviews.services.entitlement import may_make
from reviews.services.people import Reader
from spaces.domain.caller import Assistant, Caller, Person
from spaces.kernel.errors import DomainError
from spaces.kernel.ids import uuid_of
from spaces.services.audit import audit_record

# reason -> what it means; the word is told beside the sentence, for programs.
_WHY = {
    "foreign": "This is no ask of yours.",
    "other_document": "This ask is about another document.",
    "other_act": "This ask is for another act.",
    "other_version": "This ask is about another version.",
    "pending": "The person has not decided this ask yet.",
    "declined": "The person declined this ask.",
    "withdrawn": "This ask was withdrawn.",
    "spent": "This ask was spent already.",
    "outdated": "The document has a newer version than the one asked about.",
    "expired": "This ask is more than 72 hours old.",
    "not_entitled": "The person asked may not do this themself.",
}


@dataclass(frozen=True)
class Spending:
    """An ask that is about to be spent, and the person's own caller whose act it makes."""

    ask: Ask
    acting: Caller


def ask_to_spend(
    *,
    approval_id: str,
    document: Document,
    version: int,
    act: Act | None,
    readers: dict[str, Reader],
    caller: Caller,
) -> Spending:
    """The ask behind an `approval_id`, held until the transaction ends; `approval_invalid` with the reason.

    It has to be approved, unspent, of the same client for the same person, document, version and act (None
    is an act that no ask is for), and its person still entitled. Nothing is spent yet: a call that fails
    for another cause loses nothing.
    """
    known = uuid_of(approval_id, "ask") is not None
    asks = Ask.objects.select_for_update(of=("self",)).select_related("person")
    ask = asks.filter(pk=approval_id).first() if known else None
    if ask is None or ask.asked_by_id != caller.person_id or ask.assistant_id != caller.assistant_id:
        _refuse("foreign")
    if ask.document_id != document.pk:
        _refuse("other_document")
    if ask.act != act:
        _refuse("other_act")
    ask.document = document
    state = ask.state(timezone.now())
    if state != "approved":
        _refuse(state)
    if ask.version != version:
        _refuse("other_version")
    require_entitled(document, act, ask.person_id, readers)
    return Spending(ask, _acting_for(ask, readers[ask.person_id], caller))


def ask_spend(spending: Spending) -> None:
    """Mark the ask spent, in the transaction that makes its act."""
    ask = spending.ask
    ask.settled, ask.spent_at = "spent", timezone.now()
    ask.save(update_fields=["settled", "spent_at"])
    audit_record(
        caller=spending.acting,
        act="ask.spent",
        object_id=ask.pk,
        account_id=ask.document.account_id,
        after={"act": ask.act, "version": ask.version},
    )


def require_entitled(document: Document, act: Act, person_id: str, readers: dict[str, Reader]) -> None:
    """Pass for a person who could do the act themself; `approval_invalid` for another."""
    entitled = person_id in readers
    if entitled and act is not Act.APPROVE:
        moves = moves_from(document.reference.kind, Status(document.status))
        entitled = any(move.ask is act and may_make(move, document, person_id, readers) for move in moves)
    if not entitled:
        _refuse("not_entitled")


def _refuse(reason: str) -> NoReturn:
    raise DomainError(
        "approval_invalid",
        _WHY[reason],
        fix="Make a new ask with approvals_ask.",
        path="approval_id",
        reason=reason,
    )


def _acting_for(ask: Ask, reader: Reader, caller: Caller) -> Caller:
    """The person asked, as the one who acts, with the assistant that asked named beside them."""
    account = ask.document.account_id
    return Caller(
        person=Person(ask.person.pk, ask.person.username),
        account_id=account,
        roles={account: reader.role},
        scopes=caller.scopes,
        assistant=Assistant(ask.assistant_id, ask.assistant_name),
        asked_for=caller.person.username if caller.person else "",
    )
