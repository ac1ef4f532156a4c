"""Versions: saving a text on the version it was made from, reading old ones, restoring them."""

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from decisions.domain.text import StatusLineText, only_status_lines_changed
from decisions.hooks import VERSION_ADDED
from decisions.models import DiagramVersion, Document, Version
from decisions.querysets import documents_visible_to
from decisions.services.citations import citations_write
from decisions.services.comment_places import places_carry
from decisions.services.rights import require_editor
from decisions.services.status_lines import status_lines_write
from decisions.services.texts import (
    TextFacts,
    require_text,
    search_entry_write,
    text_facts,
)
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError, invalid, not_found
from spaces.kernel.registry import hooks
from spaces.services.audit import audit_record
from spaces.services.settings import settings_of

MAX_MESSAGE = 500


@dataclass(frozen=True)
class Saved:
    """A document and the version it is at; `unchanged` where its text already was the one sent."""

    document: Document
    version: Version
    unchanged: bool = False


def sha256_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


@transaction.atomic
def version_add(
    *, document: Document, base_version: int, text: str, message: str = "", caller: Caller
) -> Saved:
    """The document's new version, made from `base_version`; the current one where the text is unchanged.

    The base is judged first: a stale one is `conflict`, whatever else holds, and nothing is written. Of two
    writers from one base exactly one wins. The text is stored byte for byte as sent.
    """
    document = document_held(document, caller)
    require_editor(document, caller)
    require_one_line(message)
    base = version_of(document)
    digest = sha256_of(text)
    require_base(base, base_version, digest)
    if base.sha256 == digest:
        return Saved(document, base, unchanged=True)
    require_text(text)
    facts = facts_of(document, text)
    if facts.title and facts.title != base.title:
        # Who rewrites the title line renames the document; a title given beside another line stays.
        document.title = facts.title
    markdown = document.format == "markdown"
    status_only = markdown and only_status_lines_changed(base.text, text)
    version = version_write(
        document,
        text=text,
        facts=facts,
        base=base,
        message=message,
        caller=caller,
        text_author_id=base.text_author_id if status_only else None,
    )
    hooks.run(VERSION_ADDED, document=document, version=version, base=base)
    audit_record(
        caller=caller,
        act="version.added",
        object_id=document.pk,
        account_id=document.account_id,
        before={"version": base_version, "sha256": base.sha256},
        after={"version": version.number, "sha256": digest, "message": message},
    )
    return Saved(document, version)


@transaction.atomic
def version_restore(
    *, document: Document, base_version: int, number: int, message: str = "", caller: Caller
) -> Saved:
    """The new version that brings an old text back, on the current base."""
    # A stale base is a conflict whatever else is wrong, as where the version to restore is not there.
    document = document_held(document, caller)
    require_base(version_of(document), base_version)
    old = version_of(document, number)
    return version_add(
        document=document,
        base_version=base_version,
        text=old.text,
        message=message or f"Restore version {number}",
        caller=caller,
    )


def version_of(document: Document, number: int = 0) -> Version:
    """One version with its text; 0 is the current one."""
    wanted = number or document.current_version
    version: Version | None = Version.objects.filter(document=document, number=wanted).first()
    if version is None:
        raise not_found("version")
    return version


def versions_of(document: Document) -> QuerySet[Version]:
    """The versions of a document, without their texts."""
    return (
        Version.objects.filter(document=document)
        .defer("text", "findings", "references")
        .select_related("author")
    )


def version_write(
    document: Document,
    *,
    text: str,
    facts: TextFacts,
    base: Version | None,
    message: str,
    caller: Caller,
    made_lines: Sequence[StatusLineText] = (),
    text_author_id: str | None = None,
    also: Collection[str] = (),
) -> Version:
    """Write the row of a new current version and all that is kept of it, within the caller's transaction.

    `base` is the version it is made from, the current one; None for the first. `made_lines` are the status
    lines that this service wrote into the text, and `text_author_id` is who wrote the rest where only a move's
    own lines are new. `also` names what else of the document has changed.
    """
    version = Version(
        document=document,
        number=base.number + 1 if base else 1,
        text=text,
        title=facts.title,
        message=message,
        author_id=caller.subject,
        text_author_id=text_author_id or caller.subject,
        assistant_id=caller.assistant_id,
        byline=caller.byline,
        status_only=text_author_id is not None,
        base_version=base.number if base else 0,
        created_at=timezone.now(),
        sha256=sha256_of(text),
        size=len(text.encode()),
        findings=facts.findings,
        findings_total=facts.findings_total,
        references=facts.references,
    )
    version.save(force_insert=True)
    document.current_version = version.number
    document.updated_at = version.created_at
    document.save(update_fields=["current_version", "updated_at", "title", *also])
    places_carry(document=document, version=version)
    status_lines_write(document, facts.status_lines, made=made_lines)
    # The lines of a move name a successor; that is the record's word, and no citation of the author's.
    if not version.status_only:
        citations_write(document, facts.references, before=base.references if base else ())
    search_entry_write(document, text)
    return version


def document_held(document: Document, caller: Caller) -> Document:
    """The document as it is now, held until the transaction ends; gone if the caller no longer reads it."""
    return documents_held([document], caller)[document.pk]


def documents_held(documents: Collection[Document], caller: Caller) -> dict[str, Document]:
    """The documents by id as they are now, held in the order of their ids; `not_found` where one is gone."""
    wanted = {document.pk for document in documents}
    found = (
        documents_visible_to(caller, by_id=True)
        .select_for_update(no_key=True, of=("self",))
        .select_related("author", "space__account", "space__settings")
        .filter(pk__in=wanted)
        .order_by("pk")
    )
    held = {document.pk: document for document in found}
    if set(held) != wanted:
        raise not_found("document")
    return held


def facts_of(document: Document, text: str) -> TextFacts:
    """What is to be kept of a text of the document, by the settings of its space."""
    settings = settings_of(document.space)
    return text_facts(
        document,
        text,
        required_sections=settings.required_sections[document.kind],
        template=settings.templates[document.kind],
    )


def require_one_line(message: str) -> None:
    if len(message) > MAX_MESSAGE or len(message.splitlines()) > 1:
        raise invalid("message", f"One line of at most {MAX_MESSAGE} characters, please.")


def require_base(
    current: Version | DiagramVersion, base_version: int, digest: str = "", *, what: str = "document"
) -> None:
    """Pass where `base_version` is the current one; else `conflict`, which says if the text is there already."""
    if base_version == current.number:
        return
    raise DomainError(
        "conflict",
        f"The {what} is at version {current.number} by now, saved by {current.byline}.",
        fix="Read the current version, put your change into it, and save with its number as base_version.",
        path="base_version",
        current_version=current.number,
        saved_by=current.byline,
        saved_at=current.created_at.isoformat().replace("+00:00", "Z"),
        same_text=current.sha256 == digest,
    )
