"""Each dialect, in samples of our own."""

import pytest

from decisions.domain.headers import ImportedHeader, Problem, name_title, read_header
from tests.decisions.domain.header_samples import (
    ASCIIDOC,
    BOLD_LIST,
    BULLETS_ABOVE,
    BULLETS_BELOW,
    CHINESE_TABLE,
    FENCED,
    FRONT_MATTER,
    KEP_YAML,
    NO_TITLE,
    NYGARD,
    RFC_822,
    RST_TITLE,
    WIKI_PRE,
)


def read(path: str, text: str) -> ImportedHeader:
    return read_header(path, text.encode())


def said(header: ImportedHeader) -> tuple[str | None, str, str, str]:
    return header.number, header.title, header.status_raw, header.date_raw


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("EIPS/eip-161.md", FRONT_MATTER, ("0161", "Queues: a second look", "Last Call", "2024-02-30")),
        (
            "pep-9042.rst",
            RFC_822,
            ("9042", "A title that goes on over two lines", "Provisional", "03-Mar-2031"),
        ),
        ("bip-7001.mediawiki", WIKI_PRE, ("7001", "Quiet handshakes", "Complete", "2031-03-03")),
        ("bip-7002.md", FENCED, ("7002", "Louder handshakes", "Draft", "2031-03-04")),
        (
            "0907-bicycles.md",
            BULLETS_BELOW,
            ("0907", "Borrow a `Bicycle` by value", "Implemented (Wheels 2.2)", ""),
        ),
        ("text/8001-folding.md", BULLETS_ABOVE, ("8001", "folding_bicycles", "", "2031-03-05")),
        ("text/0063-fold.md", NO_TITLE, ("0063", "", "", "2031-03-06")),
        (
            "adr/keep-indoors.md",
            NYGARD,
            (
                "7",
                "7. Keep bicycles indoors",
                "Deprecated (nothing took its place)",
                "2031-03-07 (_updated later_)",
            ),
        ),
        ("2031-03-09-racks.md", BOLD_LIST, (None, "Bicycle racks", "Active", "2031-03-09")),
        ("rfcs/20310310_parking.md", CHINESE_TABLE, (None, "自行车停放", "评审中", "2031-03-10")),
        (
            "keps/sig-wheels/0000-park/kep.yaml",
            KEP_YAML,
            ("0000", "Park at night", "implementable", "2031-14-05"),
        ),
        ("0012-ring.adoc", ASCIIDOC, ("0012", "Ring before passing", "Accepted", "2031-03-11")),
        ("lights.rst", RST_TITLE, (None, "Lights at dusk", "Draft", "2031-03-12")),
    ],
)
def test_each_dialect_is_read_as_it_is_written(
    path: str, text: str, expected: tuple[str | None, ...]
) -> None:
    assert said(read(path, text)) == expected


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("a/b.md", "markdown"),
        ("b.MARKDOWN", "markdown"),
        ("b.rst", "rst"),
        ("b.mediawiki", "mediawiki"),
        ("b.adoc", "asciidoc"),
        ("kep.yaml", "plain"),
        ("README", "plain"),
    ],
)
def test_the_suffix_tells_the_format(path: str, expected: str) -> None:
    assert read(path, "text").format == expected


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_and_a_byte_order_mark_change_nothing(line_end: str, mark: str) -> None:
    for path, text in (
        ("a.md", FRONT_MATTER),
        ("a.rst", RFC_822),
        ("a.mediawiki", WIKI_PRE),
        ("a.md", NYGARD),
    ):
        assert said(read(path, mark + text.replace("\n", line_end))) == said(read(path, text))


def test_a_date_that_does_not_exist_is_a_problem_and_stays_as_written() -> None:
    assert read("eip-161.md", FRONT_MATTER).problems == (Problem.IMPOSSIBLE_DATE,)
    assert read("kep.yaml", KEP_YAML).problems == (Problem.IMPOSSIBLE_DATE,)


def test_front_matter_that_is_no_yaml_is_read_line_by_line() -> None:
    header = read("eip-5.md", "---\neip: 5\ntitle: Queues: again\nstatus: Final\n---\nbody\n")
    assert said(header) == ("5", "Queues: again", "Final", "")
    assert header.problems == (Problem.FRONT_MATTER_UNREADABLE,)


def test_aliases_in_front_matter_are_refused() -> None:
    header = read("a.md", "---\na: &a [x, x]\nb: &b [*a, *a]\ntitle: Bomb\nstatus: *b\n---\n# Heading\n")
    assert Problem.FRONT_MATTER_UNREADABLE in header.problems
    assert header.title == "Bomb"


def test_front_matter_that_is_never_closed_counts_as_lines_above_the_heading() -> None:
    header = read("a.md", "---\ntitle: Never closed\n\n# Heading\n\nstatus: Draft\n")
    assert said(header) == (None, "Never closed", "", "")


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("# ***Stressed***\n", "Stressed"),
        ("# `code --flag`\n", "`code --flag`"),
        ("# Use `code` here\n", "Use `code` here"),
        ("# See [the plan](https://example.org/plan)\n", "See the plan"),
        ("# Closing marks ##\n", "Closing marks"),
        ("# C#\n", "C#"),
        ("# Two   blanks\u202e\n", "Two blanks"),
        ("```\n# In code\n```\n# Outside\n", "Outside"),
        ("<!--\n# Hidden\n-->\n# Shown\n", "Shown"),
        ("## A list follows\n\n- Start Date: 2031-01-01\n\n## Summary\n", "A list follows"),
        ("## First of many\n\ntext\n\n## Second\n", ""),
        ("## The only one\n\n### Below it\n", "The only one"),
        ("# Context and Problem Statement\n", ""),
        ("# 1. Motivation\n", ""),
        ("one\n\ntwo\n\nthree\n\nfour\n\n# A section after prose\n", ""),
        ("> A notice.\n\nMoved elsewhere.\n\n# A title after a notice\n", "A title after a notice"),
        ("- Feature Name: N/A\n\n# The heading then\n", "The heading then"),
        ("# The heading\n\n- Feature Name: a_flag\n", "The heading"),
        ("# Title\n\n| 标题 | From the table |\n| --- | --- |\n", "From the table"),
        ("", ""),
    ],
)
def test_the_title_is_the_heading_that_names_the_document(text: str, title: str) -> None:
    header = read("some-name.md", text)
    assert header.title == title
    assert (Problem.NO_TITLE in header.problems) == (not title)


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("# T\n\n**Status: Active**\\\n**Owner:** Ana\n", "Active"),
        ("# T\n\n__Status__: Active\n", "Active"),
        ("# T\n\nStatus： Active\n", "Active"),
        ("# T\n\n* Status: _Active_ <br>\n", "Active"),
        ("# T\n\n* Status: [Active](https://example.org)\n", "[Active](https://example.org)"),
        ("# T\n\n* Status: Done\n\n## Status\n\nDraft\n", "Done"),
        (
            "# T\n\n## Status\n\nReplaced by [the\nother one](x.md).\n\nMore.\n",
            "Replaced by [the other one](x.md).",
        ),
        ("# T\n\n## T\n\n* Status: Active\n", "Active"),
        ("# T\n\n## A\n\n## B\n\n## C\n\n## Status\n\nof an object\n", ""),
        ("# T\n\n## How\n\n```yaml\nstatus: accepted\n```\n", ""),
        ("# T\n\n- [Status](#status)\n", ""),
    ],
)
def test_the_status_is_what_the_preamble_or_its_own_section_says(text: str, status: str) -> None:
    assert read("a.md", text).status_raw == status


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("text/0063-fold-it.md", "Fold it"),
        ("EIPS/eip-1046.md", "eip-1046"),
        ("keps/0042-night_parking/README.md", "Night parking"),
        ("2031-03-09-racks.md", "2031 03 09 racks"),
        ("README.md", "README"),
    ],
)
def test_a_title_can_be_made_from_the_name(path: str, title: str) -> None:
    assert name_title(path) == title
