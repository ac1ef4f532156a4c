"""Moving a document to another space of its account."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Q

from decisions.hooks import DOCUMENT_RELOCATED
from decisions.models import (
    Alias,
    Diagram,
    Document,
    DocumentCitation,
    DocumentListing,
    Question,
    StatusLine,
)
from decisions.services.numbering import number_give
from decisions.services.rights import require_author_or_manager
from decisions.services.texts import search_entry_retitle
from decisions.services.versions import document_held
from spaces.domain.access import Access
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError, invalid, not_found
from spaces.kernel.registry import hooks
from spaces.models import Space
from spaces.querysets import spaces_visible_to
from spaces.services.audit import audit_record
from spaces.services.rights import require_person


@transaction.atomic
def document_relocate(*, document: Document, target_space_id: str, caller: Caller) -> Document:
    """The document in another space of its account, with a number of that space; its parts go along.

    Its author or a manager does this, in the console. The floor of the new home holds at once, asks about
    it are outdated, and its former reference goes on leading to it. Refused (`forbidden`) while a tie of
    superseding holds it, or a part, where it is.
    """
    require_person(caller, "The home of a document")
    target = _held_spaces(document, target_space_id, caller)
    document = document_held(document, caller)
    parts = list(Document.objects.select_for_update(no_key=True).filter(parent=document).order_by("part"))
    require_movable(document, parts, caller)
    if document.space_id == target.pk:
        raise invalid("target_space_id", "It lives there already.")
    before = {"space_id": document.space_id, "reference": str(document.reference)}
    for each in (document, *parts):
        _leave_alias(each)
    document.space = target
    number_give(document, None)
    for each in (document, *parts):
        _settle(each, target, document.number)
    hooks.run(DOCUMENT_RELOCATED, documents=[document, *parts])
    audit_record(
        caller=caller,
        act="document.relocated",
        object_id=document.pk,
        account_id=document.account_id,
        before=before,
        after={"space_id": target.pk, "reference": str(document.reference), "access": document.level.word},
    )
    return document


def require_movable(document: Document, parts: Sequence[Document], caller: Caller) -> None:
    """Pass for a document that the caller may move; else why it stays where it is."""
    require_person(caller, "The home of a document")
    require_author_or_manager(document, caller)
    if document.parent_id:
        raise invalid("document_id", "A part goes where its parent goes.", fix="Move the parent.")
    _require_untied([document, *parts])


def relocation_target(document: Document, target_space_id: str, caller: Caller) -> Space:
    """The space of the account that a document is to move to; `not_found` for any other."""
    spaces = spaces_visible_to(caller).filter(account_id=document.account_id)
    target = spaces.select_related("account", "settings").filter(pk=target_space_id).first()
    if target is None:
        raise not_found("space")
    if target.pk == document.space_id:
        raise invalid("target_space_id", "It lives there already.")
    return target


def _held_spaces(document: Document, target_space_id: str, caller: Caller) -> Space:
    """The target, with both homes held in the order of their ids: numbers and floors stand still."""
    visible = spaces_visible_to(caller).filter(account_id=document.account_id, pk=target_space_id)
    if not visible.exists():
        raise not_found("space")
    both = Space.objects.select_for_update(no_key=True).filter(pk__in=[document.space_id, target_space_id])
    return {space.pk: space for space in both.order_by("pk")}[target_space_id]


def _require_untied(documents: list[Document]) -> None:
    ids = [document.pk for document in documents]
    tied = Q(successor__in=ids) | Q(pk__in=ids, successor__isnull=False)
    if Document.objects.filter(tied).exists():
        raise DomainError(
            "forbidden",
            "It supersedes another document, or is superseded: both live in one space.",
            fix="Leave it where it is, and list it in the other space.",
        )


def _leave_alias(document: Document) -> None:
    called = {"kind": document.kind, "number": document.number, "part": document.part}
    Alias.objects.create(space_id=document.space_id, document=document, **called)


def _settle(document: Document, space: Space, number: int) -> None:
    document.space, document.number = space, number
    if space.floor_in_force is not None:
        document.access = max(document.access, Access(space.floor_in_force))
    document.save(update_fields=["space", "number", "access"])
    # It is listed at home without a row of its own.
    DocumentListing.objects.filter(document=document, space=space).delete()
    # What is about it goes where it goes.
    StatusLine.objects.filter(document=document).update(space=space)
    DocumentCitation.objects.filter(document=document).update(space=space)
    Question.objects.filter(document=document).update(space=space)
    Diagram.objects.filter(document=document).update(space=space)
    search_entry_retitle(document)
