"""Passkeys in a real browser, with the authenticator that Chromium brings for tests."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import CDPSession, Page, expect

from decisions.domain.transitions import Act
from reviews.models import Ask
from reviews.services.asks import ask_create
from tests.cast import Cast
from tests.console import address
from tests.reviews.console_judging import in_review

PASSWORD = "a long enough password"


@pytest.fixture
def authenticator(page: Page) -> Iterator[CDPSession]:
    """A passkey device that says yes at once."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    session.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": "internal",
                "hasResidentKey": True,
                "hasUserVerification": True,
                "isUserVerified": True,
                "automaticPresenceSimulation": True,
            }
        },
    )
    yield session
    session.detach()


def add_passkey(page: Page) -> None:
    page.goto("/sign-in/security/")
    page.get_by_role("link", name="Add a passkey").click()
    page.fill("#id_password", PASSWORD)
    page.get_by_role("button", name="Confirm").click()
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()


def sign_out(page: Page) -> None:
    page.context.clear_cookies()
    page.goto("/console/")
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()


@pytest.mark.usefixtures("authenticator")
def test_a_passkey_signs_in_and_decides_an_ask(page: Page, live_cast: Cast, complaints: list[str]) -> None:
    add_passkey(page)
    ask = ask_create(
        document=in_review(live_cast),
        person_id=live_cast.people["member"].pk,
        act=Act.APPROVE,
        caller=live_cast.caller("agent"),
    )
    sign_out(page)
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_text("Changed lately")).to_be_visible()

    page.goto(address(ask))
    page.get_by_role("link", name="Approve…").click()
    expect(page.get_by_role("heading", name="Sign in again")).to_be_visible()
    assert Ask.objects.get(pk=ask.pk).settled == "pending"
    page.get_by_role("button", name="Use your passkey").click()
    page.get_by_role("button", name="Approve").click()
    expect(page.get_by_text("You approved it.")).to_be_visible()
    assert Ask.objects.get(pk=ask.pk).settled == "approved"
    assert complaints == []


@pytest.mark.usefixtures("authenticator")
def test_a_passkey_leads_to_the_page_somebody_wanted(page: Page, complaints: list[str]) -> None:
    add_passkey(page)
    page.context.clear_cookies()
    page.goto("/console/spaces/agentkey/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url("**/console/spaces/agentkey/")
    assert complaints == []


@pytest.mark.usefixtures("authenticator")
def test_a_password_is_changed_with_the_passkey_alone(page: Page, live_cast: Cast) -> None:
    add_passkey(page)
    page.goto("/sign-in/password/change/")
    expect(page.get_by_role("heading", name="Sign in again")).to_be_visible()
    page.get_by_role("button", name="Use your passkey").click()
    page.get_by_label("New password", exact=True).fill("an entirely different one")
    page.get_by_label("New password, once more").fill("an entirely different one")
    page.get_by_role("button", name="Change the password").click()
    expect(page.get_by_text("Your password is changed.")).to_be_visible()
    live_cast.people["member"].refresh_from_db()
    assert live_cast.people["member"].check_password("an entirely different one")


@pytest.mark.usefixtures("authenticator")
def test_a_passkey_is_the_second_step_after_the_password(page: Page, complaints: list[str]) -> None:
    add_passkey(page)
    sign_out(page)
    page.fill("#id_login", "member")
    page.fill("#id_password", PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_text("Changed lately")).to_be_visible()
    assert complaints == []


def test_a_passkey_of_another_device_does_not_decide(
    page: Page, live_cast: Cast, authenticator: CDPSession
) -> None:
    add_passkey(page)
    ask = ask_create(
        document=in_review(live_cast),
        person_id=live_cast.people["member"].pk,
        act=Act.APPROVE,
        caller=live_cast.caller("agent"),
    )
    authenticator.send("WebAuthn.disable")
    page.goto(address(ask, "approve"))
    page.get_by_role("button", name="Use your passkey").click()
    page.wait_for_timeout(300)
    expect(page.get_by_role("heading", name="Sign in again")).to_be_visible()
    page.goto(address(ask, "approve"))
    expect(page.get_by_role("heading", name="Sign in again")).to_be_visible()
    assert Ask.objects.get(pk=ask.pk).settled == "pending"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_sign_in_pages_follow_light_and_dark(page: Page, scheme: str, complaints: list[str]) -> None:
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.goto("/sign-in/security/")
    expect(page.get_by_role("heading", name="Passkeys")).to_be_visible()
    sign_out(page)
    is_dark = page.locator("html").evaluate("each => each.classList.contains('dark')")
    assert is_dark is (scheme == "dark")
    assert complaints == []
