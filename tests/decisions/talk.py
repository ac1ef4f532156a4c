"""What the tests of comments say and look at."""

from collections.abc import Callable
from typing import Any

import pytest

from decisions.models import Comment, CommentThread, Document
from decisions.services.comment_listing import comment_list
from decisions.services.comments import comment_add
from decisions.services.versions import version_add
from spaces.domain.access import Access
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError
from tests.records import everything

TEXT = "# Queue limits\n\n## Design\n\nA queue holds 100 messages. A full queue refuses new ones.\n"
FULL = "A full queue refuses new ones."


def say(document: Document, caller: Caller, body: str = "Why 100?", **options: Any) -> Comment:
    return comment_add(document=document, body=body, caller=caller, **options)


def listed(document: Document, caller: Caller, **filters: Any) -> list[CommentThread]:
    return list(comment_list(document, caller, filters).rows)


def refusal(call: Callable[[], Any]) -> DomainError:
    """The refusal of a call, which has changed nothing."""
    before = everything()
    with pytest.raises(DomainError) as refused:
        call()
    assert everything() == before
    return refused.value


def open_to(document: Document, level: Access) -> Document:
    Document.objects.filter(pk=document.pk).update(access=level)
    document.refresh_from_db()
    return document


def save(document: Document, text: str, caller: Caller) -> None:
    document.refresh_from_db()
    version_add(document=document, base_version=document.current_version, text=text, caller=caller)
