"""Making documents: their number, first status, first text and access."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time

from django.db import transaction
from django.utils import timezone

from decisions.domain.kinds import DECIDED, DECISIONS, KINDS, Kind, Status
from decisions.domain.templates import fill
from decisions.hooks import DOCUMENT_CREATED
from decisions.models import Document
from decisions.querysets import document_for
from decisions.services.numbering import number_give
from decisions.services.texts import MAX_TITLE, TextFacts, require_text, text_facts
from decisions.services.versions import Saved, require_one_line, version_write
from spaces.domain.access import ASSISTANT_LEVELS, Access
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError, invalid
from spaces.kernel.registry import hooks
from spaces.models import Space
from spaces.services.audit import audit_record
from spaces.services.rights import require_person
from spaces.services.settings import SettingsInForce, settings_of
from spaces.services.tree import require_above_floor


@dataclass(frozen=True)
class DocumentStart:
    """What a new document of a kind starts with in a space where nothing else is said."""

    template: str
    access: Access


@dataclass(frozen=True)
class Imported:
    """What a document that was written elsewhere brings along beside its text."""

    format: str
    # The number it has there; None takes the next.
    number: int | None = None
    status: Status | None = None
    status_word: str = ""


@transaction.atomic
def document_create(
    *,
    space: Space,
    kind: Kind,
    title: str,
    caller: Caller,
    text: str = "",
    template: str = "",
    parent_id: str | None = None,
    access: Access | None = None,
    message: str = "",
) -> Saved:
    """A new document in the first status of its kind, with version 1.

    Without a text it starts from the space's template, or from the one given. With a parent (a document of
    the same space and kind that is no part itself) it becomes its next part. Numbers are given inside the
    transaction: any number of parallel calls get different ones and no error.
    """
    space = _held(space, caller)
    settings = settings_of(space)
    _require_title(title)
    require_one_line(message)
    level = _level(access, settings.default_access[kind], space, caller)
    parent = _parent(parent_id, space, kind, caller)
    document = Document(
        account_id=space.account_id,
        space=space,
        kind=kind.value,
        parent=parent,
        title=title,
        status=KINDS[kind].first_status.value,
        access=level,
        author_id=caller.subject,
        updated_at=timezone.now(),
    )
    number_give(document, parent)
    if not text:
        text = _from_template(document, template, settings, caller)
        return _write_first(document, text, settings, message, caller, from_template=True)
    require_text(text)
    saved = _write_first(document, text, settings, message, caller)
    hooks.run(DOCUMENT_CREATED, document=document, version=saved.version)
    return saved


@transaction.atomic
def document_import(
    *, space: Space, kind: Kind, title: str, text: str, imported: Imported, message: str = "", caller: Caller
) -> Saved:
    """A document written elsewhere: its text untouched, its number kept where that is free.

    One that was decided there needs no approvals, decider or successor, and its text is pinned as what was
    decided, on the day that its status log tells. A status that is not known leaves it in its kind's first,
    with the word kept.
    """
    require_person(caller, "Imported documents")
    space = _held(space, caller)
    settings = settings_of(space)
    _require_title(title)
    require_text(text)
    status = imported.status or KINDS[kind].first_status
    document = Document(
        account_id=space.account_id,
        space=space,
        kind=kind.value,
        title=title[:MAX_TITLE],
        format=imported.format,
        status=status.value,
        status_word=imported.status_word[:120],
        access=_level(None, settings.default_access[kind], space, caller),
        author_id=caller.subject,
        decided_version=1 if status in DECIDED else None,
        updated_at=timezone.now(),
    )
    number_give(document, None, wanted=imported.number)
    return _write_first(document, text, settings, message, caller)


def document_start(*, space: Space, kind: Kind, caller: Caller) -> DocumentStart:
    """The template and the access that a member's new document of this kind gets."""
    _require_member(space, caller)
    settings = settings_of(space)
    level = _level(None, settings.default_access[kind], space, caller)
    return DocumentStart(settings.templates[kind], level)


def _require_member(space: Space, caller: Caller) -> None:
    if not caller.is_member(space.account_id):
        raise DomainError(
            "forbidden",
            "Only members of the space's account write documents here.",
            fix="Ask a member of the account.",
        )


def _held(space: Space, caller: Caller) -> Space:
    """The space as it is now, with its floor and numbering held still until the transaction ends."""
    _require_member(space, caller)
    return (
        Space.objects.select_for_update(no_key=True, of=("self",))
        .select_related("account", "settings")
        .get(pk=space.pk)
    )


def _require_title(title: str) -> None:
    if not title.strip():
        raise invalid("title", "A title is required.")
    if len(title) > MAX_TITLE:
        raise invalid("title", f"At most {MAX_TITLE} characters, please.")


def _level(asked: Access | None, default: str, space: Space, caller: Caller) -> Access:
    """The access a new document starts with."""
    if asked is not None:
        if asked not in ASSISTANT_LEVELS:
            require_person(caller, f"A {asked.word} document")
        require_above_floor(asked, space.floor_in_force)
        return asked
    level = Access.of(default)
    if caller.is_assistant:
        level = max(level, Access.TEAM)
    return level if space.floor_in_force is None else max(level, Access(space.floor_in_force))


def _parent(parent_id: str | None, space: Space, kind: Kind, caller: Caller) -> Document | None:
    if not parent_id:
        return None
    parent = document_for(caller, parent_id, space.pk, path="parent_id")
    if parent.space_id != space.pk or parent.kind != kind:
        raise invalid("parent_id", "The parent must be of the same space and kind.")
    if parent.part:
        raise invalid("parent_id", "A part has no parts of its own.", fix="Use its parent.")
    return Document.objects.select_for_update(no_key=True, of=("self",)).get(pk=parent.pk)


def _from_template(document: Document, template: str, settings: SettingsInForce, caller: Caller) -> str:
    text = fill(
        template or settings.templates[document.kind],
        title=document.title,
        reference=str(document.reference),
        status=document.status,
        day=settings.today,
        author=caller.person.username if caller.person else "",
        app=caller.assistant.name if caller.assistant else "",
    )
    if template:
        # What is filled in may have made it longer than a text may be.
        require_text(text)
    return text


def _decided_elsewhere(facts: TextFacts, today: date) -> datetime | None:
    """When the text's status log says that it was decided last; None where it does not."""
    days = [line.day for line in facts.status_lines if line.status in DECISIONS and line.day <= today]
    # Noon of that day: it is the same day nearly everywhere.
    return datetime.combine(days[-1], time(12), tzinfo=UTC) if days else None


def _write_first(
    document: Document,
    text: str,
    settings: SettingsInForce,
    message: str,
    caller: Caller,
    *,
    from_template: bool = False,
) -> Saved:
    facts = text_facts(
        document,
        text,
        required_sections=settings.required_sections[document.kind],
        template=settings.templates[document.kind],
    )
    if document.decided_version:
        document.decided_at = _decided_elsewhere(facts, settings.today)
    document.save(force_insert=True)
    version = version_write(
        document,
        text=text,
        facts=facts,
        base=None,
        message=message,
        caller=caller,
        made_lines=facts.status_lines if from_template else (),
    )
    audit_record(
        caller=caller,
        act="document.created",
        object_id=document.pk,
        account_id=document.account_id,
        after={
            "reference": str(document.reference),
            "space_id": document.space_id,
            "title": document.title,
            "status": document.status,
            "access": document.level.word,
            "sha256": version.sha256,
        },
    )
    return Saved(document, version)
