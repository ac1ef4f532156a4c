"""Which document may supersede another."""

from dataclasses import dataclass

from decisions.domain.kinds import BINDING
from decisions.models import Document
from decisions.querysets import document_for
from decisions.services.versions import documents_held
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError, invalid
from spaces.kernel.ids import uuid_of


@dataclass(frozen=True)
class Succession:
    """The successor a caller names, as it is now; or why it cannot be one, to be told when its turn comes."""

    successor: Document | None = None
    refusal: DomainError | None = None
    # The document to be superseded, where the two are held.
    document: Document | None = None

    @property
    def named(self) -> bool:
        return self.successor is not None or self.refusal is not None


def succession_held(document: Document, successor_id: str | None, caller: Caller) -> Succession:
    """What a caller names as successor, with both rows held in the order of their ids.

    A→B and B→A at once then wait for each other in one order, and the second sees what the first did.
    """
    if not successor_id:
        return Succession()
    space_id = None if uuid_of(successor_id, "ldoc") else document.space_id
    try:
        successor = document_for(caller, successor_id, space_id, path="successor_id")
    except DomainError as refusal:
        return Succession(refusal=refusal)
    if successor.space_id != document.space_id:
        # Not held: rows of two spaces would be held in another order than a raised floor holds them.
        return Succession(refusal=invalid("successor_id", "The successor must live in the same space."))
    held = documents_held([document, successor], caller)
    return Succession(held[successor.pk], document=held[document.pk])


def require_successor(document: Document, succession: Succession) -> Document:
    """The successor, where it is another document that binds now.

    One that this document has superseded, or would be superseded by in a circle, binds no more itself.
    """
    if succession.refusal:
        raise succession.refusal
    successor = succession.successor
    if successor is None:
        raise invalid("successor_id", "Superseding needs the document that takes over.")
    if successor.pk == document.pk:
        raise invalid("successor_id", "A document does not supersede itself.")
    if successor.status not in BINDING:
        raise invalid(
            "successor_id",
            f"{successor.reference} is {successor.status}: only an accepted or published one takes over.",
            fix="Decide the successor first.",
        )
    return successor
