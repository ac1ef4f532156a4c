"""The timeline: the status lines of the documents a caller reads, as their current texts have them."""

from collections.abc import Callable, Mapping
from typing import Any

from django.db.models import Q, QuerySet

from decisions.models import StatusLine
from decisions.querysets import document_for, documents_visible_to
from decisions.services.places import space_listed_for
from spaces.domain.caller import Caller
from spaces.kernel.errors import invalid
from spaces.kernel.paging import Page, page_of
from spaces.querysets import spaces_below

# Lines of one document on one day come newest first too: a log is written downwards.
TIMELINE_ORDER = ("-day", "-document_id", "-position")

# What a row shows of the line's document.
_COLUMNS = ("kind", "number", "part", "title")


# argument -> the condition it asks for.
_CONDITIONS: dict[str, Callable[[Any], Q]] = {
    "from": lambda value: Q(day__gte=value),
    "to": lambda value: Q(day__lte=value),
    "kind": lambda value: Q(document__kind=value),
    "recorded": lambda value: Q(recorded=value),
}


def timeline_list(caller: Caller, filters: Mapping[str, Any]) -> Page:
    """A page of status lines, newest day first; of a document, a space or all the caller reads.

    `from` and `to` are days, both included.
    """
    lines = timeline_lines(caller, filters)
    return page_of(lines, order=TIMELINE_ORDER, query=filters, default=100, maximum=500)


def timeline_lines(caller: Caller, filters: Mapping[str, Any]) -> QuerySet[StatusLine]:
    """The status lines that fit every filter, with what a row shows of their documents."""
    first, last = filters.get("from"), filters.get("to")
    if first and last and first > last:
        raise invalid("to", "It is before from.", fix="Send from and to in order.")
    lines = _lines(caller, filters)
    for name, condition in _CONDITIONS.items():
        if name in filters:
            lines = lines.filter(condition(filters[name]))
    return lines.select_related("document").only(
        *(field.name for field in StatusLine._meta.concrete_fields if field.name not in ("id", "line")),
        *(f"document__{name}" for name in _COLUMNS),
    )


def _lines(caller: Caller, filters: Mapping[str, Any]) -> QuerySet[StatusLine]:
    space_id = filters.get("space_id")
    if document_id := filters.get("document_id"):
        return StatusLine.objects.filter(document=document_for(caller, document_id, space_id))
    lines = StatusLine.objects.filter(document__in=documents_visible_to(caller))
    # An index has the newest lines of each space and of each account first.
    if space_id:
        here = space_listed_for(caller, space_id)
        below = spaces_below(here).values("pk")
        return lines.filter(space_id__in=below) if filters.get("below") else lines.filter(space_id=here)
    return lines.filter(account_id=caller.account_id) if caller.account_id else lines
