"""Two texts in rows, with the words that differ."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decisions.domain.side_by_side import Row, RowKind, side_by_side

TEXTS = st.lists(st.sampled_from(["a b", "a c", "  d", "", "é—e", "x\r"]), max_size=12).map("\n".join)


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
