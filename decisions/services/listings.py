"""Listing a document in other spaces of its account."""

from django.db import transaction
from django.db.models import Q

from decisions.models import Document, DocumentListing
from decisions.services.rights import require_writer
from spaces.domain.caller import Caller
from spaces.kernel.errors import invalid, not_found
from spaces.models import Space
from spaces.querysets import spaces_visible_to
from spaces.services.audit import audit_record
from spaces.services.spaces import space_for


@transaction.atomic
def document_link(*, document: Document, target_space_id: str, caller: Caller) -> Document:
    """The document, listed in another space of its account too; its rules stay those of its home."""
    target = _target(document, target_space_id, caller)
    _, made = DocumentListing.objects.get_or_create(document=document, space=target)
    if made:
        _record(document, caller, "document.linked", target)
    return document


@transaction.atomic
def document_unlink(*, document: Document, target_space_id: str, caller: Caller) -> Document:
    """The document, no longer listed in that space; safe to repeat."""
    target = _target(document, target_space_id, caller)
    removed, _ = DocumentListing.objects.filter(document=document, space=target).delete()
    if removed:
        _record(document, caller, "document.unlinked", target)
    return document


def listed_in(document: Document, caller: Caller) -> list[Space]:
    """The spaces that list a document, its home first, as far as the caller sees them."""
    listed = DocumentListing.objects.filter(document=document).values("space_id")
    spaces = spaces_visible_to(caller).filter(Q(pk=document.space_id) | Q(pk__in=listed))
    return sorted(spaces, key=lambda space: (space.pk != document.space_id, space.pk))


def _target(document: Document, space_id: str, caller: Caller) -> Space:
    require_writer(document, caller)
    target = space_for(caller, space_id)
    if target.account_id != document.account_id:
        raise not_found("space")
    if target.pk == document.space_id:
        raise invalid("target_space_id", "This is the document's home, where it is listed always.")
    return target


def _record(document: Document, caller: Caller, act: str, target: Space) -> None:
    audit_record(
        caller=caller,
        act=act,
        object_id=document.pk,
        account_id=document.account_id,
        after={"space_id": target.pk},
    )
