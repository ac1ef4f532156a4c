"""Signing in through the official Python client, with a person's browser played by this test."""

from html.parser import HTMLParser
from typing import Any
from urllib.parse import parse_qs, urljoin, urlsplit

import anyio
import httpx2
import pytest
from anyio import to_thread
from django.conf import settings as django_settings
from mcp import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from mcp.shared.auth import (
    AuthorizationCodeResult,
    OAuthClientInformationFull,
    OAuthClientMetadata,
    OAuthToken,
)
from pytest_django import Settings

from decisions.config.settings.oauth import oauth_provider
from spaces.models import AccessToken, ConnectedApp
from tests.cast import Cast, make_cast
from tests.console import browser
from tests.mcp_bridge.calling import LiveMcp, content_of

CALLBACK = "http://127.0.0.1:53682/callback"


class Kept:
    """What a client keeps between its runs."""

    def __init__(self) -> None:
        self.tokens: OAuthToken | None = None
        self.client: OAuthClientInformationFull | None = None

    async def get_tokens(self) -> OAuthToken | None:
        return self.tokens

    async def set_tokens(self, tokens: OAuthToken) -> None:
        self.tokens = tokens

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        return self.client

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        self.client = client_info


class Form(HTMLParser):
    """The fields of a page's consent form as a browser would send them, nothing changed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.fields: dict[str, list[str]] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        name, kind = told.get("name"), told.get("type")
        if tag != "input" or not name or (kind in {"radio", "checkbox"} and "checked" not in told):
            return
        self.fields.setdefault(name, []).append(told.get("value") or "")


class Person:
    """Somebody with a browser who is signed in and allows what is asked, once for each question."""

    def __init__(self, cast: Cast, name: str, **choice: list[str]) -> None:
        session = browser(cast, name).cookies[django_settings.SESSION_COOKIE_NAME].value
        self._cookies = {django_settings.SESSION_COOKIE_NAME: session}
        self._choice = choice
        self.asked: list[dict[str, list[str]]] = []
        self._led = ""

    async def opens(self, url: str) -> None:
        self.asked.append(parse_qs(urlsplit(url).query))
        self._led = await to_thread.run_sync(self._allow, url)

    def _allow(self, url: str) -> str:
        # A connection that stayed open would keep its thread of the server, and the server with it.
        with httpx2.Client(cookies=self._cookies) as http:
            page = http.get(url)
            assert page.status_code == 200, page.text
            fields = {**Form(page.text).fields, **self._choice, "allow": ["on"]}
            answer = http.post(urljoin(url, "/oauth/authorize"), data=fields, headers={"Referer": url})
        assert answer.status_code == 302, answer.text
        return str(answer.headers["Location"])

    async def comes_back(self) -> AuthorizationCodeResult:
        told = {name: value for name, (value,) in parse_qs(urlsplit(self._led).query).items()}
        return AuthorizationCodeResult(code=told["code"], state=told["state"], iss=told["iss"])


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    return make_cast()


@pytest.fixture(autouse=True)
def public_url(live_mcp: LiveMcp, settings: Settings) -> None:
    settings.PUBLIC_URL = live_mcp.origin
    settings.OAUTH2_PROVIDER = oauth_provider(live_mcp.origin)


def provider(url: str, kept: Kept, person: Person) -> OAuthClientProvider:
    metadata = OAuthClientMetadata.model_validate(
        {
            "client_name": "Claude Code",
            "redirect_uris": [CALLBACK],
            "token_endpoint_auth_method": "none",
            "grant_types": ["authorization_code", "refresh_token"],
        }
    )
    return OAuthClientProvider(url, metadata, kept, person.opens, person.comes_back)


async def called(url: str, kept: Kept, person: Person, tool: str, **arguments: Any) -> Any:
    async with (
        create_mcp_http_client(auth=provider(url, kept, person)) as http,
        Client(streamable_http_client(url, http_client=http)) as client,
    ):
        return await client.call_tool(tool, arguments)


@pytest.mark.parametrize("path", ["/mcp", "/mcp/"])
def test_a_client_that_knows_one_address_signs_in_and_calls(live_mcp: LiveMcp, cast: Cast, path: str) -> None:
    document = cast.document()
    kept, person = Kept(), Person(cast, "member")
    result = anyio.run(
        lambda: called(
            live_mcp.origin + path, kept, person, "decisions_get_document", document_id=document.pk
        )
    )
    assert content_of(result)["document_id"] == document.pk
    (question,) = person.asked
    assert question["scope"] == ["mcp:read mcp:write decisions:read decisions:write"]
    assert question["resource"] == [live_mcp.url]
    assert kept.tokens is not None
    assert ConnectedApp.objects.get().user == cast.people["member"]


def test_a_client_refreshes_what_expired_and_signs_in_again_after_it_was_cut_off(
    live_mcp: LiveMcp, cast: Cast
) -> None:
    kept, person = Kept(), Person(cast, "member", account=[cast.account.pk])

    def spaces() -> list[Any]:
        result = anyio.run(lambda: called(live_mcp.url, kept, person, "decisions_list_spaces"))
        return list(content_of(result)["items"])

    assert len(spaces()) == 1
    first = kept.tokens
    AccessToken.objects.all().delete()
    # Without its access token the refresh token is good for nothing either: a person is asked again.
    assert len(spaces()) == 1
    assert len(person.asked) == 2
    assert kept.tokens != first
    registered = kept.client
    ConnectedApp.objects.all().delete()
    assert len(spaces()) == 1
    assert (len(person.asked), kept.client) == (3, registered)


def test_a_client_asks_for_more_when_a_call_takes_more(live_mcp: LiveMcp, cast: Cast) -> None:
    kept, cautious = Kept(), Person(cast, "member", granted=["mcp:read", "decisions:read"])
    anyio.run(lambda: called(live_mcp.url, kept, cautious, "decisions_list_spaces"))
    generous = Person(cast, "member")
    arguments = {"space_id": cast.space.pk, "text": "Why 50?"}
    result = anyio.run(lambda: called(live_mcp.url, kept, generous, "decisions_ask_question", **arguments))
    assert content_of(result)["question_id"]
    (question,) = generous.asked
    assert set(question["scope"][0].split()) == {"mcp:read", "mcp:write", "decisions:read", "decisions:write"}
