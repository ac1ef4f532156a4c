"""An invitation in a real browser, from the mail to the account's page."""

from collections.abc import Iterator

import pytest
from django.core import mail
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from spaces.domain.roles import Role
from spaces.models import Membership, User
from tests.cast import Cast
from tests.console import address
from tests.spaces.invited import invite, link


@pytest.fixture
def newcomer(chromium: Browser, live_server: LiveServer, complaints: list[str]) -> Iterator[Page]:
    """A window in which nobody has signed in."""
    context = chromium.new_context(base_url=live_server.url, viewport={"width": 390, "height": 800})
    window = context.new_page()
    window.set_default_timeout(10_000)
    window.on("pageerror", lambda error: complaints.append(str(error)))
    window.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    yield window
    context.close()


def test_an_invitation_leads_from_the_mail_to_the_account(
    page: Page, newcomer: Page, live_cast: Cast, complaints: list[str]
) -> None:
    Membership.objects.filter(account=live_cast.account, user__username="member").update(role=Role.ADMIN)
    page.goto(address(live_cast.account))
    page.get_by_role("link", name="Invite somebody").click()
    page.fill("#id_email", "new@example.com")
    page.select_option("#id_role", "member")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("The invitation of new@example.com is on its way.")).to_be_visible()
    expect(page.get_by_role("link", name="new@example.com", exact=True)).to_be_visible()
    assert [each.to for each in mail.outbox] == [["new@example.com"]]

    newcomer.goto(link())
    expect(newcomer.get_by_role("heading", name="Join Acme")).to_be_visible()
    assert newcomer.url.endswith("/sign-in/invitation/")
    newcomer.get_by_label("Your name here").fill("nina")
    newcomer.get_by_label("Password").fill("an entirely different one")
    newcomer.get_by_role("button", name="Make my sign-in and join").click()
    expect(newcomer.get_by_role("heading", name="Members")).to_be_visible()
    assert newcomer.url.endswith(address(live_cast.account))
    # Nothing is wider than a phone.
    assert newcomer.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert Membership.objects.get(account=live_cast.account, user__username="nina").role == Role.MEMBER
    assert User.objects.get(username="nina").email == "new@example.com"
    newcomer.goto(link())
    expect(newcomer.get_by_role("heading", name="You are a member of Acme")).to_be_visible()
    assert complaints == []


def test_who_is_signed_in_accepts_with_one_click(page: Page, live_cast: Cast, complaints: list[str]) -> None:
    Membership.objects.filter(account=live_cast.account, user__username="member").delete()
    invite(live_cast)
    page.goto(link())
    page.get_by_role("button", name="Accept").click()
    expect(page.get_by_role("heading", name="Members")).to_be_visible()
    assert Membership.objects.filter(account=live_cast.account, user__username="member").exists()
    assert complaints == []


def test_what_ends_is_read_before_somebody_is_removed(
    page: Page, live_cast: Cast, complaints: list[str]
) -> None:
    Membership.objects.filter(account=live_cast.account, user__username="member").update(role=Role.ADMIN)
    live_cast.key_of("author")
    page.goto(address(live_cast.account))
    page.get_by_role("button", name="Remove author").click()
    expect(page.get_by_text("1 agent key stops working.")).to_be_visible()
    page.get_by_role("button", name="Confirm: Remove").click()
    expect(page.get_by_text("author is no member of Acme any more.")).to_be_visible()
    assert not Membership.objects.filter(account=live_cast.account, user__username="author").exists()
    assert complaints == []
