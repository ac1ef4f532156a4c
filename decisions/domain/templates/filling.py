"""A template made into the first text of a document."""

import re
from datetime import date

from decisions.domain.text import format_status_line, scan, with_status
from decisions.domain.text.lines import line_starts, own_line_end
from decisions.domain.text.one_line import one_line
from decisions.domain.text.scanner import BOM

# A title's bound is the record's; this one only keeps a heading a heading.
MAX_TITLE = 500

_FIELD = re.compile(r"\{\{ ?(title|reference|author|date|status) ?\}\}")


def fill(
    template: str, *, title: str, reference: str, author: str, day: date, status: str, app: str = ""
) -> str:
    """The template with its `{{…}}` fields, its title and the first line of its status log filled in.

    `author` is a username. A template without `{{title}}` has its first heading of level 1 replaced, or gets one.
    """
    known = {
        "title": one_line(title, limit=MAX_TITLE),
        "reference": reference,
        "author": f"@{author}",
        "date": day.isoformat(),
        "status": status,
    }
    text = template if _names_title(template) else _with_title(template)
    filled = _FIELD.sub(lambda field: known[field[1]], text)
    return with_status(filled, status=status, line=format_status_line(day, status, author, app))


def _names_title(template: str) -> bool:
    return any(field[1] == "title" for field in _FIELD.finditer(template))


def _with_title(template: str) -> str:
    scanned, end = scan(template), own_line_end(template)
    heading = "# {{reference}}: {{title}}" + end
    for old in scanned.headings:
        if old.level == 1:
            starts = line_starts(template, (old.line, old.body_line))
            return template[: starts[old.line]] + heading + template[starts[old.body_line] :]
    top = scanned.front_matter.last_line + 1 if scanned.front_matter else 1
    place = line_starts(template, (top,))[top] or len(template) - len(template.removeprefix(BOM))
    above = template[:place]
    gap = end if scanned.front_matter and not above.endswith(end) else ""
    return above + gap + heading + end + template[place:]
