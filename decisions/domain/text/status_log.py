"""The lines of a document's `## Status log`: written so that nobody can forge one, read by one exact grammar."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from decisions.domain.text.one_line import escape, one_line, unescape
from decisions.domain.text.outline import heading_key, own_end
from decisions.domain.text.scanner import TextScan

LOG_HEADING = "Status log"

# What a line may hold, so that rows made of it fit their columns. A name is a username's length at most; an app's name
# is what a person reads at a glance; the detail is a version's message.
MAX_NAME = 150
MAX_APP = 80
MAX_DETAIL = 500

# The detail may be written by hand and unescaped, an app may not hold an unescaped colon: that would move the border
# between who acted and what is said of it.
_UNSEEN = r"\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"
_APP = rf"(?:[^\\:{_UNSEEN}]|\\[!-/:-@\[-`{{-~]){{1,{MAX_APP}}}+"
_GRAMMAR = re.compile(
    r"- (?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})"
    r" (?P<status>[^\W\d_][\w-]{0,39})"
    rf" by @(?P<person>[\w.@+-]{{1,{MAX_NAME}}}+)"
    rf"(?: via (?P<app>{_APP}))?"
    rf"(?:: (?P<detail>[^{_UNSEEN}]{{1,{MAX_DETAIL * 2}}}))?"
)
_NOT_IN_NAMES = re.compile(r"[^\w.@+-]")


@dataclass(frozen=True, slots=True)
class StatusLineText:
    """One line of the log; `status` is the word as written, `app` and `detail` are empty where there is none."""

    day: date
    status: str
    person: str
    app: str
    detail: str
    line: int
    raw: str


def format_status_line(day: date, status: str, person: str, app: str = "", detail: str = "") -> str:
    """The line without its end. `person` is the username; foreign words are cut, made one line and escaped."""
    who = _NOT_IN_NAMES.sub("_", person)[:MAX_NAME] or "_"
    line = f"- {day.isoformat()} {status} by @{who}"
    if app := one_line(app, limit=MAX_APP):
        line += f" via {escape(app, also=':@')}"
    if detail := one_line(detail, limit=MAX_DETAIL):
        line += f": {escape(detail)}"
    return line


def parse_status_line(raw: str, line: int = 1) -> StatusLineText | None:
    """What the line says, or None where it is not exactly of the form that `format_status_line` writes."""
    match = _GRAMMAR.fullmatch(raw)
    if not match:
        return None
    try:
        day = date.fromisoformat(match["day"])
    except ValueError:
        return None
    app, detail = unescape(match["app"] or ""), unescape(match["detail"] or "")
    return StatusLineText(day, match["status"], match["person"], app, detail, line, raw)


def log_section(scan: TextScan) -> tuple[int, int] | None:
    """The first and the last-but-one line (from 1) of what stands under the first `Status log` heading.

    One between `<!--` and `-->` is none: a line that is written under it would not be read again.
    """
    for index, heading in enumerate(scan.headings):
        if not scan.prose_lines[heading.line - 1].strip():
            continue
        if len(heading.text) < 40 and heading_key(heading.text) == LOG_HEADING.casefold():
            return heading.body_line, own_end(scan, index)
    return None


def log_lines(scan: TextScan) -> Iterator[tuple[int, str]]:
    """Number and text of each line in the log that is not blank; lines in code and comments are none."""
    section = log_section(scan)
    if section:
        for number in range(*section):
            if scan.prose_lines[number - 1].strip():
                yield number, scan.lines[number - 1]


def parse_status_lines(scan: TextScan) -> list[StatusLineText]:
    """The lines of the log in the order written; lines of another form are left out, and are findings."""
    parsed = (parse_status_line(raw, number) for number, raw in log_lines(scan))
    return [line for line in parsed if line]
