"""Judging by REST, and the operations behind the review and approval tools."""

from operator import attrgetter
from typing import Any

from decisions.domain.transitions import Act
from decisions.models import Document
from decisions.querysets import document_for
from reviews.api.inputs import (
    AskCreate,
    AskGet,
    AskList,
    AskRef,
    Dismiss,
    RequestReview,
    ReviewList,
    ReviewQueue,
    SetStatus,
    SubmitReview,
)
from reviews.api.shapes import (
    AskShape,
    MovedDocument,
    QueueRow,
    RequestedReviews,
    ReviewRow,
    SubmittedReview,
)
from reviews.domain.policy import Decision
from reviews.services.answers import answered_read, moved_read, requested_read
from reviews.services.ask_listing import ask_for, ask_wait, asks_list
from reviews.services.asks import ask_create, ask_withdraw
from reviews.services.lifecycle import document_set_status
from reviews.services.listing import review_queue, reviews_of
from reviews.services.needs import Wish
from reviews.services.reviews import review_dismiss, review_for, review_request, review_submit
from spaces.domain.caller import Caller
from spaces.kernel.operations import OperationViewSet, operation
from spaces.kernel.paging import Page
from spaces.services.repeated_calls import Made

_ASK = Made(attrgetter("pk"), ask_for)


def _meant(caller: Caller, given: dict[str, Any]) -> Document:
    """The document that the arguments name, which are taken out of them."""
    return document_for(caller, given.pop("document_id"), given.pop("space_id", None))


class JudgingViewSet(OperationViewSet):
    """Moving a document, and reviewing its versions."""

    @operation(input=SetStatus, output=MovedDocument, writes=True)
    def set_status(self, caller: Caller, given: dict[str, Any]) -> Any:
        """Move a document to another status; the move is a new version."""
        moved = document_set_status(
            document=_meant(caller, given),
            base_version=given["base_version"],
            status=given["status"],
            wish=Wish(
                decider_id=given.get("decider"),
                review_by=given.get("review_by"),
                successor_id=given.get("successor_id"),
                approval_id=given.get("approval_id"),
                note=given.get("note", ""),
            ),
            caller=caller,
        )
        return moved_read(moved, caller)

    @operation(input=RequestReview, output=RequestedReviews, writes=True)
    def request_review(self, caller: Caller, given: dict[str, Any]) -> Any:
        """Ask members to review the current version; safe to repeat."""
        document = _meant(caller, given)
        requests = review_request(document=document, reviewers=given["reviewers"], caller=caller)
        return requested_read(document, requests)

    @operation(input=SubmitReview, output=SubmittedReview, writes=True, status=201)
    def submit_review(self, caller: Caller, given: dict[str, Any]) -> Any:
        """Approve a version, or ask for changes."""
        decision = Decision(given.pop("decision"))
        document = _meant(caller, given)
        return answered_read(review_submit(document=document, decision=decision, caller=caller, **given))

    @operation(input=Dismiss, output=ReviewRow, writes=True)
    def dismiss(self, caller: Caller, given: dict[str, Any]) -> Any:
        """Dismiss a request for changes, so that it blocks no more; for a manager, themself."""
        review = review_for(_meant(caller, given), given["review_id"])
        return review_dismiss(review=review, because=given["because"], caller=caller)

    @operation(input=ReviewList, output=ReviewRow, paged=True)
    def reviews(self, caller: Caller, given: dict[str, Any]) -> Page:
        """Requests and answers, newest first."""
        return reviews_of(_meant(caller, dict(given)), given)

    @operation(input=ReviewQueue, output=QueueRow, paged=True)
    def queue(self, caller: Caller, given: dict[str, Any]) -> Page:
        """What waits for your person, or what they asked of others."""
        return review_queue(caller, given)


class AskViewSet(OperationViewSet):
    """Asks: an assistant asks a person for one act on one version."""

    @operation(input=AskList, output=AskShape, paged=True)
    def list(self, caller: Caller, given: dict[str, Any]) -> Page:
        """The asks this credential made, newest first."""
        return asks_list(caller, given)

    @operation(input=AskCreate, output=AskShape, writes=True, status=201, creates=_ASK)
    def create(self, caller: Caller, given: dict[str, Any]) -> Any:
        """Ask a person to approve, accept or publish the current version."""
        return ask_create(
            document=_meant(caller, given),
            act=Act(given["act"]),
            person_id=given["person"],
            note=given.get("note", ""),
            caller=caller,
        )

    @operation(input=AskGet, output=AskShape)
    def retrieve(self, caller: Caller, given: dict[str, Any]) -> Any:
        """An ask with its state; waits a while for its decision where told to."""
        return ask_wait(caller, given["approval_id"], given.get("wait_seconds", 0))

    @operation(input=AskRef, output=AskShape, writes=True)
    def withdraw(self, caller: Caller, given: dict[str, Any]) -> Any:
        """Withdraw an ask of yours."""
        return ask_withdraw(ask=ask_for(caller, given["approval_id"]), caller=caller)
