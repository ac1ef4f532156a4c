"""An anchor: a quote of a text, with what stands around it."""

from bisect import bisect_right
from dataclasses import dataclass
from typing import NamedTuple

from decisions.domain.text import TextScan, scan

# Characters kept on each side of a quote (product.md §7).
CONTEXT = 32

# A long paragraph. Whoever speaks of more than that speaks of a section, and can quote how it begins.
MAX_QUOTE = 2_000

# Kept of a heading: enough to know it by, where somebody made a heading of a whole text.
_MAX_HEADING = 200


class QuoteMissing(ValueError):
    """The quote is no piece of the text."""


class Place(NamedTuple):
    """A piece of a text: where it begins and ends, its first line (from 1), and whether it is the quote exactly.

    Offsets count characters of the flat text: without byte order mark, each line end one `\\n`.
    """

    start: int
    end: int
    line: int
    exact: bool


@dataclass(frozen=True, slots=True)
class Anchor:
    """A quote, at most 32 characters before and after it, the headings it stands under, and where it was made."""

    quote: str
    before: str
    after: str
    path: tuple[str, ...]
    start: int
    line: int

    @property
    def place(self) -> Place:
        """Where it stands in the text it was made on."""
        return Place(self.start, self.start + len(self.quote), self.line, exact=True)


def anchor_at(text: str, quote: str, start: int | None = None) -> Anchor:
    """The anchor of a quote in a text: the occurrence at `start`, else its first; quote more to mean another.

    Line ends do not count. QuoteMissing where the text does not hold the quote, or it is blank.
    """
    scanned = scan(text)
    quote = flat_text(quote)
    if start is None or not scanned.flat.startswith(quote, start):
        start = scanned.flat.find(quote)
    if start < 0 or not quote.strip():
        raise QuoteMissing
    line, end = line_at(scanned.flat, start), start + len(quote)
    return Anchor(
        quote=quote,
        before=scanned.flat[max(0, start - CONTEXT) : start],
        after=scanned.flat[end : end + CONTEXT],
        path=_path_at(scanned, line),
        start=start,
        line=line,
    )


def flat_text(text: str) -> str:
    """A text as its scan has it: no byte order mark, each line end one line feed."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def place_of(flat: str, start: int, end: int, quote: str) -> Place:
    """A piece of a flat text as a place."""
    return Place(start, end, line_at(flat, start), flat[start:end] == quote)


def line_at(flat: str, start: int) -> int:
    """The line, from 1, of a character of a flat text."""
    return flat.count("\n", 0, start) + 1


def _path_at(scanned: TextScan, line: int) -> tuple[str, ...]:
    above = bisect_right(scanned.headings, line, key=lambda heading: heading.line)
    path = scanned.headings[above - 1].path if above else ()
    return tuple(heading[:_MAX_HEADING] for heading in path)
