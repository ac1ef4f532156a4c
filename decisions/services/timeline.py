"""The timeline: the status lines of the documents a caller reads, as their current texts have them."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet

from decisions.models import StatusLine
from decisions.querysets import document_for, documents_visible_to
from decisions.services.places import space_listed_for
from spaces.domain.caller import Caller
from spaces.kernel.errors import invalid
from spaces.kernel.paging import Page, page_of

# Lines of one document on one day come newest first too: a log is written downwards.
_ORDER = ("-day", "-document_id", "-position")

# What a row shows of the line's document.
_COLUMNS = ("kind", "number", "part", "title")


def timeline_list(caller: Caller, filters: Mapping[str, Any]) -> Page:
    """A page of status lines, newest day first; of a document, a space or all the caller reads.

    `from` and `to` are days, both included.
    """
    first, last = filters.get("from"), filters.get("to")
    if first and last and first > last:
        raise invalid("to", "It is before from.", fix="Send from and to in order.")
    lines = _lines(caller, filters)
    if first:
        lines = lines.filter(day__gte=first)
    if last:
        lines = lines.filter(day__lte=last)
    shown = lines.select_related("document").only(
        *(field.name for field in StatusLine._meta.concrete_fields if field.name not in ("id", "line")),
        *(f"document__{name}" for name in _COLUMNS),
    )
    return page_of(shown, order=_ORDER, query=filters, default=100, maximum=500)


def _lines(caller: Caller, filters: Mapping[str, Any]) -> QuerySet[StatusLine]:
    space_id = filters.get("space_id")
    if document_id := filters.get("document_id"):
        return StatusLine.objects.filter(document=document_for(caller, document_id, space_id))
    lines = StatusLine.objects.filter(document__in=documents_visible_to(caller))
    # An index has the newest lines of each space and of each account first.
    if space_id:
        return lines.filter(space_id=space_listed_for(caller, space_id))
    return lines.filter(account_id=caller.account_id) if caller.account_id else lines
