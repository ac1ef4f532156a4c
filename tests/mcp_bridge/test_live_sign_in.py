"""Signing in through the official Python client, with a person's browser played by this test."""

from collections.abc import Iterator
from typing import Any

import anyio
import pytest
from pytest_django import Settings

from decisions.config.settings.oauth import oauth_provider
from spaces.models import AccessToken, ConnectedApp, RefreshToken
from spaces.oauth.tokens import Tokens
from tests.cast import Cast, make_cast
from tests.mcp_bridge.calling import LiveMcp, content_of
from tests.mcp_bridge.signing_in import Kept, Person, called, signed_in_client

# A handshake, and the newest version, which has none.
MODES = pytest.mark.parametrize("mode", ["legacy", "auto"])


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    return make_cast()


@pytest.fixture(autouse=True)
def public_url(live_mcp: LiveMcp, settings: Settings) -> None:
    settings.PUBLIC_URL = live_mcp.origin
    settings.OAUTH2_PROVIDER = oauth_provider(live_mcp.origin)


@MODES
@pytest.mark.parametrize("path", ["/mcp", "/mcp/"])
def test_a_client_that_knows_one_address_signs_in_and_calls(
    live_mcp: LiveMcp, cast: Cast, path: str, mode: str
) -> None:
    document = cast.document()
    kept, person = Kept(), Person(cast, "member")
    named = {"document_id": document.pk}
    result = anyio.run(
        lambda: called(live_mcp.origin + path, kept, person, mode, "decisions_get_document", **named)
    )
    assert content_of(result)["document_id"] == document.pk
    (question,) = person.asked
    assert question["scope"] == ["mcp:read mcp:write decisions:read decisions:write"]
    assert question["resource"] == [live_mcp.url]
    assert kept.tokens is not None
    assert ConnectedApp.objects.get().user == cast.people["member"]


@pytest.fixture
def lifetime(live_mcp: LiveMcp, settings: Settings) -> Iterator[int]:
    """Seconds that access tokens last: long enough for two calls on a busy machine, short enough to wait for."""
    settings.OAUTH2_PROVIDER = {**oauth_provider(live_mcp.origin), "ACCESS_TOKEN_EXPIRE_SECONDS": 3}
    _settings_read_again()
    yield 3
    _settings_read_again()


def _settings_read_again() -> None:
    # The view keeps the server that it made of the settings it first saw.
    if "_oauthlib_core" in vars(Tokens):
        del Tokens._oauthlib_core


@MODES
def test_a_client_refreshes_what_expired_and_asks_nobody(
    live_mcp: LiveMcp, cast: Cast, mode: str, lifetime: int
) -> None:
    kept, person = Kept(), Person(cast, "member", account=[cast.account.pk])

    async def run() -> tuple[Any, Any]:
        async with signed_in_client(live_mcp.url, kept, person, mode) as client:
            content_of(await client.call_tool("decisions_list_spaces"))
            first = kept.tokens
            await anyio.sleep(lifetime + 0.1)
            content_of(await client.call_tool("decisions_list_spaces"))
            return first, kept.tokens

    first, second = anyio.run(run)
    assert first.access_token != second.access_token
    assert first.refresh_token != second.refresh_token
    assert len(person.asked) == 1
    # The first refresh token is spent, the second one good, in one family.
    spent, good = RefreshToken.objects.order_by("pk")
    assert spent.revoked is not None
    assert good.revoked is None
    assert spent.token_family == good.token_family


def test_a_client_that_was_cut_off_signs_in_again_as_the_client_it_was(live_mcp: LiveMcp, cast: Cast) -> None:
    kept, person = Kept(), Person(cast, "member", account=[cast.account.pk])

    def spaces() -> list[Any]:
        result = anyio.run(lambda: called(live_mcp.url, kept, person, "auto", "decisions_list_spaces"))
        return list(content_of(result)["items"])

    assert len(spaces()) == 1
    first = kept.tokens
    registered = kept.client
    AccessToken.objects.all().delete()
    # Without its access token the refresh token is good for nothing either: a person is asked again.
    assert len(spaces()) == 1
    assert len(person.asked) == 2
    assert kept.tokens != first
    ConnectedApp.objects.all().delete()
    assert len(spaces()) == 1
    assert (len(person.asked), kept.client) == (3, registered)


@MODES
def test_a_client_asks_for_more_when_a_call_takes_more(live_mcp: LiveMcp, cast: Cast, mode: str) -> None:
    kept, cautious = Kept(), Person(cast, "member", granted=["mcp:read", "decisions:read"])
    anyio.run(lambda: called(live_mcp.url, kept, cautious, mode, "decisions_list_spaces"))
    generous = Person(cast, "member")
    arguments = {"space_id": cast.space.pk, "text": "Why 50?"}
    result = anyio.run(
        lambda: called(live_mcp.url, kept, generous, mode, "decisions_ask_question", **arguments)
    )
    assert content_of(result)["question_id"]
    (question,) = generous.asked
    assert set(question["scope"][0].split()) == {"mcp:read", "mcp:write", "decisions:read", "decisions:write"}
