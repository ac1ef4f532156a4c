"""One document as its readers see it, with what they asked to be included."""

from collections.abc import Callable, Collection
from typing import Any

from decisions.domain.text import find_sections, outline, scan, section_text
from decisions.hooks import DOCUMENT_FACTS
from decisions.models import Document, Version
from decisions.querysets import binds, document_for
from decisions.services.comment_listing import open_threads
from decisions.services.listings import listed_in
from decisions.services.record_findings import record_findings
from decisions.services.records import read_with_record
from decisions.services.reference_findings import reference_findings
from decisions.services.versions import Saved, version_of
from spaces.domain.caller import Caller
from spaces.kernel.errors import invalid
from spaces.kernel.registry import hooks
from spaces.models import Space

# name -> what it adds for (document, version, caller); apps above add theirs when they are ready.
Include = Callable[[Document, Version, Caller], Any]

DEFAULT_INCLUDES = ("text", "findings")


def document_read(
    document: Document,
    caller: Caller,
    *,
    number: int = 0,
    include: Collection[str] = DEFAULT_INCLUDES,
    section: str = "",
) -> dict[str, Any]:
    """What DocumentWhole shows: the record, one version (0 = current), and the parts asked for.

    `section` narrows the text to one heading's part; a heading that is not there, or more than one with
    that path, is `invalid_arguments` with the paths there are.
    """
    version = read_with_record(document, number)
    shown: dict[str, Any] = {
        "document": document,
        "version": version.number,
        "saved_by": version.byline,
        "saved_at": version.created_at,
        "sha256": version.sha256,
        "in_force": binds(document),
        **{name: INCLUDES[name](document, version, caller) for name in include if name in INCLUDES},
    }
    told = hooks.run(DOCUMENT_FACTS, document=document, version=version, caller=caller, include=include)
    for facts in told.values():
        shown |= facts
    if "text" in include or section:
        shown["text"] = _section(version.text, section) if section else version.text
    return shown


def saved_read(saved: Saved, caller: Caller) -> dict[str, Any]:
    """What SavedDocument shows of a version that was just saved, or found unchanged."""
    return {
        "document": saved.document,
        "version": saved.version.number,
        "sha256": saved.version.sha256,
        "unchanged": saved.unchanged,
        "findings": findings_of(saved.document, saved.version, caller),
    }


def saved_again(caller: Caller, document_id: str) -> dict[str, Any]:
    """What SavedDocument shows of a document that was made a while ago: as it is now, if it may be read."""
    document = document_for(caller, document_id)
    return saved_read(Saved(document, version_of(document)), caller)


def findings_of(document: Document, version: Version, caller: Caller) -> dict[str, Any]:
    """What is remarked about a version: kept with it, or judged now, in the order of its lines."""
    judged = [*record_findings(document, version), *reference_findings(document, version, caller)]
    found = sorted([*version.findings, *judged], key=lambda finding: finding["line"])
    return {"items": found, "total": version.findings_total + len(judged)}


def _outline(document: Document, version: Version, caller: Caller) -> list[dict[str, Any]]:
    return [
        {"line": heading.line, "level": heading.level, "text": heading.text, "path": " > ".join(heading.path)}
        for heading in outline(scan(version.text))
    ]


def _links(document: Document, version: Version, caller: Caller) -> list[Space]:
    return listed_in(document, caller)


INCLUDES: dict[str, Include] = {
    "findings": findings_of,
    "outline": _outline,
    "comments": open_threads,
    "links": _links,
}


def _section(text: str, path: str) -> str:
    scanned = scan(text)
    found = section_text(scanned, path)
    if found is not None:
        return found
    matching = find_sections(scanned, path)
    paths = [" > ".join(heading.path) for heading in matching or outline(scanned)]
    # Enough to choose from in one answer; the outline has them all.
    some = "; ".join(paths[:20]) + ("; …" if len(paths) > 20 else "")
    raise invalid(
        "section",
        "More than one section has this path." if matching else "There is no such section.",
        fix=f"Use one of: {some}" if some else "The text has no headings: read it whole.",
    )
