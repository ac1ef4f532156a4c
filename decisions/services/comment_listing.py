"""The threads about a document, with all that was said in them."""

from collections.abc import Iterable, Mapping
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

# What stands beside a text: as many threads, and as many bytes of them, as somebody reads along with it.
_BESIDE_TEXT = 200
_BYTES_BESIDE_TEXT = 256 * 1024

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


def threads_beside(document: Document, version: Version, caller: Caller) -> list[CommentThread]:
    """The open threads that stand at a piece of a version, in its order: of an old one those made on it.

    At most 200 of them, and 256 KiB; the list has them all.
    """
    require_talker(document, caller)
    anchored = _threads(document, "open").exclude(anchoring=Anchoring.WHOLE)
    if version.number == document.current_version:
        placed = anchored.filter(start__isnull=False).order_by("start", "pk")
    else:
        placed = anchored.filter(version=version.number).order_by("quoted_start", "pk")
    return _loaded(document, placed[:_BESIDE_TEXT], _BYTES_BESIDE_TEXT)


def thread_counts(document: Document) -> dict[str, int]:
    """How many threads a document has of each status of the list, in one statement."""
    counts = {status: Count("pk", filter=condition) for status, condition in STATUSES.items()}
    # The word that asks for all of them is no condition.
    return CommentThread.objects.filter(document=document).aggregate(**counts | {"all": Count("pk")})


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


def _loaded(
    document: Document, threads: Iterable[CommentThread], room: int = MAX_PAGE_BYTES
) -> list[CommentThread]:
    """The threads whose words an answer can hold, at least one, with their comments: no others' are loaded."""
    rows: list[CommentThread] = []
    for thread in threads:
        room -= thread.size
        if room < 0 and rows:
            break
        thread.document = document
        rows.append(thread)
    prefetch_related_objects(rows, _IN_ORDER)
    return rows
