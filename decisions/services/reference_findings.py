"""What is to be said of the documents a text names, judged by the day it is read."""

from typing import Any

from django.db.models import Exists, F, FilteredRelation, OuterRef, Q

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
    there = _documents_called(document, named, caller)
    findings: list[dict[str, Any]] = []
    for line, kind, number, part in version.references:
        target, successor = there.get((kind, number, part), (None, None))
        spelled = str(Reference(Kind(kind), number, part))
        if target is None or target.access > document.access:
            findings.append(_unknown(line, spelled))
        elif target.status == Status.SUPERSEDED:
            findings.append(_superseded(line, spelled, successor))
    return findings


Called = tuple[str, int, int]

# A document, and its successor where the caller may read that.
Meant = tuple[Document, Document | None]


def _documents_called(document: Document, named: set[Called], caller: Caller) -> dict[Called, Meant]:
    """The documents of the space behind these references, former ones included, in one statement."""
    # One condition a kind: SQLite takes no more than 1,000 nested ones. What it finds besides is not looked up.
    wanted = Q(pk__in=[])
    for kind in sorted({called[0] for called in named}):
        numbers = {number for each, number, _ in named if each == kind}
        parts = {part for each, _, part in named if each == kind}
        wanted |= Q(kind=kind, number__in=numbers, part__in=parts)
    here = Q(space_id=document.space_id)
    formerly = Alias.objects.filter(wanted & here).values("document_id")
    found = (
        Document.objects.filter((wanted & here) | Q(pk__in=formerly))
        .annotate(
            # A row for each reference it had in this space, or one without.
            former=FilteredRelation("aliases", condition=Q(aliases__space_id=document.space_id)),
            was=F("former__kind"),
            was_number=F("former__number"),
            was_part=F("former__part"),
            tells_successor=Exists(documents_visible_to(caller).filter(pk=OuterRef("successor_id"))),
        )
        .select_related("successor")
        .only(*_JUDGED_BY)
    )
    there: dict[Called, Meant] = {}
    for target in found:
        meant = (target, target.successor if target.tells_successor else None)
        if target.was:
            there.setdefault((target.was, target.was_number, target.was_part), meant)
        if target.space_id == document.space_id:
            there[target.kind, target.number, target.part] = meant
    return there


_CALLED = ("kind", "number", "part")
_JUDGED_BY = ("space_id", *_CALLED, "access", "status", *(f"successor__{name}" for name in _CALLED))


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
