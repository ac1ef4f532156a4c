"""What the console's tests of judging share."""

from collections.abc import Callable
from typing import Any

from django.db import connection
from django.test.utils import CaptureQueriesContext

from decisions.domain.kinds import Status
from decisions.models import Document
from reviews.domain.policy import Decision
from reviews.services.lifecycle import document_set_status
from reviews.services.needs import Wish
from reviews.services.reviews import review_submit
from tests.cast import Cast
from tests.console import address, browser


def in_review(cast: Cast, **options: object) -> Document:
    """A document by author that is in review; manager decides it."""
    document = cast.document(**options)  # type: ignore[arg-type]
    moved = document_set_status(
        document=document,
        base_version=document.current_version,
        status=Status.IN_REVIEW,
        wish=Wish(decider_id=cast.people["manager"].pk),
        caller=cast.caller("author"),
    )
    return moved.document


def answer(cast: Cast, document: Document, name: str, decision: Decision, reason: str = "") -> None:
    """Somebody's answer on the current version."""
    review_submit(
        document=document,
        version=Document.objects.get(pk=document.pk).current_version,
        decision=decision,
        reason=reason,
        caller=cast.caller(name),
    )


def accepted(cast: Cast, **options: object) -> Document:
    """A document that was reviewed by two and accepted."""
    document = in_review(cast, **options)
    for name in ("owner", "member"):
        answer(cast, document, name, Decision.APPROVE)
    return document_set_status(
        document=document, base_version=2, status=Status.ACCEPTED, caller=cast.caller("manager")
    ).document


def panel(cast: Cast, document: Document, name: str, which: str) -> Any:
    """What a document's pages show this person: next_step in their head, approvals and reviews on their page."""
    if which in ("approvals", "reviews"):
        return browser(cast, name).get(address(document, "judging")).context[which]
    panels = browser(cast, name).get(address(document)).context["panels"]
    found = [
        each for placed in panels.values() for each in placed if each.template == f"console/{which}.html"
    ]
    return found[0].shown


def statements_of(call: Callable[[], Any]) -> int:
    """How many statements the call takes."""
    with CaptureQueriesContext(connection) as captured:
        assert call().status_code == 200
    return len(captured)
