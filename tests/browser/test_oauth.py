"""Signing in an app in a real browser: from the app's link to its first call, and to its end."""

import secrets
from collections.abc import Iterator
from urllib.parse import urlencode, urlsplit

import pytest
from playwright.sync_api import Page, Route, expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from decisions.config.settings.oauth import oauth_provider
from spaces.models import ConnectedApp
from tests.cast import Cast
from tests.console import list_of
from tests.spaces.oauth.apps import App, content, new_app, told


class Led:
    """Where the browser was led in the end, as told() reads a redirect."""

    def __init__(self, url: str) -> None:
        self.status_code, self.content, self._url = 302, b"", url

    def __getitem__(self, header: str) -> str:
        return self._url


@pytest.fixture
def led(page: Page) -> Iterator[list[str]]:
    """The addresses of the app that the browser was led to; the app answers with a page of its own."""
    seen: list[str] = []

    def answer(route: Route) -> None:
        seen.append(route.request.url)
        route.fulfill(body="Back in the app.", content_type="text/plain")

    page.route("http://127.0.0.1:53682/**", answer)
    return seen


def ask(app: App, origin: str, **changes: str) -> str:
    return f"{origin}/oauth/authorize?{urlencode({**app.question, 'resource': origin + '/mcp', **changes})}"


def test_a_person_signs_in_chooses_an_account_allows_and_disconnects(
    page: Page,
    live_cast: Cast,
    live_server: LiveServer,
    led: list[str],
    complaints: list[str],
    settings: Settings,
) -> None:
    settings.PUBLIC_URL = live_server.url
    settings.OAUTH2_PROVIDER = oauth_provider(live_server.url)
    app = new_app(client_name="Claude Code")
    app.verifier = secrets.token_urlsafe(48)

    # Nobody is signed in: the console's form comes first, and leads back.
    page.context.clear_cookies()
    page.goto(ask(app, live_server.url))
    page.fill("#id_login", "member")
    page.fill("#id_password", "a long enough password")
    page.click("button[type=submit]")
    expect(page.get_by_role("heading", name="Claude Code wants to act for you")).to_be_visible()
    expect(page.get_by_text("this computer (127.0.0.1:53682)")).to_be_visible()
    expect(page.get_by_label("All my accounts")).to_be_checked()
    page.get_by_label("Acme").check()
    page.get_by_label("Use the assistant tools that change things").uncheck()
    page.get_by_role("button", name="Allow", exact=True).click()
    expect(page.get_by_text("Back in the app.")).to_be_visible()

    (url,) = led
    assert urlsplit(url).netloc == "127.0.0.1:53682"
    assert app.redeem(told(Led(url))["code"], resource=f"{live_server.url}/mcp").status_code == 200
    assert app.tokens["scope"] == "mcp:read decisions:read decisions:write"
    (space,) = content(app.call("decisions_list_spaces"))["items"]
    assert space["account_id"] == live_cast.account.pk
    assert app.call("decisions_ask_question").status == 403

    page.goto(f"{live_server.url}{list_of('spaces_connectedapp')}")
    page.locator("#result_list").get_by_role("link", name="Claude Code").click()
    expect(page.get_by_text("Use the assistant tools that look things up")).to_be_visible()
    page.get_by_role("button", name="Disconnect").click()
    expect(page.get_by_text("Claude Code is disconnected.")).to_be_visible()
    assert app.send("ping").status == 401
    assert ConnectedApp.objects.get().revoked_at is not None
    assert complaints == []


def test_a_person_does_not_allow_it(
    page: Page, live_cast: Cast, live_server: LiveServer, led: list[str], settings: Settings
) -> None:
    settings.PUBLIC_URL = live_server.url
    settings.OAUTH2_PROVIDER = oauth_provider(live_server.url)
    app = new_app(client_name="\u202eevil\u202c <img src=x onerror=alert(1)>")
    page.goto(ask(app, live_server.url, scope="mcp:read decisions:read jobs:report"))
    expect(page.get_by_role("heading", name="evil <img src=x onerror=alert(1)> wants")).to_be_visible()
    expect(page.get_by_label("Report the state of jobs")).to_be_checked()
    page.get_by_role("button", name="Do not allow").click()
    expect(page.get_by_text("Back in the app.")).to_be_visible()
    assert told(Led(led[0]))["error"] == "access_denied"
    assert not ConnectedApp.objects.exists()
