"""The filter for what waits for me finds what each document says of itself."""

from typing import Any

import pytest

from decisions.domain.kinds import Kind, Status
from decisions.models import Document
from decisions.querysets import documents_visible_to
from reviews.domain.policy import Decision
from reviews.services.approvals import standing_of, waiting_on
from reviews.services.reviews import review_request
from reviews.services.waiting import documents_waiting_for
from spaces.domain.access import Access
from spaces.models import Membership, User
from spaces.services.settings import settings_of
from tests.cast import Cast
from tests.console import browser, list_of, rows
from tests.reviews.console_judging import accepted, answer, in_review, statements_of

PEOPLE = ("owner", "manager", "member", "author")


def stage(cast: Cast) -> None:
    """A document in each state that makes a difference for whom it waits."""
    member = cast.people["member"]
    cast.document("draft")
    cast.document("draft of a study", kind=Kind.STUDY)
    Document.objects.filter(pk=cast.document("study to decide", kind=Kind.STUDY).pk).update(decider=member)
    cast.document("proposed", kind=Kind.ADR)
    asked = cast.document("asked early", kind=Kind.ADR)
    review_request(document=asked, reviewers=[member.pk], caller=cast.caller("author"))
    in_review(cast, title="in review")
    waiting = in_review(cast, title="reviewers asked")
    review_request(document=waiting, reviewers=[member.pk], caller=cast.caller("author"))
    blocked = in_review(cast, title="blocked")
    answer(cast, blocked, "member", Decision.CHANGES, "No.")
    ready = in_review(cast, title="ready")
    for name in ("owner", "member"):
        answer(cast, ready, name, Decision.APPROVE)
    accepted(cast)
    withdrawn = cast.document("withdrawn")
    Document.objects.filter(pk=withdrawn.pk).update(status=Status.WITHDRAWN)
    closed = in_review(cast, title="internal")
    Document.objects.filter(pk=closed.pk).update(access=Access.INTERNAL, decider=member)


def told(cast: Cast, name: str) -> set[str]:
    """What waits for a person as each document they read tells it."""
    caller = cast.caller(name)
    mine = set()
    for document in documents_visible_to(caller).select_related("space__account", "space__settings"):
        if caller.person_id in waiting_on(standing_of(document, settings_of(document.space))).people:
            mine.add(document.title)
    return mine


def filtered(cast: Cast, name: str) -> set[str]:
    caller = cast.caller(name)
    found = documents_visible_to(caller).filter(documents_waiting_for(caller))
    return set(found.values_list("title", flat=True))


@pytest.mark.parametrize("leaves", [None, "author", "manager", "member"])
def test_the_filter_agrees_with_every_document_for_everybody(cast: Cast, leaves: str | None) -> None:
    stage(cast)
    if leaves:
        Membership.objects.filter(user=cast.people[leaves], account=cast.account).delete()
    names = [name for name in PEOPLE if name != leaves]
    assert any(told(cast, name) for name in names)
    for name in names:
        assert filtered(cast, name) == told(cast, name), name


def test_who_became_inactive_is_waited_for_no_longer(cast: Cast) -> None:
    stage(cast)
    User.objects.filter(username="author").update(is_active=False)
    assert "draft" in told(cast, "owner")
    assert filtered(cast, "owner") == told(cast, "owner")


def test_the_list_of_documents_takes_it_as_a_filter_in_as_many_statements_for_many_as_for_few(
    cast: Cast,
) -> None:
    client, counts = browser(cast, "member"), []
    address = list_of("decisions_document") + "?waiting=on"
    for _ in range(2):
        stage(cast)
        counts.append(statements_of(lambda: client.get(address)))
    shown: Any = client.get(address)
    assert {row.title for row in shown.context["cl"].result_list} == told(cast, "member")
    assert len(rows(shown)) > 2
    assert counts[0] == counts[1]
