"""Pieces of two texts compared: which occurrence is which, and how alike two wordings are."""

import re
from collections.abc import Collection, Iterable, Sequence
from itertools import islice, takewhile

from decisions.domain.anchors.alignment import Alignment
from decisions.domain.anchors.anchor import CONTEXT

# A quote that occurs more often than this is a turn of phrase: which one is meant cannot be told.
_MAX_OCCURRENCES = 64

# The largest real document has half as many. To align half a million of them takes half a minute.
_MAX_WORDS = 30_000

_WORD = re.compile(r"\w+|[^\w\s]")

# Start and end in characters.
Span = tuple[int, int]


def occurrences(text: str, quote: str, start: int, end: int) -> list[int]:
    """Where a quote begins within a stretch of a text, in order; empty where it occurs more than 64 times."""
    found: list[int] = []
    at = text.find(quote, start, end)
    while at >= 0:
        if len(found) == _MAX_OCCURRENCES:
            return []
        found.append(at)
        at = text.find(quote, at + 1, end)
    return found


def same_occurrence(
    old: str,
    at: int,
    rivals: Collection[int],
    new: str,
    candidates: Sequence[int],
    *,
    length: int,
    evidence: int,
) -> int | None:
    """The candidate in the new text that is the occurrence `at` of the old one, or None.

    It shares more of its surroundings with it than any other candidate does, and than it shares with any rival
    in the old text. `evidence` is how many characters, its own included, have to agree.
    """
    if not candidates:
        return None
    shared = [_shared_context(old, at, new, candidate, length) for candidate in candidates]
    most = max(shared)
    best = candidates[shared.index(most)]
    undecided = shared.count(most) > 1 or any(
        _shared_context(old, rival, new, best, length) >= most for rival in rivals if rival != at
    )
    if (
        undecided
        or length + most < evidence
        or _cuts_a_word(new, best, length) > _cuts_a_word(old, at, length)
    ):
        return None
    return best


def _shared_context(old: str, at: int, new: str, candidate: int, length: int) -> int:
    """Characters next to both occurrences that are the same, at most 32 on each side."""
    before = zip(
        reversed(old[max(0, at - CONTEXT) : at]),
        reversed(new[max(0, candidate - CONTEXT) : candidate]),
        strict=False,
    )
    end, new_end = at + length, candidate + length
    after = zip(old[end : end + CONTEXT], new[new_end : new_end + CONTEXT], strict=False)
    return sum(1 for side in (before, after) for _ in takewhile(lambda pair: pair[0] == pair[1], side))


def _cuts_a_word(text: str, start: int, length: int) -> bool:
    return any(
        text[max(0, edge - 1) : edge + 1].isalnum() and edge not in (0, len(text))
        for edge in (start, start + length)
    )


def words_of(text: str, start: int = 0, end: int | None = None) -> list[Span]:
    """The first 30,000 words and signs of a stretch of a text, which spaces and line ends do not count among."""
    found = _WORD.finditer(text, start, len(text) if end is None else end)
    return [match.span() for match in islice(found, _MAX_WORDS)]


def word_lines(text: str, words: Sequence[Span]) -> str:
    """The words, one a line, to be aligned."""
    return "".join(f"{text[start:end]}\n" for start, end in words)


def likeness(left: str, right: str) -> float:
    """The part of the longer of two wordings that the other has too, in the same order: 0 to 1, by characters."""
    ours, theirs = words_of(left), words_of(right)
    longer = max(_size(ours), _size(theirs))
    alignment = Alignment(word_lines(left, ours), word_lines(right, theirs))
    changed = {index for change in alignment.changes for index in range(change.old_first, change.old_end)}
    kept = [word for index, word in enumerate(ours) if index not in changed]
    return _size(kept) / longer if longer else 0.0


def _size(words: Iterable[Span]) -> int:
    return sum(end - start for start, end in words)
