"""Asks: an assistant asks a person for one act on one version; the person decides it."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from decisions.domain.kinds import Status
from decisions.domain.transitions import Act, moves_from
from decisions.models import Document
from decisions.services.rights import require_writer
from decisions.services.versions import document_held
from reviews.hooks import ASK_CREATED, ASK_DECIDED
from reviews.models import Ask
from reviews.services.people import readers_who_count
from reviews.services.spending import require_entitled
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError, invalid, not_found
from spaces.kernel.registry import hooks
from spaces.services.audit import audit_record

# What the row holds of an app's name; the app is known by its id.
_MAX_NAME = 120


@transaction.atomic
def ask_create(*, document: Document, act: Act, person_id: str, note: str = "", caller: Caller) -> Ask:
    """A new ask to a member who can read the document, about its current version.

    Whether they are entitled to the act is judged when they decide and again when it is spent. An act that
    is no move of the document now is `invalid_transition`: any move makes a version, and outdates the ask.
    """
    if not caller.is_assistant or caller.assistant is None:
        raise DomainError(
            "forbidden",
            "Only an assistant asks; you can act yourself.",
            fix="Review or decide in the console.",
        )
    document = document_held(document, caller)
    require_writer(document, caller)
    if person_id not in readers_who_count(document):
        raise invalid("person", "This is no member who can read the document.", fix="Name one who can.")
    _require_a_move(document, act)
    ask = Ask.objects.create(
        document=document,
        version=document.current_version,
        act=act.value,
        person_id=person_id,
        asked_by_id=caller.subject,
        assistant_id=caller.assistant.id,
        assistant_name=caller.assistant.name[:_MAX_NAME],
        note=note,
        created_at=timezone.now(),
    )
    _record(ask, caller, "ask.created", {"act": act.value, "person": person_id, "version": ask.version})
    hooks.run(ASK_CREATED, ask=ask, caller=caller)
    return ask


@transaction.atomic
def ask_decide(*, ask: Ask, approve: bool, because: str = "", caller: Caller) -> Ask:
    """The ask after its person approved or declined it, themself, in the console."""
    if caller.assistant is not None or caller.person_id != ask.person_id:
        raise not_found("ask")
    ask = _held(ask.pk)
    _require_state(ask, "pending")
    if approve:
        readers = readers_who_count(ask.document)
        require_entitled(ask.document, Act(ask.act), ask.person_id, readers)
    ask.settled = "approved" if approve else "declined"
    ask.decided_at = timezone.now()
    ask.because = because
    ask.save(update_fields=["settled", "decided_at", "because"])
    _record(ask, caller, f"ask.{ask.settled}", {"version": ask.version, "act": ask.act})
    hooks.run(ASK_DECIDED, ask=ask, caller=caller)
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


def asks_outdate(*, documents: Sequence[Document]) -> int:
    """How many asks a move to another space outdated: its settings and people judge anew."""
    alive = Ask.objects.filter(document__in=documents, settled__in=["pending", "approved"])
    return alive.update(settled="outdated")


def _require_a_move(document: Document, act: Act) -> None:
    moves = moves_from(document.reference.kind, Status(document.status))
    if act is Act.APPROVE or any(move.ask is act for move in moves):
        return
    raise DomainError(
        "invalid_transition",
        f"A document of this kind that is {document.status} has no move that {act.value} stands for.",
        fix="Read the document: its status and can say what comes next.",
        path="act",
        allowed=[move.to.value for move in moves],
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
