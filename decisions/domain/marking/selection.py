"""What somebody selected on a page, as a piece of the text behind it."""

from decisions.domain.anchors.anchor import flat_text
from decisions.domain.marking.words import Phrase, words_of_text, words_said


def selected(text: str, said: str, *, line: int = 0, before: int = 0) -> tuple[str, int] | None:
    """The exact piece of a text that a reader of its rendering copied, and where it begins in the flat text.

    `line` is that of the block it was copied from (0: anywhere), and `before` how often the same words stand
    before it in that block. None where the text has no such words.
    """
    flat, said = flat_text(text), flat_text(said).strip()
    if not said:
        return None
    start = _line_start(flat, line)
    exact = _nth(flat, said, start, before)
    if exact >= 0:
        return said, exact
    words = " ".join(words_said(said))
    if not words:
        return None
    for markdown in (False, True):
        there = words_of_text(flat, start, len(flat), markdown=markdown)
        # Whole words first: "in" is not meant within "line".
        for phrase in (f" {words} ", words):
            if found := there.find(Phrase(phrase, before)):
                return _with_signs(flat, said, *found)
    return selected(text, said) if line else None


def _nth(flat: str, said: str, start: int, before: int) -> int:
    at = flat.find(said, start)
    for _ in range(before):
        following = flat.find(said, at + 1)
        if at < 0 or following < 0:
            break
        at = following
    return at


def _with_signs(flat: str, said: str, start: int, end: int) -> tuple[str, int]:
    """The piece with the signs that were copied around its words, where the text has them there."""
    head = said[: _edge(said)]
    tail = said[len(said) - _edge(said[::-1]) :]
    if head and flat.startswith(head, start - len(head)):
        start -= len(head)
    if tail and flat.startswith(tail, end):
        end += len(tail)
    return flat[start:end], start


def _edge(said: str) -> int:
    return next((index for index, sign in enumerate(said) if sign.isalnum()), len(said))


def _line_start(flat: str, line: int) -> int:
    start = 0
    for _ in range(line - 1):
        following = flat.find("\n", start) + 1
        if not following:
            return 0
        start = following
    return start
