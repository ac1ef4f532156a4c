"""Somebody who was taken out of an account and comes back has to allow everything anew."""

from typing import Any

from mcp_bridge.wsgi import application
from spaces.domain.roles import Role
from spaces.models import AgentKey, AuditEntry, ConnectedApp, Membership
from spaces.services.accounts import member_remove, member_set
from tests.cast import Cast
from tests.console import browser
from tests.mcp_bridge.calling import send
from tests.spaces.oauth.apps import App, new_app, signed_in


def leaves(cast: Cast, name: str = "member") -> None:
    member_remove(account=cast.account, user=cast.people[name], caller=cast.caller("owner"))


def comes_back(cast: Cast, name: str = "member") -> None:
    member_set(account=cast.account, user=cast.people[name], role=Role.MEMBER, caller=cast.caller("owner"))


def refused(app: App) -> tuple[int, int, str]:
    answer: Any = app.refresh()
    return app.send("ping").status, answer.status_code, answer.json()["error"]


def test_an_app_for_the_account_ends_for_good(cast: Cast) -> None:
    app = signed_in(cast, account=cast.account.pk)
    leaves(cast)
    comes_back(cast)
    assert refused(app) == (401, 400, "invalid_grant")
    connection = ConnectedApp.objects.get()
    assert connection.revoked_at is not None
    entry = AuditEntry.objects.get(act="app.disconnected")
    assert (entry.object_id, entry.account_id, entry.byline) == (connection.pk, cast.account.pk, "owner")
    # The client is still known: with their consent it is let in again.
    signed_in(cast, app=app, account=cast.account.pk)
    assert app.send("ping").status == 200


def test_an_agent_key_for_the_account_ends_for_good(cast: Cast) -> None:
    key = cast.key_of("member")
    leaves(cast)
    comes_back(cast)
    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    assert send(application, body=ping, authorization=f"Bearer {key}").status == 401
    assert AgentKey.objects.get().revoked_at is not None
    assert AuditEntry.objects.get(act="agent_key.revoked").byline == "owner"


def test_what_is_for_other_accounts_and_of_other_people_goes_on(cast: Cast) -> None:
    everywhere = signed_in(cast)
    personal = signed_in(cast, account=cast.people["member"].personal_account.pk)
    others = signed_in(cast, "author", account=cast.account.pk)
    leaves(cast)
    assert [app.send("ping").status for app in (everywhere, personal, others)] == [200, 200, 200]
    assert not ConnectedApp.objects.filter(revoked_at__isnull=False).exists()


def test_a_code_given_before_is_good_for_nothing_after(cast: Cast) -> None:
    app = new_app()
    code = app.code(browser(cast, "member"), choice={"account": cast.account.pk})
    leaves(cast)
    answer = app.redeem(code)
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_grant")
    comes_back(cast)
    assert app.redeem(code).status_code == 400
    assert not ConnectedApp.objects.exists()


def test_a_role_that_changes_ends_nothing(cast: Cast) -> None:
    app = signed_in(cast, account=cast.account.pk)
    Membership.objects.filter(user=cast.people["member"], account=cast.account).update(role=Role.ADMIN)
    comes_back(cast)
    assert app.send("ping").status == 200
