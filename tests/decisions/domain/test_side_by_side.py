"""Two texts in rows, with the words that differ."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decisions.domain.side_by_side import Row, RowKind, SideBySide
from decisions.domain.side_by_side import side_by_side as beside
from decisions.domain.unified import unified

TEXTS = st.lists(st.sampled_from(["a b", "a c", "  d", "", "é—e", "x\r"]), max_size=12).map("\n".join)


def side_by_side(old: str, new: str, context_lines: int = 3) -> list[Row]:
    return whole(old, new, context_lines).rows


def whole(old: str, new: str, context_lines: int = 3) -> SideBySide:
    made = beside(old, new, at_most=30_000, context_lines=context_lines)
    assert made.left_out == 0
    return made


def test_changed_words_are_marked_and_skipped_lines_are_a_gap() -> None:
    same = "".join(f"line {n}\n" for n in range(9))
    rows = side_by_side(f"the quick brown fox\n{same}old\ngone\n", f"the slow brown dog\n{same}new\n", 1)
    assert rows == [
        Row(
            RowKind.CHANGED,
            1,
            1,
            "the quick brown fox",
            "the slow brown dog",
            ((4, 9), (16, 19)),
            ((4, 8), (15, 18)),
        ),
        Row(RowKind.SAME, 2, 2, "line 0", "line 0"),
        Row(RowKind.GAP),
        Row(RowKind.SAME, 10, 10, "line 8", "line 8"),
        Row(RowKind.CHANGED, 11, 11, "old", "new", ((0, 3),), ((0, 3),)),
        Row(RowKind.REMOVED, 12, 0, "gone"),
    ]


@pytest.mark.parametrize("text", ["", "a", "a\nb\n"])
def test_equal_texts_have_no_rows(text: str) -> None:
    assert side_by_side(text, text) == []


def test_an_insertion_after_a_gap_begins_with_the_gap() -> None:
    assert [row.kind for row in side_by_side("a\nb\nc\n", "a\nb\nc\nd\n", 0)] == [RowKind.GAP, RowKind.ADDED]
    assert [row.kind for row in side_by_side("a\n", "d\na\n", 0)] == [RowKind.ADDED]


@given(TEXTS, TEXTS, st.integers(0, 20))
def test_each_row_shows_its_lines_and_marks_only_what_differs(old: str, new: str, context: int) -> None:
    before, after = old.split("\n"), new.split("\n")
    for row in side_by_side(old, new, context):
        assert row.old_number == 0 or before[row.old_number - 1] == row.old_text
        assert row.new_number == 0 or after[row.new_number - 1] == row.new_text
        kept_old = "".join(c for i, c in enumerate(row.old_text) if not _marked(i, row.old_marks))
        kept_new = "".join(c for i, c in enumerate(row.new_text) if not _marked(i, row.new_marks))
        assert row.kind is not RowKind.CHANGED or kept_old == kept_new


def _marked(index: int, marks: tuple[tuple[int, int], ...]) -> bool:
    return any(start <= index < end for start, end in marks)


def test_a_giant_line_is_marked_whole_and_many_lines_soon_not_at_all() -> None:
    giant = side_by_side("a " * 250_000, "b " * 250_000)[0]
    assert giant.old_marks == ((0, 500_000),)
    many = side_by_side("a\n" * 20_000, "b\n" * 20_000)
    assert len(many) == 20_000
    assert many[0].old_marks == ((0, 1),)
    assert many[-1].old_marks == ()


def test_context_outside_its_bounds_is_refused() -> None:
    with pytest.raises(ValueError):
        side_by_side("a", "b", 21)


@given(TEXTS, TEXTS, st.integers(0, 20), st.integers(0, 12))
def test_no_more_rows_are_made_than_asked_for_and_the_others_are_counted(
    old: str, new: str, context: int, at_most: int
) -> None:
    every = whole(old, new, context)
    some = beside(old, new, at_most=at_most, context_lines=context)
    assert some.rows == every.rows[:at_most]
    assert some.left_out == len(every.rows) - len(some.rows)
    assert (some.added, some.removed) == (every.added, every.removed)


@given(TEXTS, TEXTS)
def test_with_enough_context_every_line_of_both_is_there(old: str, new: str) -> None:
    rows = side_by_side(old, new, 20)
    if old != new:
        lines = [[*range(1, text.count("\n") + 1 + (text[-1:] not in ("", "\n")))] for text in (old, new)]
        assert [row.old_number for row in rows if row.old_number] == lines[0]
        assert [row.new_number for row in rows if row.new_number] == lines[1]


@given(TEXTS, TEXTS, st.integers(0, 3))
def test_one_column_has_the_same_lines_with_what_was_taken_out_above(
    old: str, new: str, context: int
) -> None:
    rows = side_by_side(old, new, context)
    lines = list(unified(rows))
    for kind, number, text, marks in (
        ("removed", "old_number", "old_text", "old_marks"),
        ("added", "new_number", "new_text", "new_marks"),
    ):
        changed = [row for row in rows if row.kind not in ("same", "gap") and getattr(row, number)]
        told = [(getattr(row, number), getattr(row, text), getattr(row, marks)) for row in changed]
        assert [(max(each[1:3]), *each[3:]) for each in lines if each.kind == kind] == told
    kinds = [line.kind.value for line in lines]
    assert ("added", "removed") not in pairwise(kinds)


def test_changes_with_one_line_between_them_share_its_row() -> None:
    rows = side_by_side("a\nb\nc\n", "x\nb\ny\n", 1)
    assert [row.kind.value for row in rows] == ["changed", "same", "changed"]
