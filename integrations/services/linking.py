"""What every link of a document to something that carries it out has in common: made, ended, brought back.

The row of what is linked is locked before its document, as it is wherever its state is written.
"""

from collections.abc import Mapping
from typing import Any, TypeVar

from django.utils import timezone

from decisions.models import Document
from integrations.models.pull_requests import Linked
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError
from spaces.services.audit import audit_record

# product.md §8, of each kind of link: a document's list is told whole.
MAX_LINKS = 500

AnyLink = TypeVar("AnyLink", bound=Linked)


def link_stand(
    model: type[AnyLink],
    *,
    document: Document,
    caller: Caller,
    entity: str,
    told: Mapping[str, Any],
    **to: Any,
) -> tuple[AnyLink, bool]:
    """The link of a document that is held to this, standing from now on, and whether it did not before.

    One that was unlinked comes back with its id.
    """
    link = model._default_manager.filter(document=document, **to).first()
    if link is not None and link.unlinked_at is None:
        return link, False
    _require_room(model, document)
    if link is None:
        link = model(document=document, account_id=document.account_id, **to)
    link.space_id = document.space_id
    link.linked_by_id = caller.subject
    link.assistant_id = caller.assistant_id
    link.byline = caller.byline
    link.linked_at = timezone.now()
    link.unlinked_at = None
    link.unlinked_byline = ""
    link.save()
    _record(link, document, caller, f"{entity}.linked", after=told)
    return link, True


def link_end(
    link: Linked, *, document: Document, caller: Caller, entity: str, told: Mapping[str, Any]
) -> bool:
    """Whether a link of a document that is held stood until now; its row stays as history."""
    if link.unlinked_at is not None:
        return False
    link.unlinked_at = timezone.now()
    link.unlinked_byline = caller.byline
    link.save(update_fields=["unlinked_at", "unlinked_byline"])
    _record(link, document, caller, f"{entity}.unlinked", before=told)
    return True


def _require_room(model: type[Linked], document: Document) -> None:
    standing: dict[str, Any] = {"document": document, "unlinked_at__isnull": True}
    if model._default_manager.filter(**standing).count() >= MAX_LINKS:
        raise DomainError(
            "too_large",
            f"A document has at most {MAX_LINKS} links of a kind.",
            fix="Unlink one that no longer matters, or link it to a part of the document.",
            limit=MAX_LINKS,
        )


def _record(link: Linked, document: Document, caller: Caller, act: str, **told: Mapping[str, Any]) -> None:
    audit_record(
        caller=caller,
        act=act,
        object_id=link.pk,
        account_id=document.account_id,
        **{when: {"document_id": document.pk, **facts} for when, facts in told.items()},
    )
