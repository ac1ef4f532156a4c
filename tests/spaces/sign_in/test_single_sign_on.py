"""Single sign-on: whom the provider lets in, whom it does not, and signing in again there."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from allauth.socialaccount.models import SocialAccount, SocialToken

from spaces.models import AuditEntry, Membership, User
from tests.cast import Cast
from tests.records import everything
from tests.spaces.sign_in.fake_provider import CLIENT_ID, CLIENT_SECRET, Provider, provider_running
from tests.spaces.sign_in.person import Client, app_of, is_in, sign_in

LOGIN, CALLBACK = "/sign-in/oidc/sso/login/", "/sign-in/oidc/sso/login/callback/"


@pytest.fixture
def provider(settings: Any) -> Iterator[Provider]:
    with provider_running() as running:
        settings.DECISIONS_OIDC_ISSUER = running.issuer
        app = {"provider_id": "sso", "name": "Acme", "client_id": CLIENT_ID, "secret": CLIENT_SECRET}
        app["settings"] = {"server_url": running.issuer, "oauth_pkce_enabled": True}  # type: ignore[assignment]
        settings.SOCIALACCOUNT_PROVIDERS = {"openid_connect": {"APPS": [app]}}
        yield running


def vouch(provider: Provider, email: str, *, verified: bool = True, sub: str = "1", **claims: Any) -> None:
    provider.person = {"sub": sub, "email": email, "email_verified": verified, **claims}


def come(client: Client, start: str = LOGIN) -> Any:
    """What the provider's answer is answered, after somebody went there."""
    there = urlsplit(client.get(start)["Location"])
    asked = {name: values[0] for name, values in parse_qs(there.query).items()}
    assert asked["code_challenge_method"] == "S256"
    return client.get(CALLBACK, {"code": "code", "state": asked["state"]})


def test_the_sign_in_page_offers_the_provider_where_there_is_one(db: None, provider: Provider) -> None:
    assert b"Continue with Acme" in Client().get("/sign-in/login/").content


def test_without_a_provider_nothing_is_offered(db: None) -> None:
    assert b"Continue with" not in Client().get("/sign-in/login/").content
    assert Client().get(LOGIN).status_code == 404


def test_a_person_with_that_verified_address_comes_in_and_stays_themself(
    cast: Cast, provider: Provider
) -> None:
    vouch(provider, "Member@example.com")
    client = Client()
    assert come(client)["Location"] == "/console/"
    assert is_in(client)
    assert SocialAccount.objects.get().user == cast.people["member"]
    assert User.objects.get(username="member").has_usable_password()
    assert AuditEntry.objects.get(act="person.provider_connected").byline == "member"
    assert not SocialToken.objects.exists()
    assert provider.redeemed[0]["code_verifier"]


def test_the_next_time_the_provider_s_id_counts_and_not_the_address(cast: Cast, provider: Provider) -> None:
    vouch(provider, "member@example.com")
    come(Client())
    vouch(provider, "owner@example.com")
    client = Client()
    come(client)
    assert client.session["_auth_user_id"] == cast.people["member"].pk


def test_an_address_that_the_provider_did_not_verify_opens_nothing(
    cast: Cast, provider: Provider, settings: Any
) -> None:
    settings.DECISIONS_OIDC_DOMAINS = ["example.com"]
    before = everything()
    for address in ("member@example.com", "new@example.com"):
        vouch(provider, address, verified=False)
        client = Client()
        come(client)
        assert not is_in(client)
    assert not SocialAccount.objects.exists()
    assert everything() == before


@pytest.mark.parametrize("domains", [[], ["acme.example"], ["ample.com"], ["sub.example.com"]])
def test_a_stranger_stays_out_unless_their_domain_is_named(
    cast: Cast, provider: Provider, settings: Any, domains: list[str]
) -> None:
    settings.DECISIONS_OIDC_DOMAINS = domains
    before = everything()
    vouch(provider, "new@example.com")
    client = Client()
    come(client)
    assert not is_in(client)
    assert everything() == before


def test_a_named_domain_lets_in_with_an_account_of_ones_own_and_no_other(
    cast: Cast, provider: Provider, settings: Any
) -> None:
    settings.DECISIONS_OIDC_DOMAINS = ["example.com"]
    vouch(provider, "new@example.com", preferred_username="member")
    client = Client()
    assert come(client)["Location"] == "/console/"
    person = User.objects.get(email="new@example.com")
    assert person.username == "member-2"
    assert not person.has_usable_password()
    assert not person.is_superuser
    assert [each.account for each in Membership.objects.filter(user=person)] == [person.personal_account]
    assert AuditEntry.objects.get(act="person.created", object_id=person.pk).after == {"username": "member-2"}


def test_an_address_of_two_people_is_nobody_s(cast: Cast, provider: Provider, settings: Any) -> None:
    settings.DECISIONS_OIDC_DOMAINS = ["example.com"]
    User.objects.filter(username="owner").update(email="member@example.com")
    vouch(provider, "member@example.com")
    client = Client()
    come(client)
    assert not is_in(client)
    assert User.objects.filter(email="member@example.com").count() == 2


def test_who_is_not_active_does_not_come_in(cast: Cast, provider: Provider) -> None:
    vouch(provider, "member@example.com")
    come(Client())
    User.objects.filter(username="member").update(is_active=False)
    client = Client()
    come(client)
    assert not is_in(client)


def test_a_second_factor_is_asked_for_after_the_provider_too(cast: Cast, provider: Provider) -> None:
    app_of(cast.people["member"])
    vouch(provider, "member@example.com")
    client = Client()
    assert come(client)["Location"] == "/sign-in/2fa/authenticate/"
    assert not is_in(client)


def test_an_answer_that_nobody_asked_for_opens_nothing(cast: Cast, provider: Provider) -> None:
    vouch(provider, "member@example.com")
    client = Client()
    client.get(CALLBACK, {"code": "code", "state": "made-up"})
    assert not is_in(client)
    assert provider.redeemed == []


# Signing in again at the provider, for people without a password.

AGAIN = "/sign-in/again/"
GUARDED = "/sign-in/2fa/totp/activate/"


@pytest.fixture
def without_password(cast: Cast, provider: Provider) -> Client:
    """A browser in which member came in by the provider, who is their only way."""
    person = cast.people["member"]
    person.set_unusable_password()
    person.save()
    vouch(provider, "member@example.com")
    client = Client()
    come(client)
    assert is_in(client)
    return client


def is_fresh(client: Client) -> bool:
    return client.get(GUARDED).status_code == 200


def test_signing_in_anew_at_the_provider_makes_fresh_and_comes_back(without_password: Client) -> None:
    first = without_password.get(GUARDED)["Location"]
    assert first == f"{AGAIN}?next=%2Fsign-in%2F2fa%2Ftotp%2Factivate%2F"
    assert not is_fresh(without_password)
    there = parse_qs(urlsplit(without_password.get(first)["Location"]).query)
    assert (there["prompt"], there["max_age"]) == (["login"], ["0"])
    assert come(without_password, first)["Location"] == GUARDED
    assert is_fresh(without_password)


@pytest.mark.parametrize("auth_age", [301, 86_400, None, -120])
def test_a_provider_that_does_not_say_it_was_just_now_makes_nothing_fresh(
    without_password: Client, provider: Provider, auth_age: float | None
) -> None:
    provider.auth_age = auth_age
    assert come(without_password, AGAIN)["Location"] == "/sign-in/security/"
    assert not is_fresh(without_password)
    assert is_in(without_password)


def test_somebody_else_at_the_provider_makes_nothing_fresh(
    without_password: Client, provider: Provider
) -> None:
    for sub, address in (("2", "owner@example.com"), ("3", "new@example.com")):
        vouch(provider, address, sub=sub)
        assert come(without_password, AGAIN)["Location"] == "/sign-in/security/"
        assert not is_fresh(without_password)
    assert SocialAccount.objects.count() == 1


def test_coming_in_by_the_provider_alone_is_not_signing_in_again(without_password: Client) -> None:
    come(without_password)
    assert not is_fresh(without_password)


def test_signing_in_again_at_the_provider_is_throttled(without_password: Client) -> None:
    answers = [without_password.get(AGAIN).status_code for _ in range(6)]
    assert answers == [302] * 5 + [429]


def test_a_provider_that_was_taken_away_is_no_way_any_more(without_password: Client, settings: Any) -> None:
    settings.DECISIONS_OIDC_ISSUER = ""
    assert without_password.get(AGAIN).status_code == 404
    assert without_password.get(GUARDED).status_code == 403


def test_nobody_is_led_to_another_site_from_the_provider(without_password: Client) -> None:
    answered = come(without_password, f"{AGAIN}?next=https://evil.example/")
    assert answered["Location"] == "/sign-in/security/"


def test_who_has_a_password_does_not_sign_in_again_at_a_provider(cast: Cast, provider: Provider) -> None:
    client = Client()
    sign_in("member", client=client)
    assert client.get(AGAIN).status_code == 404
