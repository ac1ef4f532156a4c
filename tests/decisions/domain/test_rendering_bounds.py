"""Rendering gives up at its bounds, says so, and shows the text all the same."""

from html import escape

import pytest

from decisions.domain.rendering import render
from tests.decisions.domain.safe_html import elements

SIZE = 270_000

MARKDOWN = {
    "longer than a document": "a" * (3 * SIZE),
    "open brackets": "[" * SIZE,
    "images in images": "![" * (SIZE // 2),
    "matched brackets": "[" * (SIZE // 2) + "]" * (SIZE // 2),
    "less-than signs": "<" * SIZE,
    "open emphasis": "*a_" * (SIZE // 3),
    "table cells": "|a|b|\n|-|-|\n" + "|x|y|\n" * (SIZE // 6),
    "list items": "- a\n" * (SIZE // 4),
    "headings of one name": "# a\n" * (SIZE // 4),
    "raw elements in each other": "<div>" * (SIZE // 5),
    "lists in lists": "".join("  " * depth + "- a\n" for depth in range(60)),
    "quotes in quotes": ">" * 100 + " a\n",
    "emphasis in emphasis": "*a **b " * 200 + "c** d* " * 200,
    "formatting left open": "<p>" + "".join(f"<b id=x{n}>" for n in range(9000)) + "<p>a" * 9000,
}

RST = {
    "longer than the bound": "a\n\n" * (SIZE // 3),
    "blocks": "- a\n\n" * 30_000,
    "substitutions of substitutions": "".join(
        f".. |a{n}| replace:: |a{n + 1}| |a{n + 1}|\n\n" for n in range(40)
    )
    + ".. |a40| replace:: x\n\n|a0|\n",
    "linked substitutions": "".join(f".. |a{n}| replace:: |a{n + 1}|_ |a{n + 1}|_\n\n" for n in range(40))
    + ".. |a40| replace:: x\n\n|a0|\n",
    "uses of one substitution": f".. |a| replace:: {'x' * 9000}\n\n" + "|a| |a|\n" * 9000,
    "open marks": "*a `b\n" * 9000,
    "references": "[#]_ " * 1500 + "\n" + "[#]_ " * 1500 + "\n",
    "quotes in quotes": "".join(" " * depth + "a\n\n" for depth in range(600)),
}


@pytest.mark.parametrize("name", MARKDOWN)
def test_markdown_past_a_bound_is_shown_as_written(name: str) -> None:
    _assert_as_written(MARKDOWN[name], "markdown")


@pytest.mark.parametrize("name", RST)
def test_rst_past_a_bound_is_shown_as_written(name: str) -> None:
    _assert_as_written(RST[name], "rst")


def _assert_as_written(text: str, text_format: str) -> None:
    rendered = render(text, text_format)
    assert rendered.problem
    assert rendered.html == f'<pre class="as-written" dir="auto">{escape(text)}</pre>'


@pytest.mark.parametrize("name", ["prose", "front matter", "code"])
def test_a_large_but_ordinary_text_renders(name: str) -> None:
    text = {
        "prose": "The quick fox *jumps* over `the` [dog](https://a.example), and so on it goes.\n\n" * 6700,
        "front matter": "---\n" + "a: b\n" * 90_000 + "---\ntext\n",
        "code": ("```python\n" + "x = f(1)\n" * 50 + "```\n") * 1000,
    }[name]
    rendered = render(text, "markdown")
    assert rendered.problem is None
    assert "as-written" not in rendered.html
    assert elements(rendered.html)


def test_ten_lists_within_each_other_lose_nothing() -> None:
    text = "".join("  " * depth + f"- level {depth}\n" for depth in range(15))
    rendered = render(text, "markdown")
    assert rendered.problem is None
    assert "level 14" in rendered.html


@pytest.mark.parametrize("text_format", ["mediawiki", "asciidoc", "nosuch"])
def test_a_format_without_a_renderer_is_shown_as_written_and_said_so(text_format: str) -> None:
    rendered = render("= A =\n<b>'''x'''", text_format)
    assert "= A =\n&lt;b&gt;" in rendered.html
    assert rendered.problem
    assert text_format in rendered.problem


def test_plain_text_is_itself_and_no_problem() -> None:
    rendered = render("a <b>\n  *c*\n", "plain")
    assert rendered.html == '<pre class="as-written" dir="auto">a &lt;b&gt;\n  *c*\n</pre>'
    assert rendered.problem is None
