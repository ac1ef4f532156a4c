"""Which document may supersede another."""

from decisions.domain.kinds import BINDING
from decisions.models import Document
from decisions.querysets import document_for
from spaces.domain.caller import Caller
from spaces.kernel.errors import invalid

# Longer than any chain of documents that replaced each other; a bound for a walk that must end.
_MAX_CHAIN = 1_000


def successor_held(document: Document, successor_id: str | None, caller: Caller) -> Document | None:
    """The successor that the caller names, with both rows held in the order of their ids.

    A→B and B→A at once then wait for each other in one order, and the second sees what the first did.
    """
    if not successor_id:
        return None
    successor = document_for(caller, successor_id, document.space_id)
    pair = sorted({document.pk, successor.pk})
    held = Document.objects.select_for_update(no_key=True).filter(pk__in=pair).order_by("pk")
    return {each.pk: each for each in held}[successor.pk]


def require_successor(document: Document, successor: Document | None) -> None:
    """Pass for a document of the same space that is decided itself and not superseded by this one."""
    if successor is None:
        raise invalid("successor_id", "Superseding needs the document that takes over.")
    if successor.pk == document.pk:
        raise invalid("successor_id", "A document does not supersede itself.")
    if successor.space_id != document.space_id:
        raise invalid("successor_id", "The successor must live in the same space.")
    if successor.status not in BINDING:
        raise invalid(
            "successor_id",
            f"{successor.reference} is {successor.status}: only an accepted or published one takes over.",
            fix="Decide the successor first.",
        )
    later: Document | None = successor
    for _ in range(_MAX_CHAIN):
        if later is None:
            return
        if later.pk == document.pk:
            raise invalid("successor_id", "It is superseded by this document already.")
        later = later.successor
    raise invalid("successor_id", "This chain of successors is too long to follow.")
