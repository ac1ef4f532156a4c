"""Documents set on a stage: in a status, with a decider, with what a space asks for, with an ask."""

from datetime import date, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from decisions.domain.kinds import Kind, Status
from decisions.domain.transitions import Act
from decisions.models import Document
from decisions.services.versions import version_of
from reviews.domain.policy import Decision
from reviews.models import Ask
from reviews.services.lifecycle import Moved, document_set_status
from reviews.services.needs import Wish
from reviews.services.reviews import Answered, review_submit
from spaces.domain.caller import Assistant, Caller
from spaces.domain.roles import Role
from spaces.domain.scopes import Scope
from spaces.kernel.errors import DomainError
from spaces.models import Membership, SpaceSettings, User
from spaces.services.credentials import caller_for_person
from tests.cast import Cast

APP = Assistant("client-1", "Claude Code")

# Far from any day a test could run on.
DAY = date(2099, 1, 31)


def member_add(cast: Cast, name: str, role: Role = Role.MEMBER) -> User:
    """One more person of the account."""
    person = User.objects.create_user(name, f"{name}@example.com", "a long enough password")
    Membership.objects.create(account=cast.account, user=person, role=role)
    cast.people[name] = person
    return person


def app_of(cast: Cast, name: str, app: Assistant = APP) -> Caller:
    """An app that this person signed in to."""
    person = caller_for_person(cast.people[name])
    return Caller(person=person.person, roles=person.roles, scopes=frozenset(Scope), assistant=app)


def rules(cast: Cast, **values: Any) -> None:
    """Set the space's settings; a value of a setting per kind holds for all kinds."""
    per_kind = {"approvals", "ai_approval", "review_days"}
    given = {
        name: {kind.value: value for kind in Kind} if name in per_kind else value
        for name, value in values.items()
    }
    SpaceSettings.objects.update_or_create(space=cast.space, defaults=given)


def staged(cast: Cast, kind: Kind = Kind.RFC, status: Status | None = None, **fields: Any) -> Document:
    """A document by author put into a status without the moves that lead there."""
    document = cast.document(kind=kind, text=fields.pop("text", "# Queue limits\n\nAt most ten.\n"))
    if decider := fields.pop("decider", None):
        fields["decider"] = cast.people[decider]
    if status is not None:
        fields["status"] = status.value
    Document.objects.filter(pk=document.pk).update(**fields)
    return Document.objects.get(pk=document.pk)


def in_review(cast: Cast, **fields: Any) -> Document:
    """An RFC by author that `owner` is to decide."""
    fields.setdefault("decider", "owner")
    return staged(cast, Kind.RFC, Status.IN_REVIEW, review_by=DAY, **fields)


def move(cast: Cast, document: Document, status: Status, who: str | Caller = "owner", **wish: Any) -> Moved:
    """The document moved from its current version."""
    document.refresh_from_db()
    caller = who if isinstance(who, Caller) else cast.caller(who)
    base = wish.pop("base_version", document.current_version)
    return document_set_status(
        document=document, base_version=base, status=status, wish=Wish(**wish), caller=caller
    )


def answer(
    cast: Cast,
    document: Document,
    decision: Decision,
    who: str | Caller = "member",
    version: int = 0,
    **more: Any,
) -> Answered:
    """An answer on a version, by default the current one."""
    document.refresh_from_db()
    caller = who if isinstance(who, Caller) else cast.caller(who)
    return review_submit(
        document=document,
        version=version or document.current_version,
        decision=decision,
        caller=caller,
        **more,
    )


def ask_made(document: Document, caller: Caller, person: User, act: Act, **fields: Any) -> Ask:
    """An approved ask of this assistant's, unless fields say otherwise."""
    document.refresh_from_db()
    assert caller.assistant is not None
    made: dict[str, Any] = {
        "document": document,
        "version": document.current_version,
        "act": act.value,
        "person": person,
        "asked_by_id": caller.person_id,
        "assistant_id": caller.assistant.id,
        "assistant_name": caller.assistant.name,
        "settled": "approved",
        "created_at": timezone.now(),
        **fields,
    }
    return Ask.objects.create(**made)


def long_ago() -> Any:
    return timezone.now() - timedelta(hours=72)


def text_of(document: Document) -> str:
    document.refresh_from_db()
    return version_of(document).text


def outcome(act: Any) -> str:
    """What an act came to, "done", "there" or the code it was refused with; nothing of it stays."""
    with transaction.atomic():
        try:
            done = act()
        except DomainError as refusal:
            return refusal.code
        finally:
            transaction.set_rollback(True)
    return "there" if getattr(done, "already_there", False) else "done"
