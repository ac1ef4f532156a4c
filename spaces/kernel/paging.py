"""Keyset paging: opaque tokens that are tied to their query."""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from django.core import signing
from django.db.models import Model, Q, QuerySet

from spaces.kernel.errors import DomainError, invalid

_SALT = "decisions.paging"

# A column, and whether it runs downwards.
SortKey = tuple[str, bool]


@dataclass(frozen=True)
class Page:
    """Rows in order, the token of the page that follows (empty at the end), and how to cut after a row."""

    rows: Sequence[Any]
    next_page_token: str
    token_after: Callable[[Any], str]
    # What else the answer says beside its rows, such as counts.
    facts: Mapping[str, Any] = field(default_factory=dict)


def fingerprint(query: Mapping[str, Any]) -> str:
    """A short digest of the filters a token belongs to; paging arguments do not count."""
    filters = {key: value for key, value in query.items() if key not in {"page_size", "page_token"}}
    canonical = json.dumps(filters, sort_keys=True, default=str)
    return hashlib.blake2b(canonical.encode(), digest_size=9).hexdigest()


def seal(query: Mapping[str, Any], position: Any) -> str:
    """A token for a position within this query."""
    return signing.dumps([fingerprint(query), position], salt=_SALT, compress=True)


def unseal(query: Mapping[str, Any], token: str) -> Any:
    """The position a token stands for; a foreign, altered or other query's token is refused."""
    try:
        sealed_for, position = signing.loads(token, salt=_SALT)
    except (signing.BadSignature, ValueError, TypeError):
        raise _foreign_token() from None
    if sealed_for != fingerprint(query):
        raise _foreign_token()
    return position


def _foreign_token() -> DomainError:
    return invalid(
        "page_token",
        "This token does not belong to this query.",
        fix="Send the token with the same filters it came with, or start again without one.",
    )


def page_size_of(query: Mapping[str, Any], *, default: int = 50, maximum: int = 200) -> int:
    """How many rows a page holds; 0 or absent is the default, more than the maximum is refused."""
    size = query.get("page_size") or default
    if not 0 < size <= maximum:
        raise invalid("page_size", f"At most {maximum} rows a page.", fix=f"Ask for {maximum} or fewer.")
    return int(size)


def value_of(row: Model, path: str) -> Any:
    """A row's value of a column, as a token keeps it."""
    value: Any = row
    for name in path.split("__"):
        value = getattr(value, name)
    return value.isoformat() if isinstance(value, date | datetime) else value


def after(order: Sequence[SortKey], position: Sequence[Any]) -> Q:
    """Rows that come after a position, for columns that never hold NULL."""
    found = Q()
    equal = Q()
    for (path, descending), value in zip(order, position, strict=True):
        found |= equal & Q(**{f"{path}__{'lt' if descending else 'gt'}": value})
        equal &= Q(**{path: value})
    # The first column alone bounds the scan, so that a database need not see through the OR.
    path, descending = order[0]
    return Q(**{f"{path}__{'lte' if descending else 'gte'}": position[0]}) & found


def page_of(
    queryset: QuerySet[Any],
    *,
    order: Sequence[str],
    query: Mapping[str, Any],
    default: int = 50,
    maximum: int = 200,
) -> Page:
    """One page of a queryset in a fixed order, such as `("-updated_at", "-id")`.

    The last column must be unique. Rows added meanwhile never make a page skip or repeat a row.
    """
    keys: list[SortKey] = [(name.lstrip("-"), name.startswith("-")) for name in order]
    size = page_size_of(query, default=default, maximum=maximum)
    token = query.get("page_token")
    if token:
        queryset = queryset.filter(after(keys, unseal(query, token)))
    rows = list(queryset.order_by(*order)[: size + 1])

    def token_after(row: Model) -> str:
        return seal(query, [value_of(row, path) for path, _ in keys])

    more = len(rows) > size
    return Page(rows[:size], token_after(rows[size - 1]) if more else "", token_after)
