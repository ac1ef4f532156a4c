"""Finding quoted pieces of a text in its rendering."""

from bisect import bisect_left
from functools import lru_cache
from typing import NamedTuple

from decisions.domain.marking.blocks import Block, Blocks
from decisions.domain.marking.words import Words, words_of_html, words_of_text


class Piece(NamedTuple):
    """A piece of a flat text: where it begins and ends, and its first line."""

    start: int
    end: int
    line: int


class Span(NamedTuple):
    """Where a piece stands in the HTML, and where something about it may follow: outside of any link."""

    start: int
    end: int
    after: int


class QuoteFinder:
    """Finds pieces of one text in its HTML; what it read of a block serves all pieces in it."""

    def __init__(self, flat: str, html: str, blocks: Blocks) -> None:
        self._flat, self._html, self._blocks = flat, html, blocks
        self._line_starts = _line_starts(flat)
        self._seen = lru_cache(maxsize=None)(self._words_of_html)
        self._source = lru_cache(maxsize=None)(self._words_of_text)

    def find(self, piece: Piece) -> Span | None:
        """Where the words of a piece stand; None where they do not follow each other there, or it has none."""
        last = piece.line + self._flat.count("\n", piece.start, max(piece.start, piece.end - 1))
        block, html_end = self._blocks.stretch(piece.line, last)
        words, links = self._seen(block, html_end)
        starts = self._line_starts
        # Whole blocks, so that all pieces in one share what is read of it.
        first, until = starts[min(block.line, len(starts)) - 1], self._blocks.following(last)
        end = starts[min(until, len(starts)) - 1] if until else len(self._flat)
        for markdown in (False, True):
            phrase = self._source(min(first, piece.start), max(end, piece.end), markdown).phrase(*piece[:2])
            found = words.find(phrase) if phrase else None
            if found:
                return Span(*found, _after(found[1], links))
        return None

    def _words_of_html(self, block: Block, end: int) -> tuple[Words, list[tuple[int, int]]]:
        return words_of_html(self._html, block.start, end)

    def _words_of_text(self, start: int, end: int, markdown: bool) -> Words:
        return words_of_text(self._flat, start, end, markdown=markdown)


def _after(at: int, links: list[tuple[int, int]]) -> int:
    before = bisect_left(links, (at, at)) - 1
    return links[before][1] if before >= 0 and at < links[before][1] else at


def _line_starts(flat: str) -> list[int]:
    """Where each line begins, and last where the text ends."""
    starts, at = [0], flat.find("\n")
    while at >= 0:
        starts.append(at + 1)
        at = flat.find("\n", at + 1)
    return [*starts, len(flat)]
