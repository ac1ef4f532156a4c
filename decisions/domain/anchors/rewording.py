"""A rewritten stretch of a text, aligned word by word."""

from bisect import bisect_left, bisect_right

from decisions.domain.anchors.alignment import Alignment
from decisions.domain.anchors.passages import Span, word_lines, words_of


class Rewording:
    """A stretch of a text and the one in its place. Breaking lines anew changes no word."""

    def __init__(self, old: str, old_span: Span, new: str, new_span: Span) -> None:
        self._old, self._new = words_of(old, *old_span), words_of(new, *new_span)
        self._alignment = Alignment(word_lines(old, self._old), word_lines(new, self._new))

    def wordings_of(self, start: int, end: int) -> list[Span]:
        """What the old text from `start` to `end` may read now: spans of the new text, none where nothing is left.

        First all that stands between the words next to it, then the part that kept most.
        """
        first = bisect_right(self._old, start, key=lambda word: word[1])
        last = bisect_left(self._old, end, key=lambda word: word[0]) - 1
        kept = [
            counterpart
            for index in range(first, last + 1)
            if (counterpart := self._alignment.counterpart(index, index)) is not None
        ]
        if not kept:
            return []
        whole = self._edge(first, kept[0], -1), self._edge(last, kept[-1], 1)
        runs = dict.fromkeys((whole, self._densest(kept)))
        return [(self._new[begin][0], self._new[finish][1]) for begin, finish in runs]

    def _densest(self, kept: list[int]) -> tuple[int, int]:
        """The run of new words from one kept word to another that keeps most and adds least.

        A word kept far off, such as an article the next sentence begins with, is left out of it.
        """
        best = (0.0, kept[0], kept[0])
        gained, begin, before = 0.0, kept[0], kept[0] - 1
        for index in kept:
            gained -= self._size(before + 1, index) / 2
            if gained <= 0:
                gained, begin = 0.0, index
            gained += self._size(index, index + 1)
            before = index
            if gained > best[0]:
                best = (gained, begin, index)
        return best[1], best[2]

    def _size(self, first: int, end: int) -> int:
        """Characters from one new word to another, without the work of adding them up one by one."""
        return self._new[end - 1][1] - self._new[first][0] if end > first else 0

    def _edge(self, word: int, reached: int, step: int) -> int:
        """The new word at which the quote begins or ends: its own outer word may have been replaced.

        It reaches up to the counterpart of the word next to the quote, where that was kept.
        """
        neighbour = word + step
        if not 0 <= neighbour < len(self._old):
            return 0 if step < 0 else len(self._new) - 1
        outside = self._alignment.counterpart(neighbour, neighbour)
        return reached if outside is None else outside - step
