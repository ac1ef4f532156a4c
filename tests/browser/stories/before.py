"""What happened before a story begins."""

from typing import Any

from decisions.domain.kinds import Status
from decisions.models import Document
from reviews.domain.policy import Decision
from tests.cast import Cast
from tests.reviews.stage import DAY, answer, move


def approved(cast: Cast, title: str, **options: Any) -> Document:
    """An RFC by author that owner and member approved, and that manager is to decide."""
    document = cast.document(title, **options)
    manager = cast.people["manager"].pk
    move(cast, document, Status.IN_REVIEW, "author", decider_id=manager, review_by=DAY)
    for name in ("owner", "member"):
        answer(cast, document, Decision.APPROVE, name)
    document.refresh_from_db()
    return document


def accepted(cast: Cast, title: str, **options: Any) -> Document:
    """An RFC that manager accepted."""
    document = approved(cast, title, **options)
    move(cast, document, Status.ACCEPTED, "manager")
    document.refresh_from_db()
    return document
