"""Front matter is read as words, and never trusted."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from decisions.domain.text import scan
from decisions.domain.text.front_matter import MAX_CHARACTERS, FrontMatter


def front_matter(inside: str) -> FrontMatter:
    found = scan(f"---\n{inside}\n---\n# T").front_matter
    assert found
    return found


def test_values_are_the_words_as_written() -> None:
    found = front_matter("day: 2021-02-30\nnumber: 0161\non: yes\nlist: [1, null]\nmap:\n  a: 'b: c'\nnone:")
    assert found.problem is None
    assert found.values == {
        "day": "2021-02-30", "number": "0161", "on": "yes", "list": ["1", "null"],
        "map": {"a": "b: c"}, "none": ""}  # fmt: skip
    assert (found.first_line, found.last_line) == (1, 9)


@pytest.mark.parametrize(
    "inside",
    [
        "a: &x [1]\nb: *x",
        "a: !!python/object/apply:os.system [ls]",
        "a: 1\na: 2",
        "a: b: c",
        "[" * 5000,
        "{a: " * 20 + "}" * 20,
        "- a\n- b",
        "just words",
        "? [a]\n: b",
        "a: \x07",
        "a: " + "x" * MAX_CHARACTERS,
    ],
)
def test_what_is_not_plain_yaml_is_a_problem_and_has_no_values(inside: str) -> None:
    found = front_matter(inside)
    assert found.problem
    assert (found.values, found.status_span) == ({}, None)


@pytest.mark.parametrize(
    "text", ["", "---", "---\n", "---\na: b\n", "\n---\na: b\n---\n", "----\na: b\n---\n"]
)
def test_a_block_that_is_not_at_the_top_or_does_not_end_is_no_front_matter(text: str) -> None:
    assert scan(text).front_matter is None


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("---\ntitle: Übung\nstatus: in_review # soon\n---\n", "in_review"),
        ("\ufeff---\r\ntitle: x\r\nstatus: 'draft'\r\n---\r\n", "draft"),
        ('---\r{"title": "é", "status": "draft"}\r...\r', "draft"),
        ("---\nstatus:\n---", ""),
    ],
)
def test_the_place_of_the_status_word_is_exact(text: str, word: str) -> None:
    found = scan(text).front_matter
    assert found
    assert found.status_span
    assert text[slice(*found.status_span)] == word == found.values["status"]


@pytest.mark.parametrize(
    "inside", ["status: |\n  draft", "status: [draft]", "other:\n  status: draft", "Status: draft"]
)
def test_a_status_that_is_no_plain_word_has_no_place(inside: str) -> None:
    assert front_matter(inside).status_span is None


@settings(deadline=None)
@given(st.text(alphabet="abc:-[]{}&*!|>'\"#%@`?,\\ \n\r\t\u2028\ufeffé0", max_size=200))
def test_no_front_matter_raises(inside: str) -> None:
    scanned = scan(f"---\n{inside}\n---\n")
    assert scanned.front_matter
    assert scanned.front_matter.last_line <= len(scanned.lines)
