"""Apps that make themselves known: what is taken, what is left out, what is refused."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from spaces.models import AccessToken
from spaces.models import App as AppRow
from spaces.services.apps import apps_purge
from spaces.tasks import purge_apps
from tests.cast import Cast
from tests.console import browser
from tests.records import everything
from tests.spaces.oauth.apps import CLIENTS, CURSOR, App, anonymous, new_app, registered, signed_in

GOOD = [
    "https://app.example/callback?from=decisions",
    "http://localhost/callback",
    "http://localhost:1455/callback",
    "http://127.0.0.1/",
    "http://[::1]:8080/cb",
    "cursor://anysphere.cursor-retrieval/oauth/callback",
    "vscode://vendor.extension/did-authenticate",
    "com.example.app:/oauth2redirect",
]
BAD = [
    "http://app.example/callback",
    "http://localhost.evil.example/",
    "http://127.0.0.1.evil.example/",
    "http://127.0.0.1@evil.example/",
    "javascript:alert(1)",
    "javascript://x/%0aalert(1)",
    "JAVASCRIPT://x/%0aalert(1)",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "ms-msdt:/id",
    "https://app.example/#fragment",
    "https://app.example/#",
    "https://user:secret@app.example/",
    "https:///nohost",
    "https://app.example/a b",
    "https://app.example\\@evil.example/",
    "https://app.example:port/",
    "cursor:callback",
    "//app.example/",
    "callback",
    "",
    "https://app.example/" + "a" * 2_000,
]


@pytest.mark.parametrize("name", CLIENTS)
def test_known_clients_are_taken_with_what_is_supported(db: None, name: str) -> None:
    answer = registered(**{"redirect_uris": None, **CLIENTS[name]})
    told = answer.json()
    assert answer.status_code == 201
    assert told["client_name"] == CLIENTS[name]["client_name"]
    assert told["redirect_uris"] == CLIENTS[name]["redirect_uris"]
    assert told["grant_types"] == ["authorization_code", "refresh_token"]
    assert (told["response_types"], told["token_endpoint_auth_method"]) == (["code"], "none")
    assert "offline_access" not in told.get("scope", "")
    assert "client_secret" not in told
    assert AppRow.objects.get().client_id == told["client_id"]
    # No token that manages a registration is left behind.
    assert not AccessToken.objects.exists()


@pytest.mark.parametrize("uri", GOOD)
def test_an_address_of_an_app_is_taken(db: None, uri: str) -> None:
    assert registered(redirect_uris=[uri]).status_code == 201


@pytest.mark.parametrize("uri", BAD)
def test_an_address_that_is_no_apps_is_refused(db: None, uri: str) -> None:
    before = everything()
    answer = registered(redirect_uris=["https://app.example/", uri])
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_redirect_uri")
    assert everything() == before


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"redirect_uris": []}, "invalid_redirect_uri"),
    ({"redirect_uris": [f"https://app.example/{n}" for n in range(21)]}, "invalid_redirect_uri"),
    ({"redirect_uris": "https://app.example/"}, "invalid_client_metadata"),
    ({"redirect_uris": [1]}, "invalid_client_metadata"),
    ({"grant_types": ["client_credentials"]}, "invalid_client_metadata"),
    ({"grant_types": "authorization_code"}, "invalid_client_metadata"),
    ({"response_types": ["token"]}, "invalid_client_metadata"),
    ({"token_endpoint_auth_method": "private_key_jwt"}, "invalid_client_metadata"),
    ({"token_endpoint_auth_method": 1}, "invalid_client_metadata"),
    ({"client_uri": "x" * 20_000}, "invalid_client_metadata"),
]


@pytest.mark.parametrize(("changes", "code"), REFUSED)
def test_what_cannot_work_is_refused_and_leaves_nothing(db: None, changes: dict[str, Any], code: str) -> None:
    answer = registered(**changes)
    assert (answer.status_code, answer.json()["error"]) == (400, code)
    assert not AppRow.objects.exists()


@pytest.mark.parametrize("body", ["", "[]", "nonsense", "[" * 5_000, b"\xff"])
def test_a_body_that_is_no_object_is_refused(db: None, body: Any) -> None:
    answer = anonymous().post("/oauth/register", body, content_type="application/json")
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_client_metadata")


NAMES = [
    ("Claude\nCode\t\x00", "Claude Code"),
    ("\u202eedoC\u202c \u2066x\u2069", "edoC x"),
    ("a" * 200, "a" * 80),
    ("", "this computer (127.0.0.1:53682)"),
    (None, "this computer (127.0.0.1:53682)"),
    (7, "this computer (127.0.0.1:53682)"),
]


@pytest.mark.parametrize(("given", "shown"), NAMES)
def test_a_name_is_one_bounded_line_that_turns_nothing_around(db: None, given: Any, shown: str) -> None:
    assert registered(client_name=given).status_code == 201
    assert str(AppRow.objects.get()) == shown


def test_a_name_is_shown_as_text(cast: Cast) -> None:
    page = new_app(client_name="<b>x</b>").ask(browser(cast, "member")).content.decode()
    assert "<b>x</b>" not in page
    assert "&lt;b&gt;x&lt;/b&gt;" in page


def test_registrations_from_one_address_are_bounded(db: None, settings: Settings) -> None:
    settings.DECISIONS_APPS_AN_HOUR = 2
    # An address that the client claims for itself counts for nothing.
    with time_machine.travel(timezone.now(), tick=False):
        codes = [registered().status_code for _ in range(3)]
        claimed: Any = Client(headers={"X-Forwarded-For": "192.0.2.7"}).post("/oauth/register", {})
        elsewhere: Any = Client(REMOTE_ADDR="192.0.2.8").post("/oauth/register", {})
    assert codes == [201, 201, 429]
    assert (claimed.status_code, int(claimed["Retry-After"]) > 0) == (429, True)
    assert elsewhere.status_code == 400
    with time_machine.travel(timezone.now() + timedelta(hours=1)):
        assert registered().status_code == 201


def test_an_app_that_nobody_signed_in_to_is_gone_after_a_day(cast: Cast) -> None:
    used, waiting = signed_in(cast), new_app()
    assert apps_purge() == 0
    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        late = new_app()
        assert purge_apps() == 1
    assert {app.client_id for app in AppRow.objects.all()} == {used.client_id, late.client_id}
    assert waiting.ask(browser(cast, "member")).status_code == 400


def test_an_app_with_a_scheme_of_its_own_gets_its_code(cast: Cast) -> None:
    (callback,) = CURSOR["redirect_uris"]
    app = new_app(**CURSOR)
    person = browser(cast, "member")
    page = app.ask(person, redirect_uri=callback)
    assert "form-action 'self' cursor:;" in page["Content-Security-Policy"]
    assert app.answer(person, page)["Location"].startswith(callback + "?code=")
    refused = app.ask(person, redirect_uri=callback, code_challenge=None)
    assert refused["Location"].startswith(callback + "?error=invalid_request")


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]"])
def test_a_loopback_address_without_port_is_met_at_any_port(cast: Cast, host: str) -> None:
    app = new_app(redirect_uris=[f"http://{host}/callback"])
    person = browser(cast, "member")
    for port in (":49152", ":80", ""):
        callback = f"http://{host}{port}/callback"
        code = app.code(person, redirect_uri=callback)
        assert app.redeem(code, redirect_uri=callback).status_code == 200
    assert app.ask(person, redirect_uri=f"http://{host}:1/other").status_code == 400
    assert App(app.client_id).ask(person, redirect_uri="http://app.example/callback").status_code == 400
