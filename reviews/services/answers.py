"""What the judging operations answer, from what their services return."""

from typing import Any

from decisions.models import Document
from decisions.services.reading import findings_of
from reviews.models import Review
from reviews.services.approvals import waiting_on
from reviews.services.facts import standing_read, ties_read
from reviews.services.lifecycle import Moved
from reviews.services.reviews import Answered
from spaces.domain.caller import Caller


def moved_read(moved: Moved, caller: Caller) -> dict[str, Any]:
    """What MovedDocument shows."""
    # Whoever made the move named the successor, and so reads it.
    told = {"successor_id": moved.document.successor_id}
    return {
        "document": moved.document,
        "version": moved.version.number,
        "already_there": moved.already_there,
        "findings": findings_of(moved.document, moved.version, caller),
        **standing_read(moved.standing, caller),
        **(ties_read(moved.document, caller) if moved.already_there else told),
    }


def requested_read(document: Document, requests: list[Review]) -> dict[str, Any]:
    """What RequestedReviews shows."""
    return {**_named(document), "requests": requests}


def answered_read(answered: Answered) -> dict[str, Any]:
    """What SubmittedReview shows."""
    standing = answered.standing
    return {
        **_named(standing.document),
        "review": answered.review,
        "approvals": standing.approvals,
        "waiting_on": waiting_on(standing),
        "unchanged": answered.unchanged,
    }


def _named(document: Document) -> dict[str, Any]:
    return {
        "document_id": document.pk,
        "account_id": document.account_id,
        "reference": str(document.reference),
    }
