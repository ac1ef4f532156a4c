"""What Markdown looks like as HTML."""

import re
from html import unescape

import pytest

from decisions.domain.rendering import render, render_remark
from decisions.domain.rendering.code import LANGUAGES, coloured
from decisions.domain.rendering.limits import Meter
from tests.decisions.domain.safe_html import elements


def html(text: str) -> str:
    rendered = render(text, "markdown")
    assert rendered.problem is None
    elements(rendered.html)
    return rendered.html


def attributes(text: str, tag: str) -> list[dict[str, str]]:
    return [values for name, values in elements(html(text)) if name == tag]


def test_headings_have_the_anchors_that_links_use() -> None:
    shown = attributes("# Why *not* `Redis`?\n## Größe & 数\n## Größe & 数\n", "h1")
    assert shown == [{"id": "user-content-why-not-redis", "data-line": "1", "dir": "auto"}]
    second = attributes("## Größe & 数\n## Größe & 数\n## Größe & 数\n", "h2")
    assert [heading["id"] for heading in second] == [
        "user-content-größe--数",
        "user-content-größe--数-1",
        "user-content-größe--数-2",
    ]
    assert attributes("[x](#why-not-redis)", "a")[0]["href"] == "#user-content-why-not-redis"


def test_a_footnote_links_to_its_note_and_back() -> None:
    links = attributes("Said.[^why]\n\n[^why]: Because.\n", "a")
    assert [(link["href"], link.get("id")) for link in links] == [
        ("#user-content-fn1", "user-content-fnref1"),
        ("#user-content-fnref1", None),
    ]
    assert [item["id"] for item in attributes("Said.[^why]\n\n[^why]: Because.\n", "li")] == [
        "user-content-fn1"
    ]


def test_a_table_keeps_its_alignment_without_a_style() -> None:
    cells = attributes("| a | b | c |\n|:--|:-:|--|\n| 1 | 2 | 3 |\n", "td")
    assert [cell.get("align") for cell in cells] == ["left", "center", None]


def test_task_lists_show_boxes_that_cannot_be_changed() -> None:
    boxes = attributes("- [ ] open\n- [x] done\n  1. [X] *nested*\n- plain\n", "input")
    assert [box["aria-label"] for box in boxes] == ["to do", "done", "done"]
    assert ["checked" in box for box in boxes] == [False, True, True]
    assert all("disabled" in box for box in boxes)
    shown = html("- [ ] open\n- [x] `a`\n")
    assert "> open</li>" in shown
    assert "<code>a</code>" in shown
    assert "[" not in shown


@pytest.mark.parametrize(
    "text", ["- [x]\n", "- [y] a\n", "- [x](#a) b\n", "[x] a\n", "- \\[x] a\n", "- [ ]a\n"]
)
def test_what_only_resembles_a_task_has_no_box(text: str) -> None:
    assert attributes(text, "input") == []


def test_strikethrough_front_matter_and_comments() -> None:
    shown = html("\ufeff---\nsecret: 1\n---\n~~gone~~ <!-- unseen -->\n")
    assert "<s>gone</s>" in shown
    assert "secret" not in shown
    assert "unseen" not in shown


def test_a_comment_that_never_ends_hides_nothing() -> None:
    assert "&lt;!-- a\n\nshown" in html("<!-- a\n\nshown\n")


def test_code_is_coloured_by_classes_and_a_diagram_is_left_as_its_source() -> None:
    shown = html("```python\ndef f(): return '<'\n```\n")
    assert '<code class="language-python"><span class="tok-k">def</span>' in shown
    assert '<pre data-line="1" class="mermaid-source"><code>graph TD; a--&gt;b\n</code></pre>' in html(
        "```mermaid\ngraph TD; a-->b\n```\n"
    )
    assert "<code>x &lt;" in html("```nosuch\nx <\n```\n")


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_each_language_is_one_that_colours_and_keeps_the_code(language: str) -> None:
    code = '\n  <a b="1"> & {x: [1, "é"]} # y\n\n'
    shown = coloured(code, language, Meter(10_000))
    assert "tok-" in shown
    assert unescape(re.sub("<[^>]*>", "", shown)) == code


def test_code_past_the_budget_stays_plain() -> None:
    assert coloured("x = 1", "python", Meter(24)) == "x = 1"


def test_links_say_whose_they_are_and_relative_ones_are_dropped() -> None:
    links = attributes("[a](https://a.example) [b](mailto:x@a.example) [c](../c.md) [d](/admin/)", "a")
    assert [link.get("href") for link in links] == ["https://a.example", "mailto:x@a.example", None, None]
    assert all(link["rel"] == "nofollow noopener noreferrer" for link in links)


def test_images_come_by_http_only_and_keep_their_words() -> None:
    images = attributes("![a](https://a.example/x.png) ![b](data:image/png;base64,AA) ![c](c.png)", "img")
    assert [(image["alt"], image.get("src")) for image in images] == [
        ("a", "https://a.example/x.png"),
        ("b", None),
        ("c", None),
    ]
    assert all(image["referrerpolicy"] == "no-referrer" for image in images)


def test_raw_html_that_only_shapes_a_text_stays() -> None:
    shown = html("<details><summary>More</summary>\n\nH<sub>2</sub>O <kbd>Esc</kbd><br>\n\n</details>\n")
    for piece in ("<details", "<summary", "<sub>2</sub>", "<kbd>Esc</kbd>", "<br>"):
        assert piece in shown
    assert '<a id="user-content-x"' in html('<a name="x"></a>\n')
    assert '<td colspan="2" align="right"' in html("<table><tr><td colspan=2 align=right>a</table>\n")
    assert "9999" not in html("<table><tr><td colspan=9999>a</table>\n")


def test_unknown_tags_are_words() -> None:
    assert "Vec&lt;T&gt; and &lt;your name&gt;" in html("Vec<T> and <your name>")


def test_raw_tags_do_not_reach_beyond_their_block() -> None:
    shown = html("- <b>a\n- b\n\n</div></ul>c\n")
    assert "<b>a</b></li>" in shown
    assert "b</li>\n</ul>\nc" in shown


@pytest.mark.parametrize(
    ("written", "tags"),
    [
        ("<p>a<p>b", ["p", "p"]),
        ("<ul><li>a<li>b</ul>", ["ul", "li", "li"]),
        ("<table><tr><td>a<td>b<tr><td>c</table>", ["table", "tbody", "tr", "td", "td", "tr", "td"]),
        ("<dl><dt>a<dd>b<dt>c</dl>", ["dl", "dt", "dd", "dt"]),
    ],
)
def test_ends_that_html_lets_one_leave_out_are_put_in(written: str, tags: list[str]) -> None:
    assert [tag for tag, _ in elements(html(written))] == tags


def test_right_to_left_text_finds_its_own_direction() -> None:
    text = "# שלום\n\nמה\n\n- נשמע\n\n> טוב\n\n| א |\n|--|\n| ב |\n"
    found = {
        tag: values.get("dir") for tag, values in elements(html(text)) if tag not in ("tbody", "thead", "tr")
    }
    assert set(found.values()) == {"auto"}
    assert {"h1", "p", "ul", "li", "blockquote", "td", "th"} <= set(found)


def test_every_block_says_the_line_it_begins_on_and_no_text_says_more_than_a_line() -> None:
    text = "---\na: b\n---\n# T\r\n\n- one\n\n  two\n\n| a |\n| - |\n\n```python\nx\n```\n\n---\n"
    lines = [(tag, values["data-line"]) for tag, values in elements(html(text)) if "data-line" in values]
    assert lines == [
        *(("h1", "4"), ("li", "6"), ("p", "6"), ("p", "8")),
        *(("table", "10"), ("pre", "13"), ("hr", "17")),
    ]
    claimed = "<p data-line='x\"><b>'>a</p>\n\n<p data-line='1234567'>b</p>\n\n<p data-line='٣'>c</p>\n"
    assert "data-line" not in html(claimed)


def test_a_remark_has_neither_names_nor_headings_and_leads_into_its_document() -> None:
    said = render_remark(
        "# Big\n\n[there](#design) <b id='x'>bold</b> <script>alert(1)</script>\n\n- [x] done\n"
    )
    assert elements(said)
    assert '<div class="remark-heading" dir="auto">Big</div>' in said
    assert 'href="#user-content-design"' in said
    assert not re.search(r"\sid=|data-line|<h1|<script", said)
    assert "as-written" in render_remark("> " * 200 + "deep")
