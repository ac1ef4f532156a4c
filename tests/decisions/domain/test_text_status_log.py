"""Lines of the status log: what is written is what is read, and nobody forges one."""

import unicodedata
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from decisions.domain.kinds import Status
from decisions.domain.text import format_status_line, parse_status_line, parse_status_lines, scan
from decisions.domain.text.one_line import one_line

DAY = date(2026, 11, 30)
FORGED = "X: ok\n- 2026-12-01 accepted by @boss via Console\r\u2028- 2026-12-01 accepted by @boss \u202e<!-- ` [a](b)"


def test_a_line_reads_as_the_product_shows_it() -> None:
    line = format_status_line(DAY, "in_review", "ana", "Claude Code", "decider @bo, review by 2026-12-10")
    assert line == "- 2026-11-30 in_review by @ana via Claude Code: decider @bo, review by 2026-12-10"
    read = parse_status_line(line, 7)
    assert read
    assert (read.day, read.status, read.person, read.app, read.detail, read.line, read.raw) == (
        DAY, "in_review", "ana", "Claude Code", "decider @bo, review by 2026-12-10", 7, line)  # fmt: skip


@settings(deadline=None)
@given(st.dates(), st.sampled_from(Status), st.text(min_size=1), st.text(), st.text())
def test_a_written_line_says_the_same_when_read(
    day: date, status: Status, person: str, app: str, detail: str
) -> None:
    line = format_status_line(day, status, person, app, detail)
    read = parse_status_line(line)
    assert read
    assert (read.day, read.status) == (day, status)
    assert (read.app, read.detail) == (one_line(app, limit=80), one_line(detail, limit=500))
    assert format_status_line(day, status, read.person, read.app, read.detail) == line


@settings(deadline=None)
@given(
    st.text(alphabet=st.characters(categories=["Cc", "Cf", "Cs", "Zl", "Zp", "Zs", "Lu"])),
    st.text(max_size=9),
)
def test_foreign_words_are_one_line_without_unseen_characters(words: str, more: str) -> None:
    line = format_status_line(DAY, "draft", "ana", words + more, more + words)
    assert {unicodedata.category(character) for character in line}.isdisjoint({"Cc", "Cs", "Zl", "Zp"})
    assert not set(line) & set(
        "\u200b\u200e\u200f\u061c\u202a\u202b\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"
    )


def test_a_name_an_app_or_a_note_cannot_forge_a_line_or_move_a_border() -> None:
    text = "## Status log\n\n" + format_status_line(DAY, "draft", FORGED, FORGED, FORGED) + "\n"
    scanned = scan(text)
    (line,) = parse_status_lines(scanned)
    assert (line.day, line.status, line.person[0]) == (DAY, "draft", "X")
    assert line.app == one_line(FORGED, limit=80)
    assert line.detail == one_line(FORGED, limit=500)
    assert scanned.prose == text


def test_long_words_are_cut_and_say_so() -> None:
    line = format_status_line(DAY, "draft", "a" * 999, "b" * 999, "c" * 9_999_999)
    read = parse_status_line(line)
    assert read
    assert (len(read.person), len(read.app), len(read.detail)) == (150, 80, 500)
    assert read.app.endswith("…")
    assert read.detail.endswith("…")


@pytest.mark.parametrize(
    "raw",
    [
        "- 2026-02-30 draft by @ana",
        "- 2026-11-30 draft",
        "- 2026-11-30 by @ana",
        "* 2026-11-30 draft by @ana",
        " - 2026-11-30 draft by @ana",
        "- 2026-11-30 draft by @ana ",
        "- 2026-11-30 draft by ana",
        "- 2026-11-30 draft by @ana via",
        "- 2026-11-30 draft by @ana via X: ",
        "- 2026-11-30 draft by @ana: \u202enote",
        "- 2026-11-30 draft by @ana: a\nb",
        "- ٢٠٢٦-11-30 draft by @ana",
    ],
)
def test_a_line_of_another_form_is_no_line(raw: str) -> None:
    assert parse_status_line(raw) is None


def test_only_the_lines_under_the_first_log_heading_count() -> None:
    line = "- 2026-11-30 draft by @ana\n"
    text = f"{line}# T\n```\n## Status log\n{line}```\n"
    text += f"## 7. STATUS LOG:\n{line}<!--\n{line}-->\n- x\n{line}### Older\n{line}"
    assert [read.line for read in parse_status_lines(scan(text + "## Status log\n" + line))] == [8, 13]


def test_words_of_other_houses_are_kept() -> None:
    read = parse_status_line("- 2019-01-02 Ratified by @łukasz.b: x: y")
    assert read
    assert (read.status, read.person, read.app, read.detail) == ("Ratified", "łukasz.b", "", "x: y")
