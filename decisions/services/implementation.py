"""Keeping on documents how far they are carried out."""

from collections.abc import Callable, Collection, Iterable, Mapping

from django.db import transaction

from decisions.domain.implementation import Implementation, implementation_of
from decisions.models import Document

# For the documents with these ids: what each of their links has reached; one without links may be left out.
ProgressOf = Callable[[Collection[str]], Mapping[str, Iterable[Implementation]]]


@transaction.atomic
def implementation_settle(*, document_ids: Collection[str], progress_of: ProgressOf) -> None:
    """Write on these documents how far they are carried out, where that has changed.

    They are held in the order of their ids before their links are looked at, so that of two that settle one
    document the later sees what the earlier wrote. It is no change of the document: lists keep their order.
    """
    rows = Document.objects.select_for_update(no_key=True).filter(pk__in=document_ids).order_by("pk")
    before = dict(rows.values_list("pk", "implementation"))
    progress = progress_of(before.keys())
    changed: dict[Implementation, list[str]] = {}
    for document_id, written in before.items():
        word = implementation_of(progress.get(document_id, ()))
        if word != written:
            changed.setdefault(word, []).append(document_id)
    for word, ids in changed.items():
        Document.objects.filter(pk__in=ids).update(implementation=word.value)
