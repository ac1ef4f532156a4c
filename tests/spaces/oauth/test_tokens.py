"""Codes, access tokens and refresh tokens: how long they are good, for what, and how often."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from decisions.config.settings.oauth import oauth_provider
from spaces.domain.scopes import WORKING_SET, Scope
from spaces.models import AccessToken, AuditEntry, ConnectedApp, Membership, RefreshToken, User
from spaces.services.connected_apps import connected_app_revoke
from spaces.services.credentials import caller_for_access_token
from tests.cast import Cast
from tests.console import browser
from tests.spaces.oauth.apps import PUBLIC_URL, App, anonymous, new_app, registered, signed_in

GRANT_REFUSED = (400, "invalid_grant")


def refusal(response: Any) -> tuple[int, str]:
    return response.status_code, response.json()["error"]


def test_a_token_stands_for_its_person_the_app_and_the_choice(cast: Cast) -> None:
    member = cast.people["member"]
    app = signed_in(cast, account=cast.account.pk)
    caller = caller_for_access_token(app.tokens["access_token"])
    assert caller is not None
    assert (caller.person_id, caller.account_id, list(caller.roles)) == (
        member.pk,
        cast.account.pk,
        [cast.account.pk],
    )
    assert (caller.byline, caller.is_assistant) == ("member via Claude Code", True)
    assert caller.assistant_id.startswith("app_")
    assert caller.scopes == set(WORKING_SET)
    everywhere = caller_for_access_token(signed_in(cast, app=app).tokens["access_token"])
    assert everywhere is not None
    assert everywhere.account_id is None
    assert dict(everywhere.roles) == dict(cast.caller("member").roles)
    assert everywhere.is_assistant


def test_a_token_is_resolved_in_one_statement(
    cast: Cast, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for account in ("", cast.account.pk):
        token = signed_in(cast, account=account).tokens["access_token"]
        # The first use in a minute is also noted.
        with django_assert_num_queries(2):
            assert caller_for_access_token(token)
        with django_assert_num_queries(1):
            assert caller_for_access_token(token)


def test_the_last_use_is_known_to_the_minute(cast: Cast) -> None:
    app = signed_in(cast)
    start = timezone.now()
    with time_machine.travel(start, tick=False):
        app.send("ping")
    with time_machine.travel(start + timedelta(seconds=50), tick=False):
        app.send("ping")
    assert ConnectedApp.objects.get().last_used_at == start
    later = start + timedelta(seconds=61)
    with time_machine.travel(later, tick=False):
        app.send("ping")
    assert ConnectedApp.objects.get().last_used_at == later


def test_an_access_token_is_good_for_an_hour_and_a_refresh_gives_another(cast: Cast) -> None:
    app = signed_in(cast)
    with time_machine.travel(timezone.now() + timedelta(minutes=61)):
        answer = app.send("ping")
        assert answer.status == 401
        assert 'error="invalid_token"' in answer.headers["www-authenticate"]
        assert app.refresh().status_code == 200
        assert app.send("ping").status == 200


def test_an_app_left_alone_for_three_months_has_to_ask_again(cast: Cast) -> None:
    app = signed_in(cast)
    with time_machine.travel(timezone.now() + timedelta(days=91)):
        assert refusal(app.refresh()) == GRANT_REFUSED
        assert app.redeem(app.code(browser(cast, "member"))).status_code == 200


def _inactive(cast: Cast) -> None:
    User.objects.filter(pk=cast.people["member"].pk).update(is_active=False)


def _removed(cast: Cast) -> None:
    Membership.objects.filter(user=cast.people["member"], account=cast.account).delete()


def _disconnected(cast: Cast) -> None:
    for connection in ConnectedApp.objects.filter(user=cast.people["member"]):
        connected_app_revoke(connection_id=connection.pk, caller=cast.caller("member"))


@pytest.mark.parametrize(
    ("account", "happens"), [("", _inactive), ("Acme", _inactive), ("Acme", _removed), ("", _disconnected)]
)
def test_a_token_ends_the_moment_its_person_may_no_more(cast: Cast, account: str, happens: Any) -> None:
    app = signed_in(cast, account=account and cast.account.pk)
    other = signed_in(cast, "author")
    assert app.send("ping").status == 200
    happens(cast)
    assert app.send("ping").status == 401
    assert refusal(app.refresh()) == GRANT_REFUSED
    assert other.send("ping").status == 200


def test_a_token_for_another_address_is_refused_everywhere(cast: Cast, settings: Settings) -> None:
    app = signed_in(cast)
    bearer = {"Authorization": f"Bearer {app.tokens['access_token']}"}
    assert anonymous().get("/api/v1/spaces/", headers=bearer).status_code == 200
    AccessToken.objects.update(resource=["https://other.example/mcp"])
    assert app.send("ping").status == 401
    assert anonymous().get("/api/v1/spaces/", headers=bearer).status_code == 401
    for resource in ([], [f"{PUBLIC_URL}/mcp", "https://other.example/mcp"], [f"{PUBLIC_URL}/mcp/"]):
        AccessToken.objects.update(resource=resource)
        assert app.send("ping").status == 401
    # The service moved: what was given for its former address is good no more.
    settings.PUBLIC_URL = "https://moved.example"
    settings.OAUTH2_PROVIDER = oauth_provider(settings.PUBLIC_URL)
    assert refusal(app.refresh()) == (400, "invalid_target")


def test_a_token_for_another_resource_is_never_given(cast: Cast) -> None:
    app = new_app()
    code = app.code(browser(cast, "member"))
    assert refusal(app.redeem(code, resource="https://other.example/mcp")) == (400, "invalid_target")
    assert app.redeem(code).status_code == 200
    assert refusal(app.refresh(resource="https://other.example/mcp")) == (400, "invalid_target")
    assert app.refresh().status_code == 200


BAD_REDEMPTIONS: list[dict[str, Any]] = [
    {"code_verifier": "x" * 64},
    {"code_verifier": None},
    {"redirect_uri": "http://127.0.0.1:53682/other"},
    {"code": "unknown"},
]


@pytest.mark.parametrize("changes", BAD_REDEMPTIONS)
def test_a_code_takes_its_verifier_and_its_address(cast: Cast, changes: dict[str, Any]) -> None:
    app = new_app()
    code = app.code(browser(cast, "member"))
    answer = app.redeem(changes.pop("code", code), **changes)
    assert answer.status_code in {400, 401}
    assert not AccessToken.objects.exists()


def test_a_code_is_good_for_a_minute_and_for_its_app_alone(cast: Cast) -> None:
    app, other = new_app(), new_app()
    code = app.code(browser(cast, "member"))
    other.verifier = app.verifier
    assert refusal(other.redeem(code)) == GRANT_REFUSED
    with time_machine.travel(timezone.now() + timedelta(seconds=61)):
        assert refusal(app.redeem(code)) == GRANT_REFUSED
    assert not AccessToken.objects.exists()


def test_a_code_used_twice_ends_what_it_gave(cast: Cast) -> None:
    app, bystander = signed_in(cast), signed_in(cast)
    code = app.code(browser(cast, "member"))
    app.redeem(code)
    app.refresh()
    tokens = dict(app.tokens)
    # Another app that got hold of the code changes nothing.
    assert refusal(bystander.redeem(code)) == GRANT_REFUSED
    assert app.send("ping").status == 200
    assert refusal(app.redeem(code)) == GRANT_REFUSED
    assert app.send("ping", token=tokens["access_token"]).status == 401
    assert refusal(app.refresh(refresh_token=tokens["refresh_token"])) == GRANT_REFUSED
    assert AuditEntry.objects.filter(act="app.cut_off").count() == 1


def test_a_refresh_token_used_twice_ends_its_family(cast: Cast) -> None:
    app = signed_in(cast)
    first = app.tokens["refresh_token"]
    app.refresh()
    app.refresh()
    newest = dict(app.tokens)
    assert refusal(app.refresh(refresh_token=first)) == GRANT_REFUSED
    assert app.send("ping", token=newest["access_token"]).status == 401
    assert refusal(app.refresh(refresh_token=newest["refresh_token"])) == GRANT_REFUSED
    assert not AccessToken.objects.exists()
    assert not RefreshToken.objects.filter(revoked__isnull=True).exists()
    assert AuditEntry.objects.filter(act="app.cut_off").count() == 1
    assert app.redeem(app.code(browser(cast, "member"))).status_code == 200


def test_a_refresh_token_of_one_app_is_nothing_to_another(cast: Cast) -> None:
    app, other = signed_in(cast), signed_in(cast)
    assert refusal(other.refresh(refresh_token=app.tokens["refresh_token"])) == GRANT_REFUSED
    assert app.send("ping").status == 200
    # One that is spent got out, whoever has it now.
    spent = app.tokens["refresh_token"]
    app.refresh()
    assert refusal(other.refresh(refresh_token=spent)) == GRANT_REFUSED
    assert app.send("ping").status == 401
    assert other.send("ping").status == 200


def test_a_refresh_may_narrow_scopes_and_never_widen_them(cast: Cast) -> None:
    app = signed_in(cast, scope="mcp:read decisions:read")
    assert refusal(app.refresh(scope="mcp:read decisions:write")) == (400, "invalid_scope")
    assert app.refresh(scope="mcp:read").json()["scope"] == "mcp:read"
    caller = caller_for_access_token(app.tokens["access_token"])
    assert caller is not None
    assert caller.scopes == {Scope.MCP_READ}


@pytest.mark.parametrize("grant_type", ["password", "client_credentials", "implicit", "device_code", ""])
def test_there_is_no_other_way_to_a_token(cast: Cast, grant_type: str) -> None:
    body = registered(token_endpoint_auth_method="client_secret_post").json()
    app = App(body["client_id"], body["client_secret"])
    sent = {"username": "member", "password": "a long enough password", "device_code": "x"}
    answer = anonymous().post(
        "/oauth/token",
        {"grant_type": grant_type, "client_id": app.client_id, "client_secret": app.secret, **sent},
    )
    assert answer.status_code in {400, 401}
    assert not AccessToken.objects.exists()


def test_an_app_revokes_its_own_tokens_and_no_others(cast: Cast) -> None:
    app, other = signed_in(cast), signed_in(cast, "author")
    assert other.revoke(app.tokens["refresh_token"]).status_code == 200
    assert app.send("ping").status == 200
    assert app.revoke("unknown").status_code == 200
    answer = app.revoke(app.tokens["access_token"], token_type_hint="access_token")
    assert answer.status_code == 200
    assert app.send("ping").status == 401
    assert refusal(app.refresh()) == GRANT_REFUSED
    assert other.send("ping").status == 200
