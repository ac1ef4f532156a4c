"""What a document's readers are told of its judging."""

from collections.abc import Collection
from typing import Any

from django.db.models import Q

from decisions.domain.kinds import DECIDED, Status
from decisions.models import Document, Version
from decisions.querysets import documents_visible_to
from reviews.models import Review
from reviews.services.approvals import Standing, standing_of, waiting_on
from reviews.services.possible import possible
from spaces.domain.caller import Caller
from spaces.services.settings import settings_of


def judging_facts(
    *, document: Document, version: Version, caller: Caller, include: Collection[str] = ()
) -> dict[str, Any]:
    """The approvals of the current version, whom it waits for, what this caller may do next, and its ties.

    With `reviews` included also the open requests and standing answers, newest first, without a statement more.
    """
    whole = "reviews" in include
    text_author: str | None = version.text_author_id
    if version.number != document.current_version:
        text_author = version.record.text_author_id if version.record else None
    standing = standing_of(document, settings_of(document.space), text_author, whole=whole)
    told = {**standing_read(standing, caller), **ties_read(document, caller)}
    return {**told, "reviews": reviews_read(standing)} if whole else told


def reviews_read(standing: Standing) -> list[Review]:
    """The open requests and newest answers, newest first, each told whether it counts."""
    for review in standing.reviews:
        review.counts = standing.counts_review(review)
    return list(reversed(standing.reviews))


def standing_read(standing: Standing, caller: Caller) -> dict[str, Any]:
    """What a standing tells this caller, without a statement."""
    return {
        "approvals": standing.approvals,
        "waiting_on": waiting_on(standing),
        "can": possible(standing, caller),
    }


def ties_read(document: Document, caller: Caller) -> dict[str, Any]:
    """What superseded the document and what it superseded, as far as the caller can read them."""
    if Status(document.status) not in DECIDED:
        return {"successor_id": None, "supersedes": []}
    tied = documents_visible_to(caller, by_id=True).filter(
        Q(pk=document.successor_id) | Q(successor=document.pk)
    )
    readable = list(tied.order_by("pk").values_list("pk", flat=True))
    successor = document.successor_id if document.successor_id in readable else None
    return {"successor_id": successor, "supersedes": [pk for pk in readable if pk != document.successor_id]}
