"""Two versions compared, as a page shows them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _

from decisions.admin.panels import COMPARED_SINCE, Since
from decisions.domain.diffs import Change
from decisions.domain.side_by_side import Row, Span, side_by_side
from decisions.domain.unified import unified
from decisions.models import Document
from decisions.services.version_diffs import version_pair
from decisions.services.versions import versions_of
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError
from spaces.kernel.registry import hooks

# What a browser shows without stalling; the rest is counted and can be read as source.
MAX_SHOWN_LINES = 4_000

# Versions to choose from in the page's two lists; of a document with more, they are named by number.
OFFERED_VERSIONS = 200

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


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line of one column, cut into pieces."""

    kind: str
    old_number: int
    new_number: int
    pieces: list[Piece]


@dataclass(frozen=True, slots=True)
class ComparedTexts:
    """Two texts in `rows` of two columns or in `lines` of one, whichever was asked for; both empty where equal."""

    rows: list[ShownRow]
    lines: list[ShownLine]
    # Rows that are not shown.
    left_out: int
    added: int
    removed: int

    @property
    def differ(self) -> bool:
        return bool(self.added or self.removed)


def compared_texts(
    old: str,
    new: str,
    *,
    split: bool = True,
    at_most: int = MAX_SHOWN_LINES,
    changes: Sequence[Change] | None = None,
) -> ComparedTexts:
    """Two texts for a template, no longer than `at_most` rows; `changes` spares comparing where that was done."""
    beside = side_by_side(old, new, at_most=at_most, changes=changes)
    rows = [_shown_row(row) for row in beside.rows] if split else []
    lines = [] if split else [ShownLine(*line[:3], _pieces(*line[3:])) for line in unified(beside.rows)]
    return ComparedTexts(rows, lines, beside.left_out, beside.added, beside.removed)


def comparison(document: Document, *, from_version: int, to_version: int, split: bool) -> dict[str, Any]:
    """What a page shows of two versions. 0 means the current version, and the one before it."""
    try:
        pair = version_pair(document, from_version=from_version, to_version=to_version)
    except DomainError as refusal:
        raise Http404 from refusal
    compared = compared_texts(pair.old_text, pair.new.text, split=split)
    return {
        "compared": compared,
        "from_version": pair.before,
        "to_version": pair.new.number,
        "sections_changed": pair.sections_changed,
        "only_status_lines": pair.only_status_lines,
        "old_title": titled(pair.before),
        "new_title": titled(pair.new.number),
        "split": split,
    }


def titled(number: int) -> str:
    """What a column that shows a version is called; before the first there is nothing."""
    return _("Version %(number)d") % {"number": number} if number else _("Nothing")


def compare_context(
    document: Document, caller: Caller, *, from_version: int, to_version: int, split: bool
) -> dict[str, Any]:
    """The page of a comparison; where no version is named, what changed since the person last judged it."""
    current = document.current_version
    since = [each for each in _since(document, caller) if each.number < current]
    judged = [each.number for each in since if each.by_default]
    if not from_version and not to_version and judged:
        from_version = judged[0]
    chosen = comparison(document, from_version=from_version, to_version=to_version, split=split)
    return {**chosen, "since": since, "versions": _offered(document)}


def _since(document: Document, caller: Caller) -> list[Since]:
    """From where a reader may want to see what changed until now."""
    told = hooks.run(COMPARED_SINCE, document=document, caller=caller).values()
    since = [each for each in told if each is not None]
    if document.decided_version:
        since.append(Since(document.decided_version, _("Since it was decided")))
    return [*since, Since(1, _("Since version 1"))]


def _offered(document: Document) -> Any:
    """The versions to choose from; None where there are too many for a list."""
    if document.current_version > OFFERED_VERSIONS:
        return None
    return versions_of(document).order_by("-number")


def _shown_row(row: Row) -> ShownRow:
    return ShownRow(
        row.kind.value,
        row.old_number,
        row.new_number,
        _pieces(row.old_text, row.old_marks),
        _pieces(row.new_text, row.new_marks),
    )


def _pieces(text: str, marks: tuple[Span, ...]) -> list[Piece]:
    """A line cut at its marks, the marked pieces told from the others."""
    cut: list[Piece] = []
    at = 0
    for start, end in marks:
        cut.append((text[at:start], False))
        # A line end that differs in bytes alone would be marked and not seen.
        cut.append((text[start:end].replace("\r", "␍"), True))
        at = end
    cut.append((text[at:], False))
    return [piece for piece in cut if piece[0]]
