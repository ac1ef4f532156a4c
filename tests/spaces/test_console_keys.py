"""Agent keys in the console: their secret is seen once and kept nowhere."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.urls import reverse
from django.utils import timezone

from spaces.domain.scopes import WORKING_SET
from spaces.models import AgentKey, AuditEntry
from spaces.services.credentials import caller_for_agent_key
from tests.cast import Cast
from tests.console import address, browser, list_of, refusals, rows

ADD = "admin:spaces_agentkey_add"


def key_form(cast: Cast, **changes: object) -> dict[str, object]:
    scopes = [scope.value for scope in WORKING_SET]
    return {"account_id": cast.account.pk, "name": "Build agent", "scopes": scopes, **changes}


def test_a_member_makes_a_key_for_themself_and_sees_its_secret_once(cast: Cast) -> None:
    client = browser(cast, "member")
    answer = client.post(reverse(ADD), key_form(cast))
    secret = answer.context["done"].secret
    assert answer.status_code == 200
    assert answer.content.decode().count(secret) == 1
    assert "no-store" in answer["Cache-Control"]
    caller = caller_for_agent_key(secret)
    assert caller is not None
    assert caller.person_id == cast.people["member"].pk
    later = [client.get(reverse("admin:index")), client.get(answer.context["done"].url)]
    assert not any(secret in page.content.decode() for page in later)


def test_the_secret_passes_through_neither_session_nor_cookies_nor_rows(cast: Cast) -> None:
    client = browser(cast, "member")
    secret = client.post(reverse(ADD), key_form(cast)).context["done"].secret
    sessions = [session.get_decoded() for session in Session.objects.all()]
    kept = [*client.cookies.values(), *sessions, AgentKey.objects.values(), AuditEntry.objects.values()]
    assert sessions
    assert not any(secret in str(place) for place in kept)


def test_the_chosen_lifetime_becomes_the_expiry(cast: Cast) -> None:
    browser(cast, "member").post(reverse(ADD), key_form(cast, lifetime="30"))
    expires_at = AgentKey.objects.get().expires_at
    assert expires_at is not None
    assert abs(expires_at - timezone.now() - timedelta(days=30)) < timedelta(minutes=1)


@pytest.mark.parametrize("changes", [{"name": " "}, {"scopes": []}, {"scopes": ["all"]}, {"lifetime": "0"}])
def test_a_key_without_name_or_with_unknown_scopes_is_not_made(
    cast: Cast, changes: dict[str, object]
) -> None:
    answer = browser(cast, "member").post(reverse(ADD), key_form(cast, **changes))
    assert refusals(answer) <= {"required", "invalid_choice"}
    assert set(answer.context["form"].errors) == set(changes)
    assert not AgentKey.objects.exists()


def test_nobody_makes_a_key_for_an_account_they_are_not_in(cast: Cast) -> None:
    answer = browser(cast, "partner").post(reverse(ADD), key_form(cast))
    assert refusals(answer) == {"invalid_choice"}
    assert not AgentKey.objects.exists()


SEES_MEMBERS_KEY = {"member": True, "owner": True, "manager": True, "author": False, "stranger": False}


@pytest.mark.parametrize(("name", "sees"), SEES_MEMBERS_KEY.items())
def test_a_key_is_seen_and_revoked_by_its_person_and_the_managers(cast: Cast, name: str, sees: bool) -> None:
    secret = cast.key_of("member")
    key = AgentKey.objects.get()
    client = browser(cast, name)
    assert (key.pk in rows(client.get(list_of("spaces_agentkey")))) is sees
    assert client.get(address(key)).status_code == (200 if sees else 404)
    assert client.get(address(key, "revoke")).status_code == (200 if sees else 404)
    assert caller_for_agent_key(secret) is not None
    assert client.post(address(key, "revoke")).status_code == (302 if sees else 404)
    assert (caller_for_agent_key(secret) is None) is sees


def test_a_revoked_key_is_not_revoked_again(cast: Cast) -> None:
    cast.key_of("member")
    key = AgentKey.objects.get()
    client = browser(cast, "member")
    client.post(address(key, "revoke"))
    again = client.post(address(key, "revoke"))
    assert (again.status_code, refusals(again)) == (409, {"already_done"})
