"""A document's text as its page shows it: with its threads at their quotes and its findings at their lines."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from decisions.admin.diagram_pictures import INVALID_DIAGRAM, figures
from decisions.admin.rendered import RenderedText, rendered_text
from decisions.admin.talk_page import Card, cards
from decisions.domain.anchors.anchor import Place, flat_text
from decisions.domain.marking import Block, Blocks, Insertion, Mark, Piece, QuoteFinder, written
from decisions.models import CommentThread, Document, Version
from decisions.services.comment_listing import threads_beside
from decisions.services.reading import findings_of
from spaces.domain.caller import Caller

# Of a source line beside a finding: enough to find it by.
_LINE_SHOWN = 160

# Notes in the margin: of one block, and of a page, before they bury the text. The list has them all.
_NOTES_A_BLOCK = 3
_NOTES_A_PAGE = 100

# How a finding is coloured.
FINDING_LOOK = {"error": "danger", "warning": "warning", "info": "info"}


@dataclass(frozen=True)
class ShownFinding:
    """A finding with its number on the page, how it is coloured and the line of the text it is about."""

    number: int
    rule: str
    severity: str
    line: int
    message: str
    fix: str
    look: str
    source: str
    in_margin: bool = False


def text_context(document: Document, version: Version, caller: Caller, *, talks: bool) -> dict[str, Any]:
    """A version's text with all that stands at its pieces, and the lists of the same beside it."""
    rendered = rendered_text(document, version)
    found = findings_of(document, version, caller)
    blocks = Blocks(rendered.html, rendered.blocks)
    findings, notes = _margin(_numbered(found["items"], version), rendered, blocks)
    threads = threads_beside(document, version, caller) if talks else []
    shown = cards(document, threads, caller)
    marks, pins = _quotes(document, version, rendered, blocks, shown)
    pictures = figures(
        document, rendered.diagrams, found["items"], address_of=partial(_picture_url, document, version)
    )
    return {
        "rendered": rendered,
        # The sanitised HTML with our own marks, and insertions made by format_html.
        "text": mark_safe(written(rendered.html, marks, [*pins, *notes, *pictures])),  # noqa: S308
        "threads": shown,
        "findings": findings,
        "findings_left_out": found["total"] - len(found["items"]),
    }


def _numbered(items: Iterable[dict[str, Any]], version: Version) -> Iterator[ShownFinding]:
    lines = version.text.split("\n")
    for number, item in enumerate(items, start=1):
        line = item["line"]
        source = lines[line - 1].strip()[:_LINE_SHOWN] if 0 < line <= len(lines) else ""
        yield ShownFinding(number=number, look=FINDING_LOOK[item["severity"]], source=source, **item)


def _picture_url(document: Document, version: Version, sha256: str) -> str:
    address = reverse("admin:decisions_document_picture", args=[document.pk, sha256])
    return f"{address}?version={version.number}"


def _margin(
    findings: Iterable[ShownFinding], rendered: RenderedText, blocks: Blocks
) -> tuple[list[ShownFinding], list[Insertion]]:
    """The findings, and notes of the first ones beside the blocks that their lines are in."""
    shown: list[ShownFinding] = []
    notes: list[Insertion] = []
    beside: Counter[int] = Counter()
    for finding in findings:
        # A text without blocks has no place for a note, and a diagram says itself why it is not drawn.
        has_place = finding.line and rendered.blocks and finding.rule != INVALID_DIAGRAM
        at = blocks.at(finding.line).beside if has_place else None
        placed = at is not None and beside[at] < _NOTES_A_BLOCK and len(notes) < _NOTES_A_PAGE
        if placed and at is not None:
            beside[at] += 1
            notes.append(Insertion(at, _note(finding)))
        shown.append(replace(finding, in_margin=placed))
    return shown, notes


def _note(finding: ShownFinding) -> SafeString:
    return format_html(
        '<div class="c-note c-note-{}" role="note" id="note-{}" aria-label="{}"><details><summary dir="auto">'
        '<strong>{}</strong> {}</summary><p dir="auto">{}</p></details></div>',
        finding.look,
        finding.number,
        _("Finding at line %(line)s") % {"line": finding.line},
        finding.severity,
        finding.message,
        finding.fix,
    )


def _quotes(
    document: Document, version: Version, rendered: RenderedText, blocks: Blocks, shown: Sequence[Card]
) -> tuple[list[Mark], list[Insertion]]:
    """The marks of the quotes, and after each a pin that leads to its thread; one without marks at its block."""
    if not shown:
        return [], []
    finder = QuoteFinder(flat_text(version.text), rendered.html, blocks)
    marks: list[Mark] = []
    pins: list[Insertion] = []
    for card in shown:
        place = _place(card.thread, document, version)
        if place is None:
            continue
        span = finder.find(Piece(place.start, place.end, place.line))
        if span:
            marks.append(Mark(span.start, span.end, card.thread.pk))
            card.marked = True
        block: Block = blocks.at(place.line)
        pins.append(Insertion(span.after if span else block.beside, _pin(card)))
    return marks, pins


def _place(thread: CommentThread, document: Document, version: Version) -> Place | None:
    """Where a thread stands in this version: in an old one, where it was made."""
    if version.number == document.current_version:
        return thread.place
    return thread.anchor.place if thread.anchor else None


def _pin(card: Card) -> SafeString:
    return format_html(
        '<a class="c-pin" id="quote-{0}" href="#thread-{0}" data-number="{1}" aria-label="{2}"></a>',
        card.thread.pk,
        card.number,
        _("Thread %(number)s by %(name)s") % {"number": card.number, "name": card.thread.first.byline},
    )
