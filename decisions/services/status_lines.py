"""The rows of a document's status log: what its text says, and the moves on record that it does not."""

from collections import Counter
from collections.abc import Sequence
from datetime import date

from decisions.domain.text import StatusLineText
from decisions.models import Document, StatusLine

# What StatusLine keeps of what a hand-written line says; the text keeps all of it.
_MAX_DETAIL = 500

_Said = tuple[date, str, str, str, str]


def status_lines_write(
    document: Document, written: Sequence[StatusLineText], *, made: Sequence[StatusLineText] = ()
) -> None:
    """Set the rows of a document's status log to the lines of its current text.

    Recorded are those that the service makes now (`made`), and those that stand as they were recorded: each
    record stands for one line, so that a copied line is only written. A record that the text does not hold
    is kept beside it: all those of a text that is not Markdown, and those that somebody took out of one.
    """
    before = StatusLine.objects.filter(document=document, recorded=True).order_by("position")
    records = [*before.values_list("day", "status", "person", "app", "detail"), *map(_said, made)]
    left = Counter(records)
    rows = [_row(document, _said(line), line.line, recorded=_take(left, _said(line))) for line in written]
    rows += [_row(document, said, 0, recorded=True) for said in records if _take(left, said)]
    for position, row in enumerate(rows):
        row.position = position
    StatusLine.objects.filter(document=document).delete()
    StatusLine.objects.bulk_create(rows)


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


def _said(line: StatusLineText) -> _Said:
    return line.day, line.status, line.person, line.app, line.detail[:_MAX_DETAIL]
