"""Judging in a real browser: from a draft to a decision, and an ask that takes the password again."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from decisions.domain.kinds import Status
from decisions.domain.transitions import Act
from decisions.models import Document, Version
from reviews.domain.policy import Decision
from reviews.models import Ask
from reviews.services.asks import ask_create
from reviews.services.lifecycle import document_set_status
from reviews.services.needs import Wish
from reviews.services.reviews import review_submit
from spaces.models import AuditEntry
from tests.cast import Cast
from tests.console import address

SignIn = Callable[[str], Page]


@pytest.fixture
def window_of(chromium: Browser, live_cast: Cast, live_server: LiveServer) -> Iterator[SignIn]:
    """Opens a window of its own in which somebody has signed in."""
    contexts = []

    def sign_in(name: str) -> Page:
        context = chromium.new_context(base_url=live_server.url, viewport={"width": 1400, "height": 1000})
        contexts.append(context)
        window = context.new_page()
        window.set_default_timeout(10_000)
        window.goto("/console/")
        window.fill("#id_login", name)
        window.fill("#id_password", "a long enough password")
        window.click("button[type=submit]")
        expect(window.get_by_text("Changed lately")).to_be_visible()
        return window

    yield sign_in
    for context in contexts:
        context.close()


def test_a_draft_is_reviewed_by_two_and_accepted_by_its_decider(
    page: Page, live_cast: Cast, window_of: SignIn, complaints: list[str]
) -> None:
    document = live_cast.document(caller=live_cast.caller("member"))
    page.goto(address(document))
    page.get_by_label("What comes next").get_by_role("link", name="Start the review").click()
    page.select_option("#id_decider", label="manager")
    page.get_by_role("button", name="Start the review").click()
    expect(page.get_by_text("is in review now")).to_be_visible()
    page.get_by_label("What comes next").get_by_role("link", name="Ask for reviews").click()
    for name in ("owner", "author"):
        page.get_by_label(name, exact=True).check()
    page.get_by_role("button", name="Ask them").click()
    expect(page.locator(".c-approvals")).to_contain_text("0 of 2")

    for name in ("owner", "author"):
        reviewer = window_of(name)
        reviewer.get_by_label("Waiting for me").get_by_role("link", name="Review RFC 1").click()
        reviewer.get_by_label("What comes next").get_by_role("link", name="Approve").click()
        reviewer.get_by_role("button", name="Approve").click()
        expect(reviewer.get_by_text("You approve version 2")).to_be_visible()

    decider = window_of("manager")
    decider.goto(address(document))
    decider.get_by_label("What comes next").get_by_role("link", name="Accept").click()
    decider.fill("#id_note", "as discussed")
    decider.get_by_role("button", name="Accept").click()
    expect(decider.get_by_text("is accepted now")).to_be_visible()
    expect(decider.locator(".c-approvals")).to_contain_text("2 of 2")
    document.refresh_from_db()
    assert (document.status, document.decided_version) == (Status.ACCEPTED, 3)
    assert Version.objects.get(document=document, number=3).byline == "manager"
    assert complaints == []


def test_an_ask_is_approved_after_the_password_and_its_assistant_decides(
    page: Page, live_cast: Cast, window_of: SignIn
) -> None:
    document = live_cast.document()
    manager = live_cast.people["manager"].pk
    moved = document_set_status(
        document=document,
        base_version=1,
        status=Status.IN_REVIEW,
        wish=Wish(decider_id=manager),
        caller=live_cast.caller("author"),
    )
    for name in ("owner", "member"):
        review_submit(
            document=moved.document, version=2, decision=Decision.APPROVE, caller=live_cast.caller(name)
        )
    agent = live_cast.caller("agent")
    ask = ask_create(
        document=moved.document, act=Act.ACCEPT, person_id=manager, note="All are in.", caller=agent
    )

    decider = window_of("manager")
    decider.get_by_label("Waiting for me").get_by_role("link", name="Build agent asks to accept").click()
    expect(decider.get_by_text("All are in.")).to_be_visible()
    decider.get_by_role("link", name="Approve…").click()
    decider.fill("#id_password", "a wrong password")
    decider.get_by_role("button", name="Confirm").click()
    expect(decider.get_by_text("Incorrect password.")).to_be_visible()
    assert Ask.objects.get(pk=ask.pk).settled == "pending"
    decider.fill("#id_password", "a long enough password")
    decider.get_by_role("button", name="Confirm").click()
    decider.get_by_role("button", name="Approve").click()
    expect(decider.get_by_text("You approved it.")).to_be_visible()

    wish = Wish(approval_id=ask.pk)
    document_set_status(
        document=moved.document, base_version=2, status=Status.ACCEPTED, wish=wish, caller=agent
    )
    decider.reload()
    expect(decider.get_by_text("It was approved and used")).to_be_visible()
    assert Document.objects.get(pk=document.pk).status == Status.ACCEPTED
    moves = AuditEntry.objects.filter(object_id=document.pk, act="document.moved").order_by("id")
    assert [entry.byline for entry in moves] == ["author", "manager, asked by Build agent for member"]
