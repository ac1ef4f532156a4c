"""The threads about a document, with all that was said in them."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Count, Prefetch, Q, QuerySet, Window, prefetch_related_objects

from decisions.models import Anchoring, Comment, CommentThread, Document, Version
from decisions.querysets import document_for
from decisions.services.talk import require_talker
from spaces.domain.caller import Caller
from spaces.kernel.answers import MAX_PAGE_BYTES
from spaces.kernel.errors import not_found
from spaces.kernel.paging import Page, page_of

# A thread whose quote is gone is open or resolved as well: it is among those too.
STATUSES: dict[str, Q] = {
    "open": Q(resolved_at__isnull=True),
    "resolved": Q(resolved_at__isnull=False),
    "all": Q(),
    "orphaned": Q(anchoring=Anchoring.ORPHANED),
}

# Shown with the document; a default page of the list.
_INCLUDED = 50

_IN_ORDER = Prefetch("comments", Comment.objects.order_by("pk"))


def comment_list(document: Document, caller: Caller, filters: Mapping[str, Any]) -> Page:
    """A page of threads, the oldest first, with their replies; the open ones unless another status is asked for."""
    require_talker(document, caller)
    page = page_of(_threads(document, filters.get("status", "open")), order=("id",), query=filters)
    rows = _loaded(document, page.rows)
    cut = len(rows) < len(page.rows)
    return Page(rows, page.token_after(rows[-1]) if cut else page.next_page_token, page.token_after)


def open_threads(document: Document, version: Version, caller: Caller) -> dict[str, Any]:
    """The first open threads of a document, and how many there are; the list has them all."""
    require_talker(document, caller)
    counted = _threads(document, "open").annotate(total=Window(Count("pk"))).order_by("pk")
    first = list(counted[:_INCLUDED])
    return {"items": _loaded(document, first), "total": first[0].total if first else 0}


def thread_whole(thread: CommentThread) -> CommentThread:
    """A thread with its comments as they are now."""
    prefetch_related_objects([thread], _IN_ORDER)
    return thread


def comment_whole(caller: Caller, comment_id: str) -> Comment:
    """A comment with its thread as they are now, for whoever may still talk about the document."""
    comment: Comment | None = Comment.objects.filter(pk=comment_id).select_related("thread").first()
    if comment is None:
        raise not_found("comment")
    document = document_for(caller, comment.thread.document_id)
    require_talker(document, caller)
    comment.thread.document = document
    thread_whole(comment.thread)
    return comment


def _threads(document: Document, status: str) -> QuerySet[CommentThread]:
    return CommentThread.objects.filter(STATUSES[status], document=document)


def _loaded(document: Document, threads: Sequence[CommentThread]) -> list[CommentThread]:
    """The threads whose words an answer can hold, at least one, with their comments: no others' are loaded."""
    rows: list[CommentThread] = []
    room = MAX_PAGE_BYTES
    for thread in threads:
        room -= thread.size
        if room < 0 and rows:
            break
        thread.document = document
        rows.append(thread)
    prefetch_related_objects(rows, _IN_ORDER)
    return rows
