"""Who may read a document: its level, the people it names and its preview link."""

import secrets
from collections.abc import Mapping
from typing import Any

from django.db import transaction
from guardian.shortcuts import assign_perm, remove_perm

from decisions.domain.kinds import Status
from decisions.models import Document
from decisions.models.named_people import READ_DOCUMENT
from decisions.querysets import documents_visible_to
from decisions.services.rights import require_author_or_manager
from spaces.domain.access import ASSISTANT_LEVELS, Access
from spaces.domain.caller import Caller
from spaces.domain.roles import MANAGERS
from spaces.kernel.errors import invalid, not_found
from spaces.models import Membership, Space, User
from spaces.services.audit import audit_record
from spaces.services.rights import require_person
from spaces.services.tree import require_above_floor


@transaction.atomic
def document_set_access(*, document: Document, access: Access, caller: Caller) -> Document:
    """The document at a level set by its author or a manager; the level it has already is success.

    An assistant may only narrow, to team or internal (`person_required` otherwise). A level more open than
    the floor in force is `below_access_floor`.
    """
    # The space first, as a raised floor does: its documents are changed while it is held.
    space = Space.objects.select_for_update(no_key=True).get(pk=document.space_id)
    document = _held(document, caller)
    require_author_or_manager(document, caller)
    if access == document.level:
        return document
    if access not in ASSISTANT_LEVELS or access < document.level:
        require_person(caller, "More open access")
    require_above_floor(access, space.floor_in_force)
    _require_decider_reads(document, access)
    before, document.access = document.level, access
    document.save(update_fields=["access"])
    _record(document, caller, "document.access_set", {"access": before.word}, {"access": access.word})
    return document


def _require_decider_reads(document: Document, access: Access) -> None:
    """Refuse to shut out who is to decide a document in review: another has to be named first."""
    narrowed = access is Access.INTERNAL and access > document.level
    if not (narrowed and document.status == Status.IN_REVIEW and document.decider_id != document.author_id):
        return
    shut_out = Membership.objects.filter(
        account_id=document.account_id, user_id=document.decider_id, user__is_active=True
    ).exclude(role__in=list(MANAGERS))
    if shut_out.exists():
        raise invalid(
            "access",
            "The decider could no longer read the document, which is in review.",
            fix="Name a decider who is a manager of the account first, or leave the review.",
        )


@transaction.atomic
def reader_add(*, document: Document, reader: User, caller: Caller) -> None:
    """Name a person as reader of a document; naming them again changes nothing."""
    require_person(caller, "Named people")
    document = _held(document, caller)
    require_author_or_manager(document, caller)
    if document.named_people.filter(user=reader).exists():
        return
    assign_perm(READ_DOCUMENT, reader, document)
    _record(document, caller, "reader.added", {}, {"person": reader.pk})


@transaction.atomic
def reader_remove(*, document: Document, reader: User, caller: Caller) -> None:
    """Stop naming a person."""
    require_person(caller, "Named people")
    document = _held(document, caller)
    require_author_or_manager(document, caller)
    if not document.named_people.filter(user=reader).exists():
        raise not_found("named person")
    remove_perm(READ_DOCUMENT, reader, document)
    _record(document, caller, "reader.removed", {"person": reader.pk}, {})


@transaction.atomic
def preview_link_renew(*, document: Document, caller: Caller) -> str:
    """The token of a new preview link; the one before stops working."""
    return _set_preview_token(document, caller, secrets.token_urlsafe(32), "preview_link.renewed")


@transaction.atomic
def preview_link_remove(*, document: Document, caller: Caller) -> None:
    """End the preview link."""
    _set_preview_token(document, caller, "", "preview_link.removed")


def _set_preview_token(document: Document, caller: Caller, token: str, act: str) -> str:
    require_person(caller, "The preview link")
    document = _held(document, caller)
    require_author_or_manager(document, caller)
    document.preview_token = token or None
    document.save(update_fields=["preview_token"])
    # The token is a secret and stays out of the log.
    _record(document, caller, act, {}, {})
    return token


@transaction.atomic
def documents_raise(*, floors: Mapping[str, Access], caller: Caller) -> int:
    """How many documents were closed to the new floors of their spaces (by id), within the caller's act."""
    raised = 0
    for space_id, floor in sorted(floors.items()):
        open_ones = Document.objects.select_for_update(no_key=True).filter(
            space_id=space_id, access__lt=floor
        )
        for document in open_ones.order_by("pk"):
            before = document.level
            document.access = floor
            document.save(update_fields=["access"])
            _record(document, caller, "document.raised", {"access": before.word}, {"access": floor.word})
            raised += 1
    return raised


def _held(document: Document, caller: Caller) -> Document:
    found = (
        documents_visible_to(caller, by_id=True)
        .select_for_update(no_key=True, of=("self",))
        .filter(pk=document.pk)
    ).first()
    if found is None:
        raise not_found("document")
    return found


def _record(
    document: Document, caller: Caller, act: str, before: dict[str, Any], after: dict[str, Any]
) -> None:
    audit_record(
        caller=caller,
        act=act,
        object_id=document.pk,
        account_id=document.account_id,
        before=before,
        after=after,
    )
