"""Two texts in one column: what was taken out above what stands in its place."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from decisions.domain.side_by_side import Row, RowKind, Span


class Line(NamedTuple):
    """A line of one of the two texts, or of both: then it has both numbers. A gap has none and no text."""

    kind: RowKind
    old_number: int
    new_number: int
    text: str
    marks: tuple[Span, ...] = ()


def unified(rows: Iterable[Row]) -> Iterator[Line]:
    """The rows of a view in two columns as lines of one, with the words that differ."""
    added: list[Line] = []
    for row in rows:
        if row.kind in (RowKind.SAME, RowKind.GAP):
            yield from added
            added = []
            yield Line(row.kind, row.old_number, row.new_number, row.old_text)
            continue
        if row.old_number:
            yield Line(RowKind.REMOVED, row.old_number, 0, row.old_text, row.old_marks)
        if row.new_number:
            added.append(Line(RowKind.ADDED, 0, row.new_number, row.new_text, row.new_marks))
    yield from added
