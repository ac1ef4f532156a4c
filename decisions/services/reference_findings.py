"""What is to be said of the documents a text names, judged by the day it is read."""

from typing import Any

from django.db.models import Exists, OuterRef, Q

from decisions.domain.kinds import Kind, Status
from decisions.domain.references import Reference
from decisions.models import Alias, Document, Version
from decisions.querysets import documents_visible_to
from spaces.domain.caller import Caller


def reference_findings(document: Document, version: Version, caller: Caller) -> list[dict[str, Any]]:
    """Findings about references within the document's space: to nothing, or to what was superseded.

    A document that not every reader of this one's level can read is told like one that does not exist, to
    everybody alike; a successor is named only to a caller who may read it.
    """
    if not version.references:
        return []
    named = {(kind, number, part) for _, kind, number, part in version.references}
    there = _documents_called(document, named)
    successors = _readable_successors(there, caller)
    findings: list[dict[str, Any]] = []
    for line, kind, number, part in version.references:
        target = there.get((kind, number, part))
        spelled = str(Reference(Kind(kind), number, part))
        if target is None or target.access > document.access:
            findings.append(_unknown(line, spelled))
        elif target.status == Status.SUPERSEDED:
            findings.append(_superseded(line, spelled, successors.get(target.successor_id)))
    return findings


Called = tuple[str, int, int]


def _documents_called(document: Document, named: set[Called]) -> dict[Called, Document]:
    """The documents of the space behind these references, former ones included."""
    # One condition a kind: SQLite takes no more than 1,000 nested ones. What it finds besides is not looked up.
    wanted = Q(pk__in=[])
    for each in sorted({kind for kind, _, _ in named}):
        numbers = {number for kind, number, _ in named if kind == each}
        parts = {part for kind, _, part in named if kind == each}
        wanted |= Q(kind=each, number__in=numbers, part__in=parts)
    former = Alias.objects.filter(wanted, space_id=document.space_id)
    by_id = {
        each.pk: each
        for each in Document.objects.filter(
            (wanted & Q(space_id=document.space_id)) | Q(pk__in=former.values("document_id"))
        )
        .annotate(meant_formerly=Exists(former.filter(document_id=OuterRef("pk"))))
        .only(*_JUDGED_BY)
    }
    there = {
        (each.kind, each.number, each.part): each
        for each in by_id.values()
        if each.space_id == document.space_id
    }
    if any(each.meant_formerly for each in by_id.values()):
        # Somebody used a former reference, and only then is it worth asking which.
        for alias in former:
            there.setdefault((alias.kind, alias.number, alias.part), by_id[alias.document_id])
    return there


_JUDGED_BY = ("space_id", "kind", "number", "part", "access", "status", "successor_id")


def _readable_successors(there: dict[Called, Document], caller: Caller) -> dict[str | None, Document]:
    """The successors of superseded documents that the caller may read; no statement where there are none."""
    ids = [each.successor_id for each in there.values() if each.successor_id]
    return {each.pk: each for each in documents_visible_to(caller).filter(pk__in=ids)} if ids else {}


def _unknown(line: int, spelled: str) -> dict[str, Any]:
    return {
        "rule": "reference-unknown",
        "severity": "warning",
        "line": line,
        "message": f"{spelled} does not exist here, or not every reader of this document can read it.",
        "fix": "Correct the reference, or write in words what the other document says.",
    }


def _superseded(line: int, spelled: str, successor: Document | None) -> dict[str, Any]:
    by = f" by {successor.reference}" if successor else ""
    return {
        "rule": "reference-superseded",
        "severity": "warning",
        "line": line,
        "message": f"{spelled} is superseded{by}.",
        "fix": f"Refer to {successor.reference} instead." if successor else "Refer to what replaced it.",
    }
