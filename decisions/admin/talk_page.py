"""What is said about a document, as its pages show it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from decisions.admin.about import questions_about
from decisions.admin.rendered import rendered_remarks
from decisions.models import Anchoring, Comment, CommentThread, Document, Version
from decisions.services.comment_listing import STATUSES, comment_list
from spaces.domain.caller import Caller
from spaces.kernel.errors import not_found

_THREADS_A_PAGE = 30

# status of the list -> what its link is called, in the order of the links
FILTERS = {"open": _("Open"), "resolved": _("Resolved"), "orphaned": _("Quote is gone"), "all": _("All")}


@dataclass(frozen=True)
class Said:
    """A comment with its body as safe HTML."""

    comment: Comment
    html: SafeString


@dataclass
class Card:
    """A thread as it is shown: numbered on its page, with what was said in it."""

    thread: CommentThread
    number: int
    said: list[Said]
    # Whether the caller is among those who resolve it; the service judges what they do.
    may_settle: bool
    # Whether its quote is marked in the text of the same page.
    marked: bool = field(default=False)

    @property
    def first(self) -> Said:
        return self.said[0]

    @property
    def replies(self) -> list[Said]:
        return self.said[1:]

    @property
    def orphaned(self) -> bool:
        """Whether its quote is gone from the current text."""
        return self.thread.anchoring == Anchoring.ORPHANED

    @property
    def reworded(self) -> bool:
        """Whether other words stand where its quote was."""
        return self.thread.anchoring == Anchoring.REWORDED


def cards(document: Document, threads: Iterable[CommentThread], caller: Caller) -> list[Card]:
    """The threads, whose comments are loaded, ready to be shown; all bodies are looked up at once."""
    loaded = [(thread, list(thread.comments.all())) for thread in threads]
    html = rendered_remarks({comment.body for _, comments in loaded for comment in comments})
    is_member = caller.is_member(document.account_id)
    return [
        Card(
            thread,
            number,
            [Said(comment, html[comment.body]) for comment in comments],
            is_member or any(comment.author_id == caller.person_id for comment in comments),
        )
        for number, (thread, comments) in enumerate(loaded, start=1)
    ]


def discussion_context(
    *, document: Document, version: Version, caller: Caller, query: Mapping[str, str]
) -> dict[str, Any]:
    """A page of a document's threads, the open ones unless another filter is chosen."""
    status = query.get("status") or "open"
    if status not in STATUSES:
        raise not_found("page")
    filters = {"status": status, "page_size": _THREADS_A_PAGE, "page_token": query.get("after", "")}
    page = comment_list(document, caller, filters)
    shown = cards(document, page.rows, caller)
    # Orphans stand apart, with what they quoted.
    apart = status != "orphaned"
    return {
        "status": status,
        "filters": FILTERS,
        "threads": [card for card in shown if not (apart and card.orphaned)],
        "orphans": [card for card in shown if apart and card.orphaned],
        "questions": questions_about(document, caller),
        "next": page.next_page_token,
        "is_first": not query.get("after"),
    }
