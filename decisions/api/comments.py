"""Comments by REST, and the operations behind the comment tools."""

from operator import attrgetter
from typing import Any

from decisions.api.comment_shapes import (
    CommentAdd,
    CommentAdded,
    CommentList,
    CommentResolve,
    ThreadShape,
)
from decisions.models import Document
from decisions.querysets import document_for
from decisions.services.comment_listing import comment_list, comment_whole, thread_whole
from decisions.services.comments import comment_add, comment_resolve
from spaces.domain.caller import Caller
from spaces.kernel.operations import OperationViewSet, operation
from spaces.kernel.paging import Page
from spaces.services.repeated_calls import Made

_COMMENT = Made(attrgetter("pk"), comment_whole)


def _meant(caller: Caller, given: dict[str, Any]) -> Document:
    return document_for(caller, given.pop("document_id"), given.pop("space_id", None))


class CommentViewSet(OperationViewSet):
    """What is said about a document by its account, its partners and the people it names."""

    @operation(input=CommentList, output=ThreadShape, paged=True)
    def list(self, caller: Caller, given: dict[str, Any]) -> Page:
        """Threads with their replies, the oldest first; the open ones unless you say otherwise."""
        return comment_list(_meant(caller, dict(given)), caller, given)

    @operation(input=CommentAdd, output=CommentAdded, writes=True, status=201, creates=_COMMENT)
    def create(self, caller: Caller, given: dict[str, Any]) -> Any:
        """Say something about a document, anchored to a quote of it or as a reply if you like."""
        comment = comment_add(document=_meant(caller, given), caller=caller, **given)
        thread_whole(comment.thread)
        return comment

    @operation(input=CommentResolve, output=ThreadShape, writes=True)
    def resolve(self, caller: Caller, given: dict[str, Any]) -> Any:
        """Resolve a thread, or open it again; safe to repeat."""
        return thread_whole(comment_resolve(document=_meant(caller, given), caller=caller, **given))
