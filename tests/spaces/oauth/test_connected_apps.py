"""A person's page of connected apps: theirs alone, and ended with one click."""

import pytest

from spaces.kernel.errors import DomainError
from spaces.models import AccessToken, AuditEntry, ConnectedApp, RefreshToken
from spaces.services.connected_apps import connected_app_revoke
from tests.cast import Cast
from tests.console import address, browser, list_of, rows
from tests.records import everything
from tests.spaces.oauth.apps import new_app, signed_in

LIST = list_of("spaces_connectedapp")


def test_the_page_shows_the_apps_with_what_they_may_where_and_when_last(cast: Cast) -> None:
    app = signed_in(cast, account=cast.account.pk, scope="mcp:read decisions:read")
    everywhere = signed_in(cast, app=new_app(client_name="Zed"))
    app.send("ping")
    connection = ConnectedApp.objects.get(account=cast.account)
    client = browser(cast, "member")
    text = client.get(LIST).content.decode()
    for words in ("Claude Code", "Zed", "Acme", "all mine", "mcp:read decisions:read", "never"):
        assert words in text
    page = client.get(address(connection)).content.decode()
    assert "Use the assistant tools that look things up" in page
    assert f"{connection.last_used_at:%Y-%m-%d %H:%M}" in page
    assert everywhere.tokens["access_token"] not in text + page


@pytest.mark.parametrize("name", ["owner", "manager", "author", "stranger"])
def test_it_is_seen_by_nobody_else_whatever_they_manage(cast: Cast, name: str) -> None:
    app = signed_in(cast, account=cast.account.pk)
    connection = ConnectedApp.objects.get()
    client = browser(cast, name)
    assert rows(client.get(LIST)) == set()
    assert client.get(address(connection)).status_code == 404
    assert client.post(address(connection, "revoke")).status_code == 404
    with pytest.raises(DomainError) as refused:
        connected_app_revoke(connection_id=connection.pk, caller=cast.caller(name))
    assert refused.value.code == "not_found"
    assert app.send("ping").status == 200


def test_one_click_ends_it_for_every_sign_in_of_that_choice(cast: Cast) -> None:
    app = signed_in(cast)
    first = dict(app.tokens)
    signed_in(cast, app=app)
    second = dict(app.tokens)
    kept = signed_in(cast, "author", app=app)
    author = dict(kept.tokens)
    connection = ConnectedApp.objects.get(user=cast.people["member"])
    client = browser(cast, "member")
    assert rows(client.get(LIST)) == {connection.pk}
    assert client.post(address(connection, "revoke")).status_code == 302
    assert rows(client.get(LIST)) == set()
    for tokens in (first, second):
        assert app.send("ping", token=tokens["access_token"]).status == 401
        assert app.refresh(refresh_token=tokens["refresh_token"]).status_code == 400
    assert app.send("ping", token=author["access_token"]).status == 200
    assert not AccessToken.objects.filter(connection=connection).exists()
    assert not RefreshToken.objects.filter(connection=connection, revoked__isnull=True).exists()
    entry = AuditEntry.objects.get(act="app.disconnected")
    assert (entry.object_id, entry.byline) == (connection.pk, "member")
    assert entry.account_id == cast.people["member"].personal_account.pk


def test_ending_it_twice_is_already_done(cast: Cast) -> None:
    signed_in(cast)
    connection = ConnectedApp.objects.get()
    connected_app_revoke(connection_id=connection.pk, caller=cast.caller("member"))
    before = everything()
    with pytest.raises(DomainError) as refused:
        connected_app_revoke(connection_id=connection.pk, caller=cast.caller("member"))
    assert refused.value.code == "already_done"
    assert everything() == before


def test_an_assistant_ends_no_connection(cast: Cast) -> None:
    signed_in(cast)
    connection = ConnectedApp.objects.get()
    with pytest.raises(DomainError) as refused:
        connected_app_revoke(connection_id=connection.pk, caller=cast.caller("assistant"))
    assert refused.value.code == "person_required"


def test_an_app_that_was_ended_may_ask_again_and_is_a_new_connection(cast: Cast) -> None:
    app = signed_in(cast)
    ended = ConnectedApp.objects.get()
    connected_app_revoke(connection_id=ended.pk, caller=cast.caller("member"))
    signed_in(cast, app=app)
    assert app.send("ping").status == 200
    assert rows(browser(cast, "member").get(LIST)) == set(
        ConnectedApp.objects.exclude(pk=ended.pk).values_list("pk", flat=True)
    )


def test_an_app_that_revoked_its_own_tokens_is_listed_no_more(cast: Cast) -> None:
    app = signed_in(cast)
    app.revoke(app.tokens["refresh_token"])
    assert rows(browser(cast, "member").get(LIST)) == set()
