"""One's own page: what is one's own, and nothing of others."""

from datetime import timedelta
from typing import Any

from django.urls import reverse
from django.utils import timezone

from spaces.models import AgentKey, User
from spaces.services.accounts import user_create
from spaces.services.keys import agent_key_create, agent_key_revoke
from tests.cast import Cast
from tests.console import address, browser

ME = reverse("admin:spaces_user_me")


def make_key(cast: Cast, whose: str, called: str, **options: Any) -> None:
    agent_key_create(account_id=cast.account.pk, name=called, caller=cast.caller(whose), **options)


def test_the_page_shows_one_s_own_accounts_keys_and_address(cast: Cast) -> None:
    make_key(cast, "member", "Mine")
    make_key(cast, "author", "Theirs")
    shown = browser(cast, "member").get(ME).context
    mine = {cast.account, cast.people["member"].personal_account}
    assert {each.account for each in shown["memberships"]} == mine
    assert [key.name for key in shown["keys"]] == ["Mine"]
    assert [(each.email, each.verified) for each in shown["addresses"]] == [("member@example.com", True)]
    assert [link.url for link in shown["links"]] == [reverse("admin:integrations_notice_preferences")]


def test_a_manager_s_own_page_has_no_key_of_others(cast: Cast) -> None:
    cast.key_of("member")
    assert list(browser(cast, "owner").get(ME).context["keys"]) == []


def test_keys_that_ended_are_not_among_the_good_ones(cast: Cast) -> None:
    make_key(cast, "member", "Old", expires_at=timezone.now() + timedelta(days=1))
    make_key(cast, "member", "Gone")
    AgentKey.objects.filter(name="Old").update(expires_at=timezone.now() - timedelta(days=1))
    agent_key_revoke(key_id=AgentKey.objects.get(name="Gone").pk, caller=cast.caller("member"))
    assert browser(cast, "member").get(ME).context["key_count"] == 0


def test_a_visitor_is_asked_to_sign_in_and_has_no_page(cast: Cast) -> None:
    assert browser(cast, "visitor").get(ME).status_code == 302


def test_the_menu_of_the_account_leads_there(cast: Cast) -> None:
    assert f'href="{ME}"'.encode() in browser(cast, "member").get(reverse("admin:index")).content


def test_a_key_s_page_tells_what_it_may_in_words_and_when_it_ends(cast: Cast) -> None:
    cast.key_of("member", scopes=["mcp:read", "decisions:read"])
    key = AgentKey.objects.get()
    shown = browser(cast, "owner").get(address(key))
    assert [scope for scope, _words in shown.context["scopes"]] == ["mcp:read", "decisions:read"]
    assert all(words and words != scope for scope, words in shown.context["scopes"])
    assert (shown.context["state"], shown.context["mine"]) == ("good", False)


def test_those_who_run_the_service_see_whether_an_address_is_verified(cast: Cast) -> None:
    User.objects.filter(username="owner").update(is_superuser=True)
    nina = user_create(username="nina", email="nina@example.com", password=None, caller=cast.caller("owner"))
    client = browser(cast, "owner")
    assert client.get(address(nina)).context["verified"] == ""
    assert client.get(address(cast.people["member"])).context["verified"] == "member@example.com"
