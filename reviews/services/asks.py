"""Asks: an assistant asks a person for one act on one version, and spends the answer once."""

from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from decisions.domain.kinds import Status
from decisions.domain.transitions import Act, moves_from
from decisions.models import Document
from reviews.models import Ask
from reviews.services.entitlement import may_make
from reviews.services.people import readers_who_count
from spaces.domain.caller import Assistant, Caller, Person
from spaces.kernel.errors import DomainError, invalid, not_found
from spaces.kernel.ids import uuid_of
from spaces.services.audit import audit_record
from spaces.services.credentials import caller_for_person


@transaction.atomic
def ask_create(*, document: Document, act: Act, person_id: str, note: str = "", caller: Caller) -> Ask:
    """A new ask to a person who can read the document, about its current version."""
    if not caller.is_assistant or caller.assistant is None:
        raise DomainError(
            "forbidden",
            "Only an assistant asks; you can act yourself.",
            fix="Review or decide in the console.",
        )
    readers = readers_who_count(document)
    if person_id not in readers:
        raise invalid("person", "This is no member who can read the document.", fix="Name one who can.")
    require_entitled(document, act, person_id)
    ask = Ask.objects.create(
        document=document,
        version=document.current_version,
        act=act.value,
        person_id=person_id,
        asked_by_id=caller.subject,
        assistant_id=caller.assistant.id,
        assistant_name=caller.assistant.name,
        note=note,
        created_at=timezone.now(),
    )
    _record(ask, caller, "ask.created", {"act": act.value, "person": person_id, "version": ask.version})
    return ask


@transaction.atomic
def ask_decide(*, ask: Ask, approve: bool, because: str = "", caller: Caller) -> Ask:
    """The ask after its person approved or declined it, themself, in the console."""
    if caller.assistant is not None or caller.person_id != ask.person_id:
        raise not_found("ask")
    ask = _held(ask.pk)
    _require_state(ask, "pending")
    if approve:
        require_entitled(ask.document, Act(ask.act), ask.person_id)
    ask.settled = "approved" if approve else "declined"
    ask.decided_at = timezone.now()
    ask.because = because
    ask.save(update_fields=["settled", "decided_at", "because"])
    _record(ask, caller, f"ask.{ask.settled}", {"version": ask.version, "act": ask.act})
    return ask


@transaction.atomic
def ask_withdraw(*, ask: Ask, caller: Caller) -> Ask:
    """The ask, withdrawn by the person whose assistant made it, or by that assistant."""
    ask = _held(ask.pk)
    mine = caller.person_id == ask.asked_by_id and caller.assistant_id in ("", ask.assistant_id)
    if not mine:
        raise not_found("ask")
    if ask.state(timezone.now()) not in ("pending", "approved"):
        raise DomainError("already_done", "This ask is over already.", fix="Nothing is left to do.")
    ask.settled = "withdrawn"
    ask.save(update_fields=["settled"])
    _record(ask, caller, "ask.withdrawn", {})
    return ask


@dataclass(frozen=True)
class Spending:
    """An ask that is about to be spent, and the person's own caller whose act it makes."""

    ask: Ask
    acting: Caller


def ask_to_spend(*, approval_id: str, document: Document, act: Act, caller: Caller) -> Spending:
    """The ask behind an `approval_id`, held until the transaction ends; `approval_invalid` with the reason.

    It has to be approved, unspent, of the same client for the same person, document, version and act, and
    its person still entitled. Nothing is spent yet: a call that fails for another cause loses nothing.
    """
    known = uuid_of(approval_id, "ask") is not None
    asks = Ask.objects.select_for_update(of=("self",)).select_related("person")
    ask = asks.filter(pk=approval_id).first() if known else None
    if ask is None or ask.asked_by_id != caller.person_id or ask.assistant_id != caller.assistant_id:
        raise _unusable("This is no ask of yours.")
    if ask.document_id != document.pk:
        raise _unusable("This ask is about another document.")
    if ask.act != act:
        raise _unusable(f"This ask is for {ask.act}, not for {act.value}.")
    ask.document = document
    state = ask.state(timezone.now())
    if state != "approved":
        raise _unusable(_WHY[state])
    require_entitled(document, act, ask.person_id)
    return Spending(ask, _acting_for(ask, caller))


def ask_spend(spending: Spending) -> None:
    """Mark the ask spent, in the transaction that makes its act."""
    ask = spending.ask
    ask.settled, ask.spent_at = "spent", timezone.now()
    ask.save(update_fields=["settled", "spent_at"])
    _record(ask, spending.acting, "ask.spent", {"act": ask.act, "version": ask.version})


def require_entitled(document: Document, act: Act, person_id: str) -> None:
    """Pass for a person who could do the act themself; `approval_invalid` for another."""
    readers = readers_who_count(document)
    entitled = person_id in readers
    if entitled and act is not Act.APPROVE:
        moves = moves_from(document.reference.kind, Status(document.status))
        entitled = any(move.ask is act and may_make(move, document, person_id, readers) for move in moves)
    if not entitled:
        raise _unusable("The person asked may not do this themself.")


_WHY = {
    "pending": "The person has not decided this ask yet.",
    "declined": "The person declined this ask.",
    "withdrawn": "This ask was withdrawn.",
    "spent": "This ask was spent already.",
    "outdated": "The document has a newer version than the one asked about.",
    "expired": "This ask is more than 72 hours old.",
}


def _unusable(why: str) -> DomainError:
    return DomainError("approval_invalid", why, fix="Make a new ask with approvals_ask.", path="approval_id")


def _acting_for(ask: Ask, caller: Caller) -> Caller:
    """The person asked, as the one who acts, with the assistant that asked named beside them."""
    account = ask.document.account_id
    role = caller_for_person(ask.person).roles[account]
    return Caller(
        person=Person(ask.person.pk, ask.person.username),
        account_id=account,
        roles={account: role},
        scopes=caller.scopes,
        assistant=Assistant(ask.assistant_id, ask.assistant_name),
        asked_for=caller.person.username if caller.person else "",
    )


def _held(pk: str) -> Ask:
    ask = Ask.objects.select_for_update(of=("self",)).filter(pk=pk).select_related("document").first()
    if ask is None:
        raise not_found("ask")
    return ask


def _require_state(ask: Ask, state: str) -> None:
    found = ask.state(timezone.now())
    if found != state:
        raise DomainError(
            "already_done", f"This ask is {found}.", fix="Nothing is left to decide.", state=found
        )


def _record(ask: Ask, caller: Caller, act: str, after: dict[str, object]) -> None:
    audit_record(caller=caller, act=act, object_id=ask.pk, account_id=ask.document.account_id, after=after)
