"""Two texts beside each other, line by line, with the words that differ."""

import re
from collections.abc import Iterable, Iterator
from enum import StrEnum
from itertools import accumulate
from typing import Any, NamedTuple

from decisions.domain.diffs import text_patch


class RowKind(StrEnum):
    SAME = "same"
    CHANGED = "changed"
    REMOVED = "removed"
    ADDED = "added"
    GAP = "gap"


# Start and end of a piece of a line, in characters.
Span = tuple[int, int]


class Row(NamedTuple):
    """One row of a view in two columns; a side without a line has number 0 and no text.

    A gap stands before each hunk that does not follow the one before it at once. A tuple, since two texts can
    make half a million of them.
    """

    kind: RowKind
    old_number: int = 0
    new_number: int = 0
    old_text: str = ""
    new_text: str = ""
    old_marks: tuple[Span, ...] = ()
    new_marks: tuple[Span, ...] = ()


# A longer line is marked whole: its words would not be found by eye either.
_MARKED_LINE_CHARACTERS = 2000

# Past this many characters (a second's work at worst) only lines are marked, no words in them.
_MARKED_CHARACTERS = 300_000

# What it takes to compare even two short lines, in characters' worth.
_PAIR_COST = 100

_WORDS = re.compile(r"\w+|\s+|[^\w\s]")


def side_by_side(old: str, new: str, context_lines: int = 3) -> list[Row]:
    """Both texts in rows: removed lines beside those that replace them, with the words that differ.

    ValueError for context lines outside 0..20.
    """
    before, after = old.encode(), new.encode()
    patch = text_patch(before, after, context_lines)
    return list(_marked(_rows(patch.hunks)))


def _rows(hunks: Iterable[Any]) -> Iterator[Row]:
    expected = 1
    for hunk in hunks:
        # A hunk without old lines stands after the line it names.
        start = hunk.old_start + (hunk.old_lines == 0)
        if start > expected:
            yield Row(RowKind.GAP)
        expected = start + hunk.old_lines
        yield from _hunk_rows(hunk)


def _hunk_rows(hunk: Any) -> Iterator[Row]:
    removed: list[tuple[int, str]] = []
    added: list[tuple[int, str]] = []
    for line in hunk.lines:
        text = line.raw_content.decode().removesuffix("\n")
        if line.origin == "-":
            removed.append((line.old_lineno, text))
        elif line.origin == "+":
            added.append((line.new_lineno, text))
        elif line.origin == " ":
            yield from _paired(removed, added)
            removed, added = [], []
            yield Row(RowKind.SAME, line.old_lineno, line.new_lineno, text, text)
    yield from _paired(removed, added)


def _paired(removed: list[tuple[int, str]], added: list[tuple[int, str]]) -> Iterator[Row]:
    for (old_number, old_text), (new_number, new_text) in zip(removed, added, strict=False):
        yield Row(RowKind.CHANGED, old_number, new_number, old_text, new_text)
    for number, text in removed[len(added) :]:
        yield Row(RowKind.REMOVED, old_number=number, old_text=text)
    for number, text in added[len(removed) :]:
        yield Row(RowKind.ADDED, new_number=number, new_text=text)


def _marked(rows: Iterable[Row]) -> Iterator[Row]:
    budget = _MARKED_CHARACTERS
    for row in rows:
        if row.kind is RowKind.CHANGED:
            cost = _PAIR_COST + len(row.old_text) + len(row.new_text)
            if max(len(row.old_text), len(row.new_text)) > _MARKED_LINE_CHARACTERS:
                row = row._replace(old_marks=((0, len(row.old_text)),), new_marks=((0, len(row.new_text)),))
            elif cost <= budget:
                budget -= cost
                row = _with_words_marked(row)
        yield row


def _with_words_marked(row: Row) -> Row:
    old_words, new_words = _WORDS.findall(row.old_text), _WORDS.findall(row.new_text)
    before, after = _a_word_a_line(old_words), _a_word_a_line(new_words)
    hunks = text_patch(before, after, 0).hunks
    return row._replace(
        old_marks=_spans(old_words, [(h.old_start, h.old_lines) for h in hunks]),
        new_marks=_spans(new_words, [(h.new_start, h.new_lines) for h in hunks]),
    )


def _a_word_a_line(words: list[str]) -> bytes:
    return "".join(f"{word}\n" for word in words).encode()


def _spans(words: list[str], runs: list[tuple[int, int]]) -> tuple[Span, ...]:
    ends = [0, *accumulate(map(len, words))]
    return tuple((ends[start - 1], ends[start - 1 + count]) for start, count in runs if count)
