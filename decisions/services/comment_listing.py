"""The threads about a document, with all that was said in them."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Prefetch, Q, QuerySet, prefetch_related_objects

from decisions.models import Anchoring, Comment, CommentThread, Document, Version
from decisions.services.talk import require_talker
from spaces.domain.caller import Caller
from spaces.kernel.answers import MAX_PAGE_BYTES
from spaces.kernel.paging import Page, page_of

# A thread whose quote is gone is open or resolved as well: it is among those too.
STATUSES: dict[str, Q] = {
    "open": Q(resolved_at__isnull=True),
    "resolved": Q(resolved_at__isnull=False),
    "all": Q(),
    "orphaned": Q(anchoring=Anchoring.ORPHANED),
}

_IN_ORDER = Prefetch("comments", Comment.objects.order_by("pk"))


def comment_list(document: Document, caller: Caller, filters: Mapping[str, Any]) -> Page:
    """A page of threads, the oldest first, with their replies; the open ones unless another status is asked for."""
    require_talker(document, caller)
    page = page_of(_threads(document, filters.get("status", "open")), order=("id",), query=filters)
    rows = _that_fit(page)
    for thread in rows:
        thread.document = document
    prefetch_related_objects(rows, _IN_ORDER)
    cut = len(rows) < len(page.rows)
    return Page(rows, page.token_after(rows[-1]) if cut else page.next_page_token, page.token_after)


def open_threads(document: Document, version: Version, caller: Caller) -> dict[str, Any]:
    """The first open threads of a document, and how many there are; the list has them all."""
    items = comment_list(document, caller, {}).rows
    return {"items": items, "total": _threads(document, "open").count()}


def thread_whole(thread: CommentThread) -> CommentThread:
    """A thread with its comments as they are now."""
    prefetch_related_objects([thread], _IN_ORDER)
    return thread


def _threads(document: Document, status: str) -> QuerySet[CommentThread]:
    return CommentThread.objects.filter(STATUSES[status], document=document)


def _that_fit(page: Page) -> list[CommentThread]:
    """The threads whose words an answer can hold, at least one: what it cannot hold is not loaded."""
    rows: list[CommentThread] = []
    room = MAX_PAGE_BYTES
    for thread in page.rows:
        room -= thread.size
        if room < 0 and rows:
            break
        rows.append(thread)
    return rows
