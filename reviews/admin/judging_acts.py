"""What is done to a document by judging it: a table of acts, each one call of a service."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from decisions.models import Document
from reviews.admin.review_forms import Approve, AskForChanges, ChangesDismiss, ReviewersAsk
from reviews.admin.status_forms import StatusSet
from reviews.domain.policy import Decision
from reviews.services.lifecycle import document_set_status
from reviews.services.needs import Wish
from reviews.services.reviews import review_dismiss, review_request, review_submit
from spaces.admin.acts import Act, Done
from spaces.admin.pages import page_url
from spaces.domain.caller import Caller

Given = dict[str, Any]

_SAID = {
    Decision.APPROVE: _("You approve version %(version)s of %(reference)s."),
    Decision.CHANGES: _("You ask for changes to version %(version)s of %(reference)s."),
}
_SAID_AGAIN = {
    Decision.APPROVE: _("You said so already: you approve version %(version)s of %(reference)s."),
    Decision.CHANGES: _("You said so already: you ask for changes to version %(version)s of %(reference)s."),
}


def _set_status(caller: Caller, document: Document, given: Given) -> Done:
    moved = document_set_status(
        document=document,
        base_version=given["base_version"],
        status=given["status"],
        wish=Wish(
            decider_id=given.get("decider") or None,
            review_by=given.get("review_by"),
            successor_id=given.get("successor_id") or None,
            note=given.get("note", ""),
        ),
        caller=caller,
    )
    status = moved.document.status.replace("_", " ")
    told = f"was {status} already" if moved.already_there else f"is {status} now"
    return Done(f"{moved.document.reference} {told}.", page_url(moved.document))


def _request(caller: Caller, document: Document, given: Given) -> Done:
    requests = review_request(document=document, reviewers=given["reviewers"], caller=caller)
    names = ", ".join(request.reviewer.username for request in requests)
    return Done(f"Asked to review {document.reference}: {names}.", page_url(document))


def _answer(caller: Caller, document: Document, given: Given, decision: Decision) -> Done:
    answered = review_submit(document=document, decision=decision, caller=caller, **given)
    told = (_SAID_AGAIN if answered.unchanged else _SAID)[decision]
    words = {"version": given["version"], "reference": document.reference}
    return Done(str(told) % words, page_url(document))


def _approve(caller: Caller, document: Document, given: Given) -> Done:
    return _answer(caller, document, given, Decision.APPROVE)


def _ask_for_changes(caller: Caller, document: Document, given: Given) -> Done:
    return _answer(caller, document, given, Decision.CHANGES)


def _dismiss(caller: Caller, document: Document, given: Given) -> Done:
    review = review_dismiss(review=given["review_id"], because=given["because"], caller=caller)
    return Done(f"The answer of {review.byline} no longer blocks {document.reference}.", page_url(document))


ANSWER = "console/answer.html"

JUDGING_ACTS = (
    Act("status", "Move to another status", _set_status, StatusSet, template="console/set_status.html"),
    Act("reviews/request", "Ask for reviews", _request, ReviewersAsk, "Ask them"),
    Act("reviews/approve", "Approve", _approve, Approve, "Approve", template=ANSWER),
    Act(
        "reviews/changes",
        "Ask for changes",
        _ask_for_changes,
        AskForChanges,
        "Ask for changes",
        template=ANSWER,
    ),
    Act(
        "reviews/dismiss",
        "Dismiss an answer",
        _dismiss,
        ChangesDismiss,
        "Dismiss",
        dangerous=True,
        template="console/dismiss.html",
    ),
)


def judging_acts() -> tuple[Act, ...]:
    """The acts that judging adds to a document."""
    return JUDGING_ACTS
