"""Two texts beside each other, line by line, with the words that differ."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate
from typing import NamedTuple

from decisions.domain.diffs import MAX_CONTEXT_LINES, Change, lines_of, text_changes, text_patch


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

    A gap stands where lines that both texts have are left out between two changes, or before the first.
    """

    kind: RowKind
    old_number: int = 0
    new_number: int = 0
    old_text: str = ""
    new_text: str = ""
    old_marks: tuple[Span, ...] = ()
    new_marks: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class SideBySide:
    """The first rows of two texts beside each other, how many more there are, and the lines they differ in."""

    rows: list[Row]
    left_out: int
    added: int
    removed: int


# A longer line is marked whole: its words would not be found by eye either.
_MARKED_LINE_CHARACTERS = 2000

# Past this many characters (a second's work at worst) only lines are marked, no words in them.
_MARKED_CHARACTERS = 300_000

# What it takes to compare even two short lines, in characters' worth.
_PAIR_COST = 100

_WORDS = re.compile(r"\w+|\s+|[^\w\s]")

_GAP = (Row(RowKind.GAP),)


def side_by_side(
    old: str,
    new: str,
    *,
    at_most: int,
    context_lines: int = 3,
    changes: Sequence[Change] | None = None,
) -> SideBySide:
    """Both texts in rows: removed lines beside those that replace them, with the words that differ.

    Only the first `at_most` rows are made, since two texts can have half a million of them; the others are
    counted. `changes` spares comparing where that was done. ValueError for context lines outside 0..20.
    """
    if not 0 <= context_lines <= MAX_CONTEXT_LINES:
        raise ValueError(f"context_lines must be 0 to {MAX_CONTEXT_LINES}")
    if changes is None:
        changes = text_changes(old, new)
    old_lines, new_lines = lines_of(old), lines_of(new)
    rows: list[Row] = []
    left_out = 0
    for run in _runs(changes, len(old_lines), context_lines):
        length = max(run.old_end - run.old_first, run.new_end - run.new_first, not run.shown)
        taken = min(length, at_most - len(rows))
        rows += _rows(run, old_lines, new_lines, taken) if run.shown else _GAP[:taken]
        left_out += length - taken
    return SideBySide(
        rows=list(_marked(rows)),
        left_out=left_out,
        added=sum(change.new_end - change.new_first for change in changes),
        removed=sum(change.old_end - change.old_first for change in changes),
    )


class _Run(NamedTuple):
    """Lines that become rows: of both texts alike, changed ones, or none where lines are left out."""

    old_first: int = 0
    old_end: int = 0
    new_first: int = 0
    new_end: int = 0
    changes: bool = False
    shown: bool = True


def _runs(changes: Sequence[Change], old_length: int, context: int) -> Iterator[_Run]:
    """Each change with the lines around it; lines that are shown anyway are shown once."""
    old_at = new_at = 0
    for index, change in enumerate(changes):
        between = change.old_first - old_at
        after = min(between, context if index else 0)
        before = min(between - after, context)
        yield _Run(old_at, old_at + after, new_at, new_at + after)
        if between > after + before:
            yield _Run(shown=False)
        yield _Run(change.old_first - before, change.old_first, change.new_first - before, change.new_first)
        yield _Run(*change, changes=True)
        old_at, new_at = change.old_end, change.new_end
    if changes:
        after = min(old_length - old_at, context)
        yield _Run(old_at, old_at + after, new_at, new_at + after)


def _rows(run: _Run, old: Sequence[str], new: Sequence[str], count: int) -> Iterator[Row]:
    for offset in range(count):
        old_at, new_at = run.old_first + offset, run.new_first + offset
        has_old, has_new = old_at < run.old_end, new_at < run.new_end
        kind = RowKind.CHANGED if run.changes else RowKind.SAME
        if not (has_old and has_new):
            kind = RowKind.REMOVED if has_old else RowKind.ADDED
        yield Row(
            kind,
            old_at + 1 if has_old else 0,
            new_at + 1 if has_new else 0,
            old[old_at].removesuffix("\n") if has_old else "",
            new[new_at].removesuffix("\n") if has_new else "",
        )


def _marked(rows: Sequence[Row]) -> Iterator[Row]:
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
