"""The numbers of documents: counted per space and kind, given once."""

from decisions.models import Alias, Document, Numbering


def number_give(document: Document, parent: Document | None, wanted: int | None = None) -> None:
    """Give a document its number in its space, or as the next part of its parent.

    The caller holds the space (or the parent), which keeps any other call from giving the same. A number
    that is `wanted` is given where nothing has or had it.
    """
    if parent:
        parent.last_part += 1
        parent.save(update_fields=["last_part"])
        document.number, document.part = parent.number, parent.last_part
        return
    counter, _ = Numbering.objects.get_or_create(space_id=document.space_id, kind=document.kind)
    if wanted and _is_free(document, wanted):
        document.number = wanted
    else:
        document.number = counter.last_number + 1
    if document.number > counter.last_number:
        counter.last_number = document.number
        counter.save(update_fields=["last_number"])


def number_foreseen(space_id: str, kind: str) -> int:
    """The number that the next document of a kind gets in a space, as things stand."""
    last = (
        Numbering.objects.filter(space_id=space_id, kind=kind).values_list("last_number", flat=True).first()
    )
    return (last or 0) + 1


def _is_free(document: Document, number: int) -> bool:
    called = {"space_id": document.space_id, "kind": document.kind, "number": number}
    return not (Document.objects.filter(**called).exists() or Alias.objects.filter(**called).exists())
