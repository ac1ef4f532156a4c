"""Signing in an app from its first request to its last."""

import logging

import pytest
from django.test import Client

from mcp_bridge.wsgi import application
from spaces.models import AccessToken, AuditEntry, ConnectedApp, Grant, RefreshToken
from tests.cast import Cast
from tests.console import browser
from tests.mcp_bridge.calling import send
from tests.spaces.oauth.apps import CALLBACK, PUBLIC_URL, App, content, new_app, registered, signed_in, told


def test_an_app_that_knows_one_address_signs_in_calls_refreshes_and_is_gone(cast: Cast) -> None:
    document = cast.document()
    refused = send(application)
    assert refused.status == 401
    address = refused.headers["www-authenticate"].split('resource_metadata="')[1].split('"')[0]
    client = Client()
    resource = client.get(address.removeprefix(PUBLIC_URL)).json()
    (issuer,) = resource["authorization_servers"]
    server = client.get(f"/.well-known/oauth-authorization-server{issuer.removeprefix(PUBLIC_URL)}").json()
    assert server["issuer"] == issuer

    answer = registered()
    assert (answer.status_code, answer["Cache-Control"]) == (201, "no-store")
    app = App(answer.json()["client_id"])
    person = browser(cast, "member")
    page = app.ask(person)
    text = page.content.decode()
    assert all(words in text for words in ("Claude Code", "127.0.0.1:53682", "All my accounts", "Acme"))
    led = app.answer(person, page)
    assert led["Location"].startswith(CALLBACK + "?")
    assert (told(led)["state"], told(led)["iss"]) == ("s-1", issuer)

    given = app.redeem(told(led)["code"])
    assert "no-store" in given["Cache-Control"]
    assert (given.json()["token_type"], given.json()["expires_in"]) == ("Bearer", 3600)
    shown = content(app.call("decisions_get_document", document_id=document.pk))
    assert shown["document_id"] == document.pk
    saved = content(
        app.call(
            "decisions_save_document",
            document_id=document.pk,
            base_version=1,
            text="# Queue limits\n",
            message="m",
        )
    )
    assert saved["version"] == 2
    assert document.versions.get(number=2).byline == "member via Claude Code"

    old = dict(app.tokens)
    assert app.refresh().status_code == 200
    assert app.send("ping").status == 200
    assert app.send("ping", token=old["access_token"]).status == 401
    assert app.revoke(app.tokens["refresh_token"]).status_code == 200
    gone = app.send("ping")
    assert gone.status == 401
    assert 'error="invalid_token"' in gone.headers["www-authenticate"]
    # The app is still known: it can ask again at once.
    assert app.ask(person).status_code == 200


def test_nothing_of_a_code_is_kept_but_its_digest(cast: Cast) -> None:
    app = new_app()
    code = app.code(browser(cast, "member"))
    assert Grant.objects.count() == 1
    assert code not in str([*Grant.objects.values(), *AuditEntry.objects.values()])
    # What is kept of it is no code.
    assert app.redeem(Grant.objects.get().code).json()["error"] == "invalid_grant"
    assert app.redeem(code).status_code == 200


def test_nothing_of_a_token_is_kept_but_its_digest(cast: Cast) -> None:
    app = signed_in(cast)
    app.refresh()
    kept = str([*AccessToken.objects.values(), *RefreshToken.objects.values(), *AuditEntry.objects.values()])
    assert RefreshToken.objects.count() == 2
    assert not any(app.tokens[name] in kept for name in ("access_token", "refresh_token"))


def test_the_consent_is_audited_with_what_was_allowed(cast: Cast) -> None:
    signed_in(cast, account=cast.account.pk)
    connection = ConnectedApp.objects.get()
    entry = AuditEntry.objects.get(act="app.connected")
    assert (entry.object_id, entry.account_id, entry.byline) == (connection.pk, cast.account.pk, "member")
    assert entry.after["scopes"] == connection.scopes.split()


@pytest.mark.parametrize("method", ["client_secret_basic", "client_secret_post", None])
def test_an_app_with_a_secret_needs_it(cast: Cast, method: str | None) -> None:
    body = registered(token_endpoint_auth_method=method).json()
    app = App(body["client_id"], body["client_secret"])
    assert body["token_endpoint_auth_method"] == (method or "client_secret_basic")
    code = app.code(browser(cast, "member"))
    assert App(app.client_id, "wrong", app.verifier).redeem(code).status_code == 401
    assert App(app.client_id, "", app.verifier).redeem(code).status_code == 401
    assert app.redeem(code).status_code == 200


def test_no_secret_reaches_the_log_whatever_its_level(cast: Cast, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        app = new_app()
        code = app.code(browser(cast, "member"))
        app.redeem(code)
        first = dict(app.tokens)
        app.refresh()
        logging.getLogger("decisions").debug("heard")
    assert "heard" in caplog.text
    secrets = [
        code,
        *(tokens[name] for tokens in (first, app.tokens) for name in ("access_token", "refresh_token")),
    ]
    assert not any(secret in caplog.text for secret in secrets)
