"""The words a reader sees in a stretch of a text or of its HTML, with where each stands."""

import re
from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate
from typing import NamedTuple

# Letters and digits alone: an underscore is a mark around a word as often as a part of one.
_WORD = re.compile(r"[^\W_]+")

# Sanitised HTML: tags, whose values are quoted; the mark of a footnote with its number, which the text does not
# have; entities. What is left holds words.
_HTML = re.compile(
    r"<sup class=\"footnote-ref\">.*?</sup>|<[^<>\"]*(?:\"[^\"]*\"[^<>\"]*)*>|&\#?\w+;|(?P<word>[^\W_]+)",
    re.DOTALL,
)
_LINK = re.compile(r"<(/?)a[ >]")

# Markdown that a reader does not see, as far as words are in it. Every alternative ends within its line.
_UNSEEN = re.compile(
    r"""
      !\[[^\]\n]{0,1000}\]\([^)\n]{0,2000}\)                           # an image
    | \]\([^()\s]{0,2000}(?:[ \t]+"[^"\n]{0,1000}")?\)                 # where a link leads
    | \]\[[^\]\n]{0,200}\]
    | \[\^[^\]\n]{0,200}\]:?                                           # the mark of a footnote
    | </?[A-Za-z][A-Za-z0-9-]{0,20}(?:\s[^<>\n]{0,2000})?/?>           # a tag, but not <https://…>
    | &\#?\w{1,32};
    | ^[ \t>]{0,40}(?:[-*+]|\d{1,9}[.)])[ \t]{1,4}\[[ xX]\](?=[ \t])   # a task's box
    | ^[ \t>]{0,40}\d{1,9}[.)](?=[ \t])                                # an item's number
    | ^[ \t>]{0,40}(?:```|~~~)[^\n]*$
    """,
    re.VERBOSE | re.MULTILINE,
)

# Which of many occurrences is meant is not counted further.
_MAX_OCCURRENCES = 200


class Phrase(NamedTuple):
    """Words one blank apart, a blank at each end that is the end of a word; and how often they stood before."""

    words: str
    before: int = 0


class Words:
    """Words in their order, found again as one string."""

    def __init__(self, spans: list[tuple[int, int]], words: Iterable[str]) -> None:
        self._spans = spans
        self._joined = f" {' '.join(words)} "
        self._starts = list(accumulate((end - start + 1 for start, end in spans), initial=1))

    def phrase(self, start: int, end: int) -> Phrase | None:
        """The words of a stretch, cut where it cuts them; None where it holds none."""
        first = bisect_right(self._spans, start, key=lambda span: span[1])
        last = bisect_right(self._spans, end - 1, key=lambda span: span[0]) - 1
        if first > last:
            return None
        begins, ends = self._spans[first][0], self._spans[last][1]
        joined_start = self._starts[first] + max(0, start - begins)
        joined_end = self._starts[last] + min(end, ends) - self._spans[last][0]
        # Whole at an edge: the blank beside it belongs to the phrase.
        joined_start -= start <= begins
        joined_end += end >= ends
        words = self._joined[joined_start:joined_end]
        return Phrase(words, self._count(words, joined_start))

    def find(self, phrase: Phrase) -> tuple[int, int] | None:
        """Where a phrase stands that stood `before` times above; its last occurrence where there are fewer."""
        at, found = -1, -1
        for _ in range(min(phrase.before, _MAX_OCCURRENCES) + 1):
            at = self._joined.find(phrase.words, at + 1)
            if at < 0:
                break
            found = at
        if found < 0:
            return None
        first, last = found, found + len(phrase.words)
        first += phrase.words.startswith(" ")
        last -= phrase.words.endswith(" ")
        return self._back(first, first=True), self._back(last, first=False)

    def _count(self, words: str, until: int) -> int:
        count, at = 0, self._joined.find(words)
        while 0 <= at < until and count < _MAX_OCCURRENCES:
            count, at = count + 1, self._joined.find(words, at + 1)
        return count

    def _back(self, at: int, *, first: bool) -> int:
        index = bisect_right(self._starts, at if first else at - 1) - 1
        return self._spans[index][0] + at - self._starts[index]


def words_said(said: str) -> list[str]:
    """The words of what somebody copied from a page."""
    return _WORD.findall(said)


def words_of_text(text: str, start: int, end: int, *, markdown: bool) -> Words:
    """The words of a stretch of a text: all of them, or of Markdown those that show."""
    stretch = text[start:end]
    if markdown:
        stretch = _UNSEEN.sub(lambda unseen: " " * len(unseen[0]), stretch)
    spans = [match.span() for match in _WORD.finditer(stretch)]
    words = [stretch[first:last] for first, last in spans]
    return Words([(first + start, last + start) for first, last in spans], words)


def words_of_html(html: str, start: int, end: int) -> tuple[Words, list[tuple[int, int]]]:
    """The words of a stretch of sanitised HTML that begins with a tag, and where the links in it begin and end."""
    spans: list[tuple[int, int]] = []
    links: list[tuple[int, int]] = []
    opened = start
    for match in _HTML.finditer(html, start, end):
        if match["word"] is not None:
            spans.append(match.span())
        elif link := _LINK.match(match[0]):
            if link[1]:
                links.append((opened, match.end()))
            opened = match.start()
    return Words(spans, [html[first:last] for first, last in spans]), links
