"""Rows of a table as CSV and as Markdown, safe to open in a spreadsheet and to render."""

import csv
import io
import re
from collections.abc import Iterable, Sequence

BYTE_ORDER_MARK = "\ufeff"

# A spreadsheet runs a cell that begins so, with or without space before it; the wide forms count alike.
_RUNS = tuple("=+-@\t\r\n＝＋－＠")

_MARKUP = re.compile(r"([\\`*_\[\]<>|~#&!])")


def csv_lines(rows: Iterable[Sequence[object]]) -> str:
    """Rows as RFC 4180 has them, with CRLF; what a spreadsheet would run is made a text by an apostrophe."""
    lines = io.StringIO()
    writer = csv.writer(lines, lineterminator="\r\n")
    writer.writerows([[_inert(cell) for cell in row] for row in rows])
    return lines.getvalue()


def _inert(cell: object) -> object:
    if not isinstance(cell, str):
        return cell
    text = cell.replace("\0", "")
    # What is not seen is no guard: some programs leave it out before they look.
    first = next((each for each in text if each.isprintable() and not each.isspace()), "")
    runs = text.startswith(_RUNS) or first in _RUNS
    return f"'{text}" if runs else text


def markdown_line(cells: Iterable[str]) -> str:
    """Cells, already Markdown, as a row of a table."""
    return f"| {' | '.join(cells)} |\n"


def markdown_text(text: object) -> str:
    """A text as a cell shows it letter by letter: on one line, with no markup of its own."""
    return _MARKUP.sub(r"\\\1", " ".join(str(text).split()))
