"""The blocks of a rendered text, by the lines they begin on."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

# One tag of sanitised HTML: its values are quoted, and text holds no bare `<`, so that read from the beginning
# every match is a tag.
TAG = re.compile(r"<(/?)([a-z][a-z0-9]*)([^<>\"]*(?:\"[^\"]*\"[^<>\"]*)*)>")
_LINE = re.compile(r" data-line=\"([0-9]{1,6})\"")


class Block(NamedTuple):
    """A block: the line of the text it begins on, and where in the HTML its tag begins and ends."""

    line: int
    start: int
    inside: int
    tag: str

    @property
    def beside(self) -> int:
        """Where something may stand that belongs to it: in an item of a list, before anything else."""
        return self.inside if self.tag == "li" else self.start


def blocks_of(html: str) -> list[Block]:
    """The blocks of sanitised HTML that say their line, in their order."""
    return list(_blocks(html))


def _blocks(html: str) -> Iterator[Block]:
    for tag in TAG.finditer(html):
        line = _LINE.search(tag[3])
        if line:
            yield Block(int(line[1]), tag.start(), tag.end(), tag[2])


class Blocks:
    """The blocks of one HTML, looked up by line."""

    def __init__(self, html: str, blocks: Sequence[Block]) -> None:
        self._blocks = [Block(*block) for block in blocks] or [Block(1, 0, 0, "")]
        self._end = len(html)
        # Notes stand at the end of the page, whatever their line.
        self._by_line = sorted(range(len(self._blocks)), key=lambda index: self._blocks[index].line)
        self._lines = [self._blocks[index].line for index in self._by_line]

    def at(self, line: int) -> Block:
        """The block a line is in: the last that begins on it or above; the first where none does."""
        return self._blocks[self._index(line)]

    def stretch(self, first: int, last: int) -> tuple[Block, int]:
        """The block that holds the first of these lines, and where in the HTML the one after the last begins."""
        index = self._index(first)
        block = self._blocks[index]
        for following in range(index + 1, len(self._blocks)):
            if not block.line <= self._blocks[following].line <= last:
                return block, self._blocks[following].start
        return block, self._end

    def following(self, line: int) -> int | None:
        """The first line below this one on which a block begins; None where none does."""
        below = bisect_right(self._lines, line)
        return self._lines[below] if below < len(self._lines) else None

    def _index(self, line: int) -> int:
        above = bisect_right(self._lines, line) - 1
        if above < 0:
            return self._by_line[0]
        # Of an item and the paragraph in it, which begin on one line, the item.
        return self._by_line[bisect_left(self._lines, self._lines[above])]
