"""Keyset pages that people leaf through both ways, and counts that stop."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Model, QuerySet

from spaces.kernel.paging import SortKey, after, seal, unseal, value_of

# A person is told of more than this only that there are more: counting on would read every row.
MOST_COUNTED = 1_000

_ONWARDS, _BACKWARDS = "after", "before"


@dataclass(frozen=True)
class Leaf:
    """Rows in order, with the tokens of the pages before and after them; empty where there is none."""

    rows: Sequence[Any]
    before: str = ""
    after: str = ""

    @property
    def is_whole(self) -> bool:
        """Whether these are all the rows there are."""
        return not (self.before or self.after)


@dataclass(frozen=True)
class Count:
    """How many rows there are, as far as it was counted."""

    number: int
    exact: bool

    def __str__(self) -> str:
        return f"{self.number:,}" if self.exact else f"{self.number:,}+"


def leaf_of(
    queryset: QuerySet[Any],
    *,
    order: Sequence[str],
    query: Mapping[str, Any],
    token: str = "",
    size: int = 50,
) -> Leaf:
    """One page of a queryset in a fixed order, such as `("-updated_at", "-id")`, in one statement.

    The columns never hold NULL and the last one is unique. A token of another query is refused.
    """
    keys: list[SortKey] = [(name.lstrip("-"), name.startswith("-")) for name in order]
    way, position = unseal(query, token) if token else (_ONWARDS, None)
    if position is None:
        rows = list(queryset.order_by(*order)[: size + 1])
    else:
        walked = keys if way == _ONWARDS else [(path, not downwards) for path, downwards in keys]
        names = [f"-{path}" if downwards else path for path, downwards in walked]
        rows = list(queryset.filter(after(walked, position)).order_by(*names)[: size + 1])
    more, rows = len(rows) > size, rows[:size]
    if way == _BACKWARDS:
        rows.reverse()
    if not rows:
        return Leaf(())

    def cut(way: str, row: Model) -> str:
        return seal(query, [way, [value_of(row, path) for path, _ in keys]])

    # Where somebody came from there is a page, whatever was deleted there since.
    is_before = more if way == _BACKWARDS else position is not None
    is_after = more if way == _ONWARDS else True
    return Leaf(
        rows,
        before=cut(_BACKWARDS, rows[0]) if is_before else "",
        after=cut(_ONWARDS, rows[-1]) if is_after else "",
    )


def count_up_to(queryset: QuerySet[Any], most: int = MOST_COUNTED) -> Count:
    """How many rows there are, counting no further than `most`; in one statement."""
    counted = queryset.order_by().values("pk")[: most + 1].count()
    return Count(min(counted, most), exact=counted <= most)
