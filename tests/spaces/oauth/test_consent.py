"""The page of consent: what it shows, what may be chosen, and what goes back to the app."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.conf import settings
from django.test import Client

from spaces.domain.scopes import IN_WORDS, WORKING_SET, Scope
from spaces.models import ConnectedApp, Grant
from spaces.services.accounts import member_remove
from tests.cast import Cast
from tests.console import browser
from tests.records import everything
from tests.spaces.oauth.apps import CALLBACK, PUBLIC_URL, RESOURCE, App, content, new_app, signed_in, told


def offered(page: Any) -> list[str]:
    return [value for value, _ in page.context["form"].fields["granted"].choices]


def test_who_has_not_signed_in_signs_in_first_and_comes_back(cast: Cast) -> None:
    app = new_app()
    answer = app.ask(Client())
    assert answer.status_code == 302
    target = urlsplit(answer["Location"])
    assert target.path == settings.LOGIN_URL
    (onwards,) = parse_qs(target.query)["next"]
    assert Client().get(onwards).status_code == 302
    assert browser(cast, "member").get(onwards).context["app"].client_id == app.client_id


def test_the_page_names_the_app_where_it_leads_the_accounts_and_each_scope_in_words(cast: Cast) -> None:
    page = new_app(client_name="Claude Code").ask(browser(cast, "member"))
    text = page.content.decode()
    for words in (
        "Claude Code",
        "this computer (127.0.0.1:53682)",
        "nobody has checked it",
        "Acme",
        "member",
    ):
        assert words in text
    assert "Globex" not in text
    assert offered(page) == list(WORKING_SET)
    assert all(IN_WORDS[scope] in text for scope in WORKING_SET)
    assert IN_WORDS[Scope.JOBS_REPORT] not in text


def test_the_page_is_framed_by_nobody_and_its_form_leads_to_the_app_alone(cast: Cast) -> None:
    page = new_app().ask(browser(cast, "member"))
    policy = page["Content-Security-Policy"]
    assert page["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in policy
    assert "form-action 'self' http://127.0.0.1:53682;" in policy
    assert "script-src 'self'" in policy


def test_jobs_are_offered_only_when_asked_for(cast: Cast) -> None:
    page = new_app().ask(browser(cast, "member"), scope="decisions:read jobs:report")
    assert offered(page) == ["decisions:read", "jobs:report"]


@pytest.mark.parametrize("scope", ["offline_access", "openid profile offline_access", "", None])
def test_an_app_that_asks_for_no_scope_of_ours_is_offered_the_working_set(
    cast: Cast, scope: str | None
) -> None:
    assert offered(new_app().ask(browser(cast, "member"), scope=scope)) == list(WORKING_SET)


def test_scopes_that_are_none_of_ours_are_passed_over(cast: Cast) -> None:
    app = new_app()
    page = app.ask(browser(cast, "member"), scope="mcp:read decisions:read offline_access email")
    assert offered(page) == ["mcp:read", "decisions:read"]
    signed_in(cast, app=app, scope="mcp:read decisions:read offline_access")
    assert app.tokens["scope"] == "mcp:read decisions:read"
    assert app.refresh(scope="mcp:read offline_access").json()["scope"] == "mcp:read"


def test_what_is_unticked_is_not_given(cast: Cast) -> None:
    app = new_app()
    person = browser(cast, "member")
    code = app.code(person, choice={"granted": ["mcp:read", "decisions:read"]})
    assert app.redeem(code).json()["scope"] == "mcp:read decisions:read"
    assert ConnectedApp.objects.get().scopes == "mcp:read decisions:read"


@pytest.mark.parametrize("granted", [[], ["jobs:report"], ["everything"]])
def test_nothing_ticked_or_more_than_was_asked_is_refused_on_the_page(cast: Cast, granted: list[str]) -> None:
    app, person = new_app(), browser(cast, "member")
    page = app.answer(person, app.ask(person), granted=granted)
    assert (page.status_code, set(page.context["form"].errors)) == (200, {"granted"})
    assert not Grant.objects.exists()
    # The page still works.
    assert told(app.answer(person, page, granted=["mcp:read"]))["code"]


def test_an_account_that_is_not_theirs_is_refused_on_the_page(cast: Cast) -> None:
    app, person = new_app(), browser(cast, "member")
    for account in (cast.partner_account.pk, "acct_nonsense"):
        page = app.answer(person, app.ask(person), account=account)
        assert (page.status_code, set(page.context["form"].errors)) == (200, {"account"})
    assert not Grant.objects.exists()


def test_one_account_chosen_is_the_one_that_is_seen(cast: Cast) -> None:
    app = signed_in(cast, "member", account=cast.account.pk)
    spaces = content(app.call("decisions_list_spaces"))["items"]
    assert {space["account_id"] for space in spaces} == {cast.account.pk}
    personal = signed_in(cast, "member", account=cast.people["member"].personal_account.pk)
    assert content(personal.call("decisions_list_spaces"))["items"] == []


def test_all_accounts_chosen_are_all_that_there_are_at_each_call(cast: Cast) -> None:
    app = signed_in(cast, "member")
    assert len(content(app.call("decisions_list_spaces"))["items"]) == 1
    member_remove(account=cast.account, user=cast.people["member"], caller=cast.caller("owner"))
    assert content(app.call("decisions_list_spaces"))["items"] == []


def test_a_refusal_is_told_to_the_app_and_gives_nothing(cast: Cast) -> None:
    app, person = new_app(), browser(cast, "member")
    page = app.ask(person)
    before = everything()
    led = app.answer(person, page, allow="", granted=[])
    assert led["Location"].startswith(CALLBACK + "?")
    assert told(led)["error"] == "access_denied"
    assert (told(led)["state"], told(led)["iss"]) == ("s-1", PUBLIC_URL)
    assert everything() == before


TOLD_TO_THE_APP: list[tuple[dict[str, Any], str]] = [
    ({"code_challenge": None, "code_challenge_method": None}, "invalid_request"),
    ({"code_challenge_method": "plain"}, "invalid_request"),
    ({"code_challenge_method": None}, "invalid_request"),
    ({"resource": "https://other.example/mcp"}, "invalid_target"),
    ({"resource": [RESOURCE, "https://other.example/mcp"]}, "invalid_target"),
    ({"resource": f"{PUBLIC_URL}/mcp/more"}, "invalid_target"),
    ({"resource": "not an address"}, "invalid_target"),
    ({"response_type": "token"}, "unauthorized_client"),
    ({"prompt": "none"}, "consent_required"),
]


@pytest.mark.parametrize(("changes", "error"), TOLD_TO_THE_APP)
def test_a_request_that_does_not_fit_is_told_to_the_app(
    cast: Cast, changes: dict[str, Any], error: str
) -> None:
    led = new_app().ask(browser(cast, "member"), **changes)
    assert led["Location"].startswith(CALLBACK)
    assert told(led)["error"] == error
    assert (told(led)["state"], told(led)["iss"]) == ("s-1", PUBLIC_URL)


@pytest.mark.parametrize(
    "changes",
    [
        {"client_id": "unknown"},
        {"client_id": None},
        {"redirect_uri": "https://evil.example/callback"},
        {"redirect_uri": CALLBACK + "/more"},
        {"redirect_uri": "javascript:alert(1)"},
    ],
)
def test_nobody_is_led_to_an_address_that_is_not_the_apps(cast: Cast, changes: dict[str, Any]) -> None:
    page = new_app().ask(browser(cast, "member"), **changes)
    assert page.status_code == 400
    assert "Nothing was allowed" in page.content.decode()
    assert "Location" not in page


@pytest.mark.parametrize("changes", [{"redirect_uri": "https://evil.example/"}, {"client_id": "unknown"}])
@pytest.mark.parametrize("allow", ["on", ""])
def test_a_form_that_was_changed_on_the_way_leads_nowhere(
    cast: Cast, changes: dict[str, str], allow: str
) -> None:
    app, person = new_app(), browser(cast, "member")
    page = app.answer(person, app.ask(person), allow=allow, **changes)
    assert page.status_code == 400
    assert not Grant.objects.exists()


@pytest.mark.parametrize("changes", [{"code_challenge": ""}, {"code_challenge_method": "plain"}])
def test_a_form_without_its_challenge_gives_no_code(cast: Cast, changes: dict[str, str]) -> None:
    app, person = new_app(), browser(cast, "member")
    led = app.answer(person, app.ask(person), **changes)
    assert told(led)["error"] == "invalid_request"
    assert not Grant.objects.exists()


def test_a_form_of_another_site_is_refused(cast: Cast) -> None:
    app, person = new_app(), browser(cast, "member")
    page = app.ask(person)
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = person.cookies
    assert app.answer(strict, page).status_code == 403
    assert not Grant.objects.exists()


def test_the_page_is_shown_again_each_time(cast: Cast) -> None:
    app = signed_in(cast)
    for more in ({}, {"approval_prompt": "auto"}, {"approval_prompt": "none"}):
        page = app.ask(browser(cast, "member"), **more)
        assert page.status_code == 200
        assert "Do not allow" in page.content.decode()


@pytest.mark.parametrize("resource", [None, "", RESOURCE, RESOURCE + "/"])
def test_a_token_is_for_this_service_whether_or_not_the_app_says_so(cast: Cast, resource: str | None) -> None:
    app = new_app()
    code = app.code(browser(cast, "member"), resource=resource)
    assert Grant.objects.get().resource == [RESOURCE]
    assert app.redeem(code, resource=resource).status_code == 200
    assert app.refresh(resource=resource).status_code == 200
    assert app.send("ping").status == 200


def test_consent_again_keeps_one_connection_with_the_newest_scopes(cast: Cast) -> None:
    app = signed_in(cast)
    older = app.tokens["access_token"]
    signed_in(cast, app=app, scope="mcp:read decisions:read")
    assert ConnectedApp.objects.get().scopes == "mcp:read decisions:read"
    # What was allowed last holds for what was given before.
    tools = {tool["name"] for tool in app.send("tools/list", token=older).json["result"]["tools"]}
    assert "decisions_get_document" in tools
    assert "decisions_save_document" not in tools
    signed_in(cast, app=app, account=cast.account.pk)
    assert ConnectedApp.objects.count() == 2
    assert App(app.client_id).ask(browser(cast, "stranger")).status_code == 200
