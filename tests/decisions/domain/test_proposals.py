"""A text that was overtaken by moves, or by another text."""

from datetime import date

import pytest

from decisions.domain.proposals import propose
from decisions.domain.text import format_status_line, parse_status_lines, scan, with_status

DRAFT = "---\nstatus: draft\n---\n\n# RFC 1: T\n\none\n\ntwo\n"
LOGGED = DRAFT + "\n## Status log\n\n- 2026-11-01 draft by @ana\n"


def moved(text: str, *statuses: str) -> str:
    for status in statuses:
        line = format_status_line(date(2026, 11, 30), status, "bo")
        text = with_status(text, status=status, line=line)
    return text


@pytest.mark.parametrize("base", [DRAFT, LOGGED, DRAFT.replace("\n", "\r\n")])
@pytest.mark.parametrize("moves", [("in_review",), ("in_review", "draft", "in_review")])
@pytest.mark.parametrize(
    ("old", "new"),
    [("one", "1"), ("two", "two, and more at the very end"), ("status: draft", "status: draft\ntags: [a]")],
)
def test_a_move_meanwhile_fits_into_any_edit(base: str, moves: tuple[str, ...], old: str, new: str) -> None:
    mine = base.replace(old, new)
    made = propose(base, moved(base, *moves), mine)
    assert made.conflicts == []
    text = made.text()
    assert new.replace("status: draft", f"status: {moves[-1]}") in text
    written = [line.status for line in parse_status_lines(scan(text))]
    assert written[-len(moves) :] == list(moves)
    assert f"status: {moves[-1]}\n" in text


def test_a_move_and_my_own_new_ending_both_stay() -> None:
    made = propose(DRAFT, moved(DRAFT, "in_review"), DRAFT + "\n## More\n\nwords\n")
    assert made.text() == moved(DRAFT + "\n## More\n\nwords\n", "in_review")


def test_a_move_with_a_change_of_the_text_is_merged_by_lines() -> None:
    theirs = moved(LOGGED, "in_review").replace("one", "1")
    made = propose(LOGGED, theirs, LOGGED.replace("two", "2"))
    assert made.conflicts == []
    assert made.text() == theirs.replace("two", "2")


def test_a_line_taken_out_of_the_log_is_merged_by_lines() -> None:
    theirs = LOGGED.replace("- 2026-11-01 draft by @ana\n", "")
    assert propose(LOGGED, theirs, LOGGED.replace("one", "1")).text() == theirs.replace("one", "1")
