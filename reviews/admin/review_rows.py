"""Requests and answers as lists show them, each with what it is worth now."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from decisions.models import Document
from reviews.domain.policy import Decision
from reviews.models import Review
from reviews.services.approvals import Standing
from reviews.services.reviews import moved_along
from spaces.kernel.paging import Page, page_of


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """A request or an answer, and what it is worth now in a few words."""

    review: Review
    worth: str

    @property
    def blocks(self) -> bool:
        return self.worth == "blocks"


def rows_of(document: Document) -> QuerySet[Review]:
    """Everything that was asked and answered on a document."""
    return Review.objects.filter(document=document).select_related("reviewer", "dismissed_by")


def review_rows(standing: Standing, query: Mapping[str, Any]) -> tuple[list[ReviewRow], Page]:
    """A page of a document's requests and answers, newest first."""
    document = standing.document
    page = page_of(rows_of(document), order=("-id",), query=query)
    return [ReviewRow(moved_along(each, document), worth_of(each, standing)) for each in page.rows], page


def counting_rows(standing: Standing) -> list[ReviewRow]:
    """The approvals and blocks that count now, in the order they were given."""
    counting = rows_of(standing.document).filter(pk__in=standing.counting).order_by("pk")
    return [ReviewRow(each, worth_of(each, standing)) for each in counting]


def worth_of(review: Review, standing: Standing) -> str:
    """What a request or an answer is worth now; the standing decides, the words only say why."""
    return next(words for words, holds in _WORTH if holds(review, standing))


def _is_request(review: Review, standing: Standing) -> bool:
    return review.decision == Decision.PENDING


# In reading order: the first that holds is said.
_WORTH: tuple[tuple[str, Callable[[Review, Standing], bool]], ...] = (
    ("answered", lambda review, standing: _is_request(review, standing) and not review.is_current),
    ("closed: no member who reads it", lambda review, standing: not standing.counts(review.reviewer_id)),
    ("waiting", _is_request),
    ("dismissed", lambda review, standing: review.dismissed_at is not None),
    (
        "blocks",
        lambda review, standing: review.pk in standing.counting and review.decision == Decision.CHANGES,
    ),
    ("counts", lambda review, standing: review.pk in standing.counting),
    ("answered again since", lambda review, standing: not review.is_current),
    ("outdated", lambda review, standing: review.version != standing.document.current_version),
    ("answered again since", lambda review, standing: review.decision == Decision.CHANGES),
    ("does not count: wrote the text", lambda review, standing: True),
)
