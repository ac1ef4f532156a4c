"""Signing in through the official Python client: what it keeps, and a person's browser played by a test."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from html.parser import HTMLParser
from typing import Any
from urllib.parse import parse_qs, urljoin, urlsplit

import httpx2
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

from tests.cast import Cast
from tests.console import browser

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


def told_at(url: str) -> AuthorizationCodeResult:
    """What an app is told at the address that it was led back to."""
    told = {name: value for name, (value,) in parse_qs(urlsplit(url).query).items()}
    return AuthorizationCodeResult(code=told["code"], state=told["state"], iss=told["iss"])


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
        self._led = await to_thread.run_sync(self.allows, url)

    def allows(self, url: str) -> str:
        """Where the app is led back to."""
        # A connection that stayed open would keep its thread of the server, and the server with it.
        with httpx2.Client(cookies=self._cookies) as http:
            page = http.get(url)
            assert page.status_code == 200, page.text
            fields = {**Form(page.text).fields, **self._choice, "allow": ["on"]}
            answer = http.post(urljoin(url, "/oauth/authorize"), data=fields, headers={"Referer": url})
        assert answer.status_code == 302, answer.text
        return str(answer.headers["Location"])

    async def comes_back(self) -> AuthorizationCodeResult:
        return told_at(self._led)


def provider(url: str, kept: Kept, person: Any) -> OAuthClientProvider:
    metadata = OAuthClientMetadata.model_validate(
        {
            "client_name": "Claude Code",
            "redirect_uris": [CALLBACK],
            "token_endpoint_auth_method": "none",
            "grant_types": ["authorization_code", "refresh_token"],
        }
    )
    return OAuthClientProvider(url, metadata, kept, person.opens, person.comes_back)


@asynccontextmanager
async def signed_in_client(url: str, kept: Kept, person: Any, mode: Any) -> AsyncIterator[Client]:
    """A connected client that signs in when it is told to; `person` opens addresses and comes back."""
    async with (
        create_mcp_http_client(auth=provider(url, kept, person)) as http,
        Client(streamable_http_client(url, http_client=http), mode=mode) as client,
    ):
        yield client


async def called(url: str, kept: Kept, person: Any, mode: Any, tool: str, **arguments: Any) -> Any:
    """The result of one call over a connection of its own."""
    async with signed_in_client(url, kept, person, mode) as client:
        return await client.call_tool(tool, arguments)
