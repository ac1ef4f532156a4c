"""Quotes and lines of a text, found in its rendering."""

import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decisions.domain.anchors.anchor import flat_text
from decisions.domain.marking import (
    Blocks,
    Insertion,
    Mark,
    Piece,
    QuoteFinder,
    blocks_of,
    diagrams_of,
    selected,
    written,
)
from decisions.domain.rendering import render
from tests.decisions.domain.safe_html import elements

TEXT = """---
status: draft
---
# Limits

A queue **holds** 100 [messages](https://a.example/c_d "t") & more. A *full* queue refuses[^1], as a full queue does.

1. first item
2. second `code_x` item

| a | b |
| - | - |
| cell one | cell two |

```python
def take(n): return "<b>" + n
```

[^1]: a note here
"""


def html_of(text: str, format: str = "markdown") -> str:  # noqa: A002
    return render(text, format).html


def finder(text: str, format: str = "markdown") -> QuoteFinder:  # noqa: A002
    html = html_of(text, format)
    return QuoteFinder(flat_text(text), html, Blocks(html, blocks_of(html)))


def piece(text: str, quote: str, nth: int = 0) -> Piece:
    start = -1
    for _ in range(nth + 1):
        start = text.index(quote, start + 1)
    return Piece(start, start + len(quote), text.count("\n", 0, start) + 1)


def words(html: str) -> list[str]:
    without = re.sub(r"<sup class=\"footnote-ref\">.*?</sup>|<[^>]*>", "", html)
    return re.findall(r"[^\W_]+", unescape(without))


@pytest.mark.parametrize(
    ("quote", "seen"),
    [
        (
            'A queue **holds** 100 [messages](https://a.example/c_d "t") & more',
            "A queue holds 100 messages more",
        ),
        ("olds** 100 [mess", "olds 100 mess"),
        ("first item\n2. second `code_x`", "first item second code x"),
        ("cell one | cell two", "cell one cell two"),
        ("refuses[^1], as", "refuses as"),
        ("def take(n): return", "def take n return"),
        ('"<b>" + n', "b n"),
        ("a note here", "a note here"),
    ],
)
def test_a_quote_is_found_by_the_words_a_reader_sees(quote: str, seen: str) -> None:
    span = finder(TEXT).find(piece(TEXT, quote))
    assert span
    assert " ".join(words(html_of(TEXT)[span.start : span.end])) == seen


def test_of_equal_words_the_occurrence_that_was_quoted_is_found() -> None:
    text = "# T\n\nfull queue, full queue and full queue\n\nfull queue\n"
    html = html_of(text)
    found = [finder(text).find(piece(text, "full queue", nth)) for nth in range(4)]
    assert [span and span.start for span in found] == [m.start() for m in re.finditer("full queue", html)]


@pytest.mark.parametrize("format", ["plain", "rst", "asciidoc"])
def test_texts_that_say_no_lines_are_searched_whole(format: str) -> None:  # noqa: A002
    text = "Title\n=====\n\nA queue holds *many* messages.\n"
    span = finder(text, format).find(piece(text, "queue holds"))
    assert span
    assert html_of(text, format)[span.start : span.end] == "queue holds"


@pytest.mark.parametrize("quote", ["https://a.example", "**", "status: draft"])
def test_what_no_reader_sees_is_not_found(quote: str) -> None:
    assert finder(TEXT).find(piece(TEXT, quote)) is None


def test_a_pin_after_a_quote_in_a_link_stands_behind_the_link() -> None:
    html = html_of(TEXT)
    span = finder(TEXT).find(piece(TEXT, "messages"))
    assert span
    assert html[: span.after].endswith("messages</a>")


def test_marks_that_overlap_and_cross_elements_leave_the_html_whole() -> None:
    html, found = html_of(TEXT), finder(TEXT)
    quotes = (
        "A queue **holds** 100 [mess",
        "holds** 100 [messages](https",
        "item\n2. second `code",
        "one | cell",
    )
    spans = [span for quote in quotes if (span := found.find(piece(TEXT, quote)))]
    assert len(spans) == len(quotes)
    marks = [Mark(span.start, span.end, f"k{number}") for number, span in enumerate(spans)]
    marked = written(html, marks, [Insertion(span.after, "") for span in spans])
    assert re.sub(r"</?mark[^>]*>", "", marked) == html
    assert [tag for tag, _ in elements(marked) if tag != "mark"] == [tag for tag, _ in elements(html)]
    assert 'data-threads="k0 k1"' in marked


TAGLIKE = st.text(alphabet='<>"/= abmarkcls&;#`*_[]()!\n|-1', max_size=120)


@given(TAGLIKE, st.integers(0, 60), st.integers(1, 60))
def test_marking_any_text_never_touches_its_own_tags(text: str, start: int, length: int) -> None:
    flat = flat_text(text)
    html = html_of(text)
    span = finder(text).find(Piece(start, start + length, flat.count("\n", 0, start) + 1))
    if span:
        marked = written(html, [Mark(span.start, span.end, "k")], [])
        assert (
            re.sub(r"<mark class=\"c-quote\" data-threads=\"k\">(.*?)</mark>", r"\1", marked, flags=re.S)
            == html
        )
        assert elements(marked)


@pytest.mark.parametrize(
    ("said", "piece_of_text"),
    [
        (
            "A queue holds 100 messages & more.",
            'A queue **holds** 100 [messages](https://a.example/c_d "t") & more.',
        ),
        ("A full queue refuses", "A *full* queue refuses"),
        ("cell one\tcell two", "cell one | cell two"),
        ("first item\nsecond code_x", "first item\n2. second `code_x"),
        ('return "<b>"', 'return "<b>"'),
    ],
)
def test_what_is_copied_from_a_page_is_found_in_the_text_behind_it(said: str, piece_of_text: str) -> None:
    assert selected(TEXT, said) == (piece_of_text, TEXT.index(piece_of_text))


def test_a_selection_is_taken_where_it_was_made() -> None:
    text = "a full queue\n\na full queue, a full queue\n"
    assert selected(text, "full queue", line=3, before=1) == ("full queue", text.rindex("full queue"))
    assert selected(text, "full queue", line=3) == ("full queue", text.index("full", 5))
    assert selected(text, "full queue", line=99) == ("full queue", 2)


@pytest.mark.parametrize("said", ["", "  \n", "not there at all", "🎉"])
def test_what_the_text_does_not_have_is_not_found_in_it(said: str) -> None:
    assert selected(TEXT, said) is None


def test_a_line_is_in_the_block_that_begins_on_it_or_above() -> None:
    html = html_of(TEXT)
    blocks = Blocks(html, blocks_of(html))
    tags = {line: blocks.at(line).tag for line in (1, 4, 6, 8, 9, 13, 16, 19)}
    assert tags == {1: "h1", 4: "h1", 6: "p", 8: "li", 9: "li", 13: "table", 16: "pre", 19: "p"}


def test_diagrams_are_told_with_their_models_and_bounded_in_number() -> None:
    block = '```mermaid\ngraph LR\n  A-->B["<&>"]\n```\n\n'
    (first, *_) = found = diagrams_of(html_of("# T\n\n" + block * 50))
    assert (first.line, first.model) == (3, 'graph LR\n  A-->B["<&>"]\n')
    assert len(found) == 40
