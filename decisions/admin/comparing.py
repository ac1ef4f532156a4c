"""Two versions compared, as a page shows them."""

from dataclasses import dataclass
from typing import Any

from django.http import Http404

from decisions.domain.side_by_side import Row, Span, side_by_side
from decisions.models import Document
from decisions.services.version_diffs import version_diff
from decisions.services.versions import version_of, versions_of
from spaces.kernel.errors import DomainError

# What a browser shows without stalling; the rest is counted and can be read as source.
MAX_SHOWN_LINES = 4_000

# Versions to choose from in the page's two lists.
_OFFERED_VERSIONS = 200

# A piece of a line, and whether it is what differs.
Piece = tuple[str, bool]


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A row of two columns, each side cut into pieces."""

    kind: str
    old_number: int
    new_number: int
    old: list[Piece]
    new: list[Piece]


def comparison(document: Document, *, from_version: int, to_version: int, split: bool) -> dict[str, Any]:
    """What the page of a comparison shows. 0 means the current version, and the one before it."""
    try:
        diff = version_diff(document, from_version=from_version, to_version=to_version)
    except DomainError as refusal:
        raise Http404 from refusal
    offered = versions_of(document).order_by("-number")[:_OFFERED_VERSIONS]
    shown = {
        "diff": diff,
        "split": split,
        "versions": offered,
        "old_title": f"Version {diff['from_version']}" if diff["from_version"] else "Nothing",
        "new_title": f"Version {diff['to_version']}",
    }
    if split:
        old = version_of(document, diff["from_version"]).text if diff["from_version"] else ""
        new = version_of(document, diff["to_version"]).text
        rows = side_by_side(old, new)
        return {**shown, "rows": shown_rows(rows), "left_out": max(0, len(rows) - MAX_SHOWN_LINES)}
    lines = diff["diff"].split("\n")[2:-1]
    shown_lines = [(_UNIFIED.get(line[:1], "same"), line) for line in lines[:MAX_SHOWN_LINES]]
    return {**shown, "lines": shown_lines, "left_out": max(0, len(lines) - MAX_SHOWN_LINES)}


_UNIFIED = {"+": "added", "-": "removed", "@": "hunk"}


def shown_rows(rows: list[Row]) -> list[ShownRow]:
    """The first rows of a comparison, for the template."""
    return [
        ShownRow(
            row.kind.value,
            row.old_number,
            row.new_number,
            pieces(row.old_text, row.old_marks),
            pieces(row.new_text, row.new_marks),
        )
        for row in rows[:MAX_SHOWN_LINES]
    ]


def pieces(text: str, marks: tuple[Span, ...]) -> list[Piece]:
    """A line cut at its marks, the marked pieces told from the others."""
    cut: list[Piece] = []
    at = 0
    for start, end in marks:
        cut.append((text[at:start], False))
        cut.append((text[start:end], True))
        at = end
    cut.append((text[at:], False))
    return [piece for piece in cut if piece[0]]
