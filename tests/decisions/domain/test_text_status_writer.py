"""A move writes its line and its word, and touches no other byte."""

from datetime import date

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from decisions.domain.text import (
    format_status_line,
    only_status_lines_changed,
    parse_status_lines,
    scan,
    with_status,
)

OLD = format_status_line(date(2026, 11, 2), "draft", "ana")
NEW = format_status_line(date(2026, 11, 30), "accepted", "bo", "Claude Code", "good")

PIECES = [
    "# T",
    "## Status log",
    OLD,
    "",
    "text",
    "- item",
    "```",
    "~~~~",
    "<!--",
    "-->",
    "<pre>",
    "===",
    "---",
    "> ```",
]
PIECES += ["- ```", "status: draft", "status:", "## More", "  goes on", "### Status log", "<!-- c -->", " "]
TOPS = ["", "\ufeff", "---\nstatus: draft\n---\n", "---\nstatus:\n---"]
TOPS += ["\ufeff---\r\na: b\r\nstatus: 'draft'\r\n---\r\n"]
TEXTS = st.tuples(
    st.sampled_from(TOPS),
    st.lists(st.tuples(st.sampled_from(PIECES), st.sampled_from(["\n", "\n", "\r\n", "\r"]))).map(
        lambda pairs: "".join(part for pair in pairs for part in pair)
    ),
    st.sampled_from(["", "end", "- item"]),
).map("".join)  # fmt: skip


def moved(text: str) -> str:
    return with_status(text, status="accepted", line=NEW)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", f"## Status log\n\n{NEW}\n"),
        ("# T\n", f"# T\n\n## Status log\n\n{NEW}\n"),
        ("# T\r\n\r\n", f"# T\r\n\r\n## Status log\r\n\r\n{NEW}\r\n"),
        ("# T\rtext", f"# T\rtext\r\r## Status log\r\r{NEW}"),
        (f"## Status log\n\n{OLD}", f"## Status log\n\n{OLD}\n{NEW}"),
        (
            f"## Status log\n{OLD}\n  goes on\n\n## More\n",
            f"## Status log\n{OLD}\n  goes on\n{NEW}\n\n## More\n",
        ),
        ("## Status log", f"## Status log\n\n{NEW}"),
        ("## Status log\ntext\n", f"## Status log\n\n{NEW}\n\ntext\n"),
        ("Status log\n---\n\n# More", f"Status log\n---\n\n{NEW}\n\n# More"),
        ("```\ncode", f"```\ncode\n```\n\n## Status log\n\n{NEW}"),
        ("<!-- open\n\n", f"<!-- open\n\n-->\n\n## Status log\n\n{NEW}\n"),
        ("> ```\n> code\n", f"> ```\n> code\n\n## Status log\n\n{NEW}\n"),
        ("---\nstatus: draft # why\n---\n", f"---\nstatus: accepted # why\n---\n\n## Status log\n\n{NEW}\n"),
        ("---\nstatus:\n---\n", f"---\nstatus: accepted\n---\n\n## Status log\n\n{NEW}\n"),
        ('---\n"status": "draft"\n---\n', f'---\n"status": "accepted"\n---\n\n## Status log\n\n{NEW}\n'),
        ("---\nstatus: a\nstatus: b\n---\n", f"---\nstatus: a\nstatus: b\n---\n\n## Status log\n\n{NEW}\n"),
    ],
)
def test_a_move_writes_exactly_this(before: str, after: str) -> None:
    assert moved(before) == after


@settings(deadline=None)
@given(TEXTS)
def test_a_move_adds_one_line_at_the_end_of_the_log_and_changes_the_word(text: str) -> None:
    old, new = scan(text), scan(moved(text))
    assert [line.raw for line in parse_status_lines(new)] == [
        *(line.raw for line in parse_status_lines(old)),
        NEW,
    ]
    if old.front_matter and old.front_matter.status_span:
        assert new.front_matter
        assert new.front_matter.values == {**old.front_matter.values, "status": "accepted"}
    else:
        assert new.front_matter == old.front_matter
    assert text.endswith(("\n", "\r")) == new.text.endswith(("\n", "\r")) or not text.removeprefix("\ufeff")


@settings(deadline=None)
@given(TEXTS)
def test_a_move_keeps_every_other_byte(text: str) -> None:
    front_matter = scan(text).front_matter
    span = front_matter.status_span if front_matter else None
    start, end = span or (0, 0)
    result = moved(text)
    tail = text[end:]
    assert result.startswith(text[:start])
    assert len(result) >= len(text) - (end - start) + len(NEW)
    head = result[: result.index(NEW)]
    assert any(result.endswith(tail[cut:]) and tail[:cut] in head for cut in range(len(tail) + 1))


@settings(deadline=None)
@given(TEXTS)
@example("---\nstatus:\n---<!--\n## Status log\n-->\n")
def test_a_second_move_changes_status_lines_only(text: str) -> None:
    first = moved(text)
    again = with_status(
        first, status="superseded", line=format_status_line(date(2026, 12, 1), "superseded", "bo")
    )
    assert only_status_lines_changed(first, again)
    assert only_status_lines_changed(again, first)
    assert not only_status_lines_changed(again, again + "\n\nmore")


@pytest.mark.parametrize(
    ("old", "new", "only"),
    [
        (f"# T\n## Status log\n{OLD}\n", "# T\n## Status log\n", True),
        (f"# T\n## Status log\n{OLD}\n", f"# T\n## Status log\n{NEW}\n{OLD}", True),
        (f"# T\n## Status log\n{OLD}\n", f"# T\n## Status log\n{OLD}\n- and more\n", False),
        (f"# T\n## Status log\n{OLD}\n", f"# U\n## Status log\n{OLD}\n", False),
        (f"# T\n{OLD}\n", f"# T\n{NEW}\n", False),
        ("---\nstatus: draft\n---\nx", "---\nstatus: accepted\n---\nx", True),
        ("---\nstatus: draft\nb: c\n---\nx", "---\nstatus: draft\nb: d\n---\nx", False),
        ("---\nstatus: draft\n---\nx", "---\nstate: draft\n---\nx", False),
        (f"## Status log\n```\n{OLD}\n```\n", f"## Status log\n```\n{NEW}\n```\n", False),
    ],
)
def test_what_counts_as_a_change_of_status_lines(old: str, new: str, only: bool) -> None:
    assert only_status_lines_changed(old, new) is only
