"""Where questions and diagrams stand: a space, and perhaps a document that then sets who reads and writes."""

from dataclasses import dataclass
from typing import TypeAlias

from decisions.models import Diagram, Document, Question
from decisions.querysets import document_for, documents_visible_to
from decisions.services.rights import require_writer
from decisions.services.talk import require_talker
from spaces.domain.access import Access
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError, not_found
from spaces.models import Space
from spaces.querysets import spaces_visible_to
from spaces.services.spaces import space_for


@dataclass(frozen=True)
class Place:
    """A space, and the document of it that something is about."""

    space: Space
    document: Document | None = None


Placed: TypeAlias = Place | Question | Diagram


def place_for(caller: Caller, space_id: str, document_id: str | None = None) -> Place:
    """The place a caller means; a document they read opens its space to them for what is about it."""
    if not document_id:
        return Place(space_for(caller, space_id))
    document = document_for(caller, document_id, space_id)
    if document.space_id == space_id:
        return Place(document.space, document)
    return Place(Space.objects.get(pk=space_id), document)


def space_listed_for(caller: Caller, space_id: str) -> str:
    """The id of a space whose lists a caller may ask for: one they see, or where they read a document."""
    sees = spaces_visible_to(caller).filter(pk=space_id).exists()
    if not sees and not documents_visible_to(caller).filter(space_id=space_id).exists():
        raise not_found("space")
    return space_id


def require_member_of(place: Placed, caller: Caller) -> None:
    """Pass for the members who write here: of what is about no document, under an internal floor managers."""
    if place.document is not None:
        require_writer(place.document, caller)
        return
    account_id = place.space.account_id
    closed = place.space.floor_in_force == Access.INTERNAL
    if not (caller.manages(account_id) if closed else caller.is_member(account_id)):
        raise DomainError(
            "forbidden",
            "Under an internal floor only managers of the account write this."
            if closed
            else "You read this space, but only members of its account write here.",
            fix="Ask a manager of the account." if closed else "Ask a member of the account.",
        )


def require_participant(place: Placed, caller: Caller) -> None:
    """Pass for who may talk here: members, and about a document its named people and partners too."""
    if place.document is None:
        require_member_of(place, caller)
    else:
        require_talker(place.document, caller)
