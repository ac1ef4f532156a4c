"""Where headings, code and comments are, in texts of any make."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from decisions.domain.text import BlockKind, find_sections, outline, references_in, scan, section_text
from decisions.domain.text.scanner import MAX_OPENINGS

PIECES = [
    "# A",
    "## B ##",
    "```",
    "~~~~",
    "````",
    "text",
    "more text",
    "",
    "===",
    "---",
    "<!--",
    "-->",
    "x <!-- y -->",
]
PIECES += [
    "> ```",
    "> quote",
    "- item",
    "- ```",
    "  ```",
    "<pre>",
    "</pre>",
    "#",
    "####### no",
    "    # code",
    "\\# no",
]


def headings(text: str) -> list[tuple[int, str, int]]:
    return [(heading.level, heading.text, heading.line) for heading in scan(text).headings]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("# One\n## Two ##\n### Three #3\n", [(1, "One", 1), (2, "Two", 2), (3, "Three #3", 3)]),
        ("#none\n####### none\n    # none\n   # One", [(1, "One", 4)]),
        ("One\n===\nTwo\ngoes on\n---\n", [(1, "One", 1), (2, "Two goes on", 3)]),
        ("- item\n---\n> quote\n===\n\n---\n", []),
        ("```\n# none\n~~~\n# none\n````\n# One", [(1, "One", 6)]),
        ("````\n```\n# none\n````\n# One", [(1, "One", 5)]),
        ("```\n    ```\n# none\n```\n# One", [(1, "One", 5)]),
        ("``` a`b\n# One\n", [(1, "One", 2)]),
        ("1. step\n\n   ~~~ sh\n   # none\n   ~~~\n\n# One", [(1, "One", 7)]),
        ("> ```\n> # none\n# One", [(1, "One", 3)]),
        ("- ```\n  # none\n# One", [(1, "One", 3)]),
        ("<!--\n# none\n--> # none\n# One", [(1, "One", 4)]),
        ("text <!--\n# One\n-->", [(1, "One", 2)]),
        ("<pre>\n# none\n</pre>\n# One", [(1, "One", 4)]),
        ("<!-- open\n# none", []),
        ("---\ntitle: x\n# comment\n---\n# One", [(1, "One", 5)]),
        ("\ufeff# One\r\n\r## Two\r\u2028# none\n## `Th` **ree** [x](y) <b>&</b> \\*", [
            (1, "One", 1), (2, "Two", 3), (2, "Th ree x & *", 5)]),
    ],
)  # fmt: skip
def test_a_heading_is_one_where_markdown_has_one(text: str, found: list[tuple[int, str, int]]) -> None:
    assert headings(text) == found


@settings(deadline=None)
@given(st.lists(st.sampled_from([piece for piece in PIECES if "<" not in piece and piece != "-->"])))
def test_headings_at_the_top_of_the_document_are_those_of_a_markdown_parser(lines: list[str]) -> None:
    text = "\n".join(["text", *lines])
    tokens = MarkdownIt("commonmark").parse(text)
    parsed = [(int(token.tag[1]), token.map[0] + 1) for token in tokens
              if token.type == "heading_open" and token.level == 0 and token.map]  # fmt: skip
    # What an indented line is inside a list only a parser knows.
    if not ({"  ```", "    # code"} & set(lines) and {"- item", "- ```"} & set(lines)):
        assert [(level, line) for level, _, line in headings(text)] == parsed


@settings(deadline=None)
@given(st.text() | st.lists(st.sampled_from(PIECES)).map("\n".join), st.sampled_from(["\n", "\r\n", "\r"]))
def test_any_text_is_scanned_line_for_line_whatever_its_line_ends(text: str, end: str) -> None:
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    scanned = scan(plain.replace("\n", end))
    assert scanned.flat == plain.removeprefix("\ufeff")
    assert scanned.headings == scan(plain).headings
    assert len(scanned.prose_lines) == len(scanned.lines) == plain.count("\n") + 1
    assert all(
        1 <= heading.line < heading.body_line <= len(scanned.lines) + 1 for heading in scanned.headings
    )


def test_prose_holds_no_code_no_comment_and_no_front_matter() -> None:
    text = "---\na: b\n---\nsee `code\nspan` and ``a ` b`` <!-- not\nthis --> here\n```\ncode\n```\nend `open\n\n`"
    assert scan(text).prose == "\n\n\nsee `\n and ` \n here\n\n\n\nend `open\n\n`"


def test_a_block_knows_its_lines_and_what_would_close_it() -> None:
    fence, comment = scan("~~~ sh\nx\n~~~\n\n<!-- open\n").blocks
    assert (fence.kind, fence.first, fence.last, fence.info, fence.closer) == (
        BlockKind.FENCE,
        1,
        3,
        "sh",
        "",
    )
    assert (comment.kind, comment.first, comment.last, comment.closer) == (BlockKind.COMMENT, 5, 6, "-->")


def test_reading_stops_where_a_text_opens_more_than_any_document_does() -> None:
    scanned = scan("# A\n" * MAX_OPENINGS + "text\n# B\nTODO\n")
    assert len(scanned.headings) == MAX_OPENINGS
    assert scanned.unread_from == MAX_OPENINGS + 2
    assert "TODO" not in scanned.prose
    assert scan("# A\n" * MAX_OPENINGS).unread_from is None


TREE = "# Top\r\n## Design\r\n### Storage\rone\u2028line\r\n## Rollout\n### Storage\ntwo\n## 3. Q & A:\nthree"


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("design", "## Design\r\n### Storage\rone\u2028line\r\n"),
        ("Design > Storage", "### Storage\rone\u2028line\r\n"),
        ("top > rollout>storage", "### Storage\ntwo\n"),
        ("q and a", "## 3. Q & A:\nthree"),
        ("Top", TREE),
        ("Storage", None),
        ("Nowhere", None),
        ("", None),
    ],
)
def test_a_section_is_found_by_its_path_and_given_byte_for_byte(path: str, text: str | None) -> None:
    assert section_text(scan(TREE), path) == text


def test_a_name_that_two_sections_have_names_both() -> None:
    assert [heading.label for heading in find_sections(scan(TREE), "Storage")] == [
        "Top > Design > Storage", "Top > Rollout > Storage"]  # fmt: skip
    assert [heading.level for heading in outline(scan(TREE))] == [1, 2, 3, 2, 3, 2]


def test_references_are_found_in_prose_only() -> None:
    found = list(references_in(scan("See RFC 12\n`RFC 13` <!-- RFC 14 -->\n```\nRFC 15\n```\nand adr-0007.")))
    assert [(line, spelling, str(reference)) for line, spelling, reference in found] == [
        (1, "RFC 12", "RFC 12"), (6, "adr-0007", "ADR 7")]  # fmt: skip
