"""A text goes through a browser and comes back with its own line ends."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decisions.domain.line_ends import in_line_feeds, with_line_ends_of

ENDS = st.sampled_from(["\n", "\r\n", "\r"])
LINES = st.lists(st.tuples(st.sampled_from(["a", "b", "c", ""]), ENDS), max_size=10)
TEXTS = st.builds(
    lambda lines, last: "".join(a + b for a, b in lines) + last, LINES, st.sampled_from(["", "z"])
)
EDITED = st.lists(st.sampled_from(["a", "b", "c", "", "new"]), max_size=12).map("\n".join)


@given(TEXTS)
def test_what_was_not_edited_comes_back_byte_for_byte(text: str) -> None:
    assert with_line_ends_of(text, in_line_feeds(text)) == text
    assert with_line_ends_of(text, in_line_feeds(text).replace("\n", "\r\n")) == text


@given(TEXTS, EDITED)
def test_no_line_is_made_lost_or_joined(text: str, edited: str) -> None:
    assert in_line_feeds(with_line_ends_of(text, edited)) == edited


@pytest.mark.parametrize(
    ("base", "edited", "kept"),
    [
        ("a\r\nb\r\n", "a\nB\nc\n", "a\r\nB\r\nc\r\n"),
        ("a\nb\r\nc\n", "a\nB\nc\nd\n", "a\nB\r\nc\nd\n"),
        ("a\r\nb\nc\r\nd\r\n", "new\na\nb\nc\nd\n", "new\r\na\r\nb\nc\r\nd\r\n"),
        ("a\rb\nc\n", "a\n\nb\nc\n", "a\r\rb\nc\n"),
        ("a\r\nb", "a\nb\nc", "a\r\nb\r\nc"),
        ("no end", "two\nlines\n", "two\nlines\n"),
        ("", "\n\n", "\n\n"),
    ],
)
def test_edited_lines_take_the_ends_around_them(base: str, edited: str, kept: str) -> None:
    assert with_line_ends_of(base, edited) == kept
