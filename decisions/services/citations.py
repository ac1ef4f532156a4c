"""What a document's text names, and what names the document."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import CharField, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Cast, Concat

from decisions.models import Alias, Document, DocumentCitation
from decisions.querysets import documents_visible_to
from spaces.domain.caller import Caller
from spaces.kernel.ids import PublicIdField

# What a page of relations lists of each; how many there are besides is said.
MAX_LISTED = 50

_CALLED = ("kind", "number", "part")

# As "rfc 12.1", a part being 0 where there is none.
_SPELLED = Concat("kind", Value(" "), Cast("number", CharField()), Value("."), Cast("part", CharField()))

_ID = PublicIdField("ldoc")


@dataclass(frozen=True)
class Cited:
    """Documents in the order of their references, and whether there are more."""

    documents: list[Document]
    more: bool


def citations_write(
    document: Document, references: Sequence[Sequence[Any]], *, before: Sequence[Sequence[Any]]
) -> None:
    """Keep which documents the current text names, of `[line, kind, number, part]`, within the save of it.

    `before` is what the text named until now. No statement where both name the same.
    """
    named, kept = _called(references), _called(before)
    if gone := kept - named:
        # One condition of one list: a tree of conditions, one for each, has a limit in SQLite.
        rows = DocumentCitation.objects.filter(document=document).annotate(spelled=_SPELLED)
        rows.filter(spelled__in=[f"{kind} {number}.{part}" for kind, number, part in gone]).delete()
    DocumentCitation.objects.bulk_create(
        DocumentCitation(
            document=document, space_id=document.space_id, **dict(zip(_CALLED, called, strict=True))
        )
        for called in sorted(named - kept)
    )


def _called(references: Sequence[Sequence[Any]]) -> set[tuple[Any, ...]]:
    return {tuple(called) for _, *called in references}


def cited_by(document: Document, caller: Caller) -> Cited:
    """The documents that name this one, by its reference here or a former one, as far as the caller reads them."""
    spelled = Q(space_id=document.space_id, kind=document.kind, number=document.number, part=document.part)
    for alias in Alias.objects.filter(document=document).values("space_id", *_CALLED):
        spelled |= Q(**alias)
    citing = DocumentCitation.objects.filter(spelled).values("document_id")
    return _listed(documents_visible_to(caller).filter(pk__in=citing).exclude(pk=document.pk))


def cites(document: Document, caller: Caller) -> Cited:
    """The documents of its space that the current text names, former references included, and the caller reads."""
    called = {name: OuterRef(name) for name in ("space_id", *_CALLED)}
    rows = (
        DocumentCitation.objects.filter(document=document)
        .annotate(
            target=Subquery(Document.objects.filter(**called).values("pk")[:1], output_field=_ID),
            formerly=Subquery(Alias.objects.filter(**called).values("document_id")[:1], output_field=_ID),
        )
        .values_list("target", "formerly")
    )
    # By their ids: with the question itself in its place the database would try it on every document there is.
    meant = {target or formerly for target, formerly in rows} - {None, document.pk}
    return _listed(documents_visible_to(caller).filter(pk__in=meant)) if meant else Cited([], more=False)


def _listed(documents: QuerySet[Document]) -> Cited:
    rows = list(documents.order_by(*_CALLED, "pk")[: MAX_LISTED + 1])
    return Cited(rows[:MAX_LISTED], len(rows) > MAX_LISTED)
