"""The rows of a document's status log: what its text says, and the moves on record that it does not."""

from collections import Counter
from collections.abc import Sequence
from datetime import date

from decisions.domain.text import StatusLineText
from decisions.models import Document, StatusLine

# What StatusLine keeps of what a hand-written line says; the text keeps all of it.
_MAX_DETAIL = 500

_Said = tuple[date, str, str, str, str]

# What a row says; a document's account never changes, its space does.
_COLUMNS = ("space", "line", "day", "status", "person", "app", "detail", "recorded")


def status_lines_write(
    document: Document, written: Sequence[StatusLineText], *, made: Sequence[StatusLineText] = ()
) -> None:
    """Set the rows of a document's status log to the lines of its current text.

    Recorded are those that the service makes now (`made`), and those that stand as they were recorded: each
    record stands for one line, so that a copied line is only written. A record that the text does not hold
    is kept beside it: all those of a text that is not Markdown, and those that somebody took out of one.
    """
    before = list(StatusLine.objects.filter(document=document).order_by("position"))
    records = [*(_told(row) for row in before if row.recorded), *map(_said, made)]
    left = Counter(records)
    rows = [_row(document, _said(line), line.line, recorded=_take(left, _said(line))) for line in written]
    rows += [_row(document, said, 0, recorded=True) for said in records if _take(left, said)]
    for position, row in enumerate(rows):
        row.position = position
    _replace(document, before, rows)


def _replace(document: Document, before: Sequence[StatusLine], rows: Sequence[StatusLine]) -> None:
    """Write the rows that differ from what stood at their position; most saves leave the log alone."""
    changed = [row for row in rows if row.position >= len(before) or not _same(row, before[row.position])]
    if changed:
        StatusLine.objects.bulk_create(
            changed, update_conflicts=True, unique_fields=["document", "position"], update_fields=_COLUMNS
        )
    if len(before) > len(rows):
        StatusLine.objects.filter(document=document, position__gte=len(rows)).delete()


def _same(row: StatusLine, stood: StatusLine) -> bool:
    return all(row.serializable_value(name) == stood.serializable_value(name) for name in _COLUMNS)


def _take(left: Counter[_Said], said: _Said) -> bool:
    if not left[said]:
        return False
    left[said] -= 1
    return True


def _row(document: Document, said: _Said, line: int, *, recorded: bool) -> StatusLine:
    day, status, person, app, detail = said
    return StatusLine(
        document=document,
        account_id=document.account_id,
        space_id=document.space_id,
        line=line,
        day=day,
        status=status,
        person=person,
        app=app,
        detail=detail,
        recorded=recorded,
    )


def _told(row: StatusLine) -> _Said:
    return row.day, row.status, row.person, row.app, row.detail


def _said(line: StatusLineText) -> _Said:
    return line.day, line.status, line.person, line.app, line.detail[:_MAX_DETAIL]
