"""Lists of reviews and of what waits for somebody."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.db.models import DateField, F, Q, QuerySet, Value
from django.db.models.functions import Coalesce

from decisions.models import Document
from decisions.querysets import documents_visible_to
from reviews.domain.policy import Decision
from reviews.models import Review
from reviews.services.approvals import standing_of
from reviews.services.reviews import moved_along
from spaces.domain.access import Access
from spaces.domain.caller import Caller
from spaces.domain.roles import MANAGERS
from spaces.kernel.errors import not_found
from spaces.kernel.paging import Page, page_of
from spaces.models import Account
from spaces.services.settings import settings_of

_OPEN = Q(decision=Decision.PENDING, is_current=True)

# The reviewer is an active member who can read the document, as `readers_who_count` has it for one document.
_REVIEWER_COUNTS = Q(
    Q(document__access__lt=Access.INTERNAL)
    | Q(reviewer=F("document__author"))
    | Q(reviewer__memberships__role__in=list(MANAGERS)),
    reviewer__is_active=True,
    reviewer__memberships__account_id=F("document__account_id"),
)


def reviews_of(document: Document, filters: Mapping[str, Any]) -> Page:
    """A page of a document's requests and answers, newest first, each told whether it still counts.

    `pending` are the open requests, `waiting` those of them whose person can still answer.
    """
    standing = standing_of(document, settings_of(document.space))
    conditions = {
        "pending": _OPEN,
        "waiting": _OPEN & Q(reviewer__in=list(standing.readers)),
        "approve": Q(decision=Decision.APPROVE),
        "changes": Q(decision=Decision.CHANGES),
    }
    reviews = Review.objects.filter(conditions.get(filters.get("status", ""), Q()), document=document)
    page = page_of(reviews.select_related("reviewer"), order=("-id",), query=filters)
    for review in page.rows:
        review.counts = standing.counts_review(review)
        moved_along(review, document)
    return page


def review_queue(caller: Caller, filters: Mapping[str, Any]) -> Page:
    """A page of open requests, newest first: those that wait for the caller's person, or that they made.

    Of the account named, else the credential's, else the personal one. Only about documents the caller can
    read now; a request whose reviewer left is closed.
    """
    account = filters.get("account_id") or caller.account_id
    if account is None:
        account = Account.objects.values_list("pk", flat=True).get(person=caller.person_id)
    elif not caller.is_member(account):
        raise not_found("account")
    requests = open_requests(caller, asked=filters.get("status") == "asked")
    return page_of(requests.filter(document__account_id=account), order=("-id",), query=filters)


def open_requests(caller: Caller, *, asked: bool = False) -> QuerySet[Review]:
    """The open requests that wait for the caller's person, or that they made, in all their accounts.

    Only about documents the caller can read now; a request whose reviewer left is closed.
    """
    mine = "requested_by_id" if asked else "reviewer_id"
    return open_requests_in_sight(caller).filter(**{mine: caller.person_id}).select_related("document")


def open_requests_in_sight(caller: Caller) -> QuerySet[Review]:
    """Everybody's open requests about documents that the caller can read, in all their accounts."""
    return Review.objects.filter(
        _OPEN & _REVIEWER_COUNTS,
        document__in=documents_visible_to(caller),
        document__account_id__in=caller.member_of,
    )


def with_due(requests: QuerySet[Review]) -> QuerySet[Review]:
    """Each with the day its document is to be reviewed by, as `due`: what has none comes after all days."""
    never = Value(date.max, output_field=DateField())
    return requests.annotate(due=Coalesce("document__review_by", never))
