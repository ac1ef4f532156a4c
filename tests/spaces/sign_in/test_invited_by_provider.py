"""Invitations of people who sign in at a provider."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress

from spaces.domain.caller import VISITOR
from spaces.models import Membership, User
from spaces.services.accounts import user_create
from tests.cast import Cast
from tests.records import everything
from tests.spaces.invited import PAGE, invite, opened
from tests.spaces.sign_in.fake_provider import Provider
from tests.spaces.sign_in.person import Client, is_in
from tests.spaces.sign_in.test_single_sign_on import LOGIN, come, provider, vouch

__all__ = ["provider"]

FROM_PAGE = f"{LOGIN}?next={PAGE}"


def test_somebody_new_comes_in_by_the_provider_and_joins(cast: Cast, provider: Provider) -> None:
    invite(cast, "other@example.com")
    vouch(provider, "new@example.com", preferred_username="nina")
    client = Client()
    assert b"Continue with Acme" in opened(client).content
    assert come(client, FROM_PAGE)["Location"] == PAGE
    assert is_in(client)
    nina = User.objects.get(username="nina")
    assert Membership.objects.get(account=cast.account, user=nina).role == "member"
    address = EmailAddress.objects.get(user=nina)
    assert (address.email, address.verified) == ("new@example.com", True)
    assert client.get(PAGE).context["membership"].user == nina


def test_somebody_known_comes_back_to_accept(cast: Cast, provider: Provider) -> None:
    invite(cast)
    vouch(provider, "stranger@example.com")
    client = Client()
    opened(client)
    assert come(client, FROM_PAGE)["Location"] == PAGE
    assert not Membership.objects.filter(account=cast.account, user=cast.people["stranger"]).exists()
    client.post(PAGE)
    assert Membership.objects.filter(account=cast.account, user=cast.people["stranger"]).exists()


@pytest.mark.parametrize("case", ["no link", "another page", "not verified"])
def test_a_stranger_stays_out_without_the_page_of_an_invitation(
    cast: Cast, provider: Provider, case: str
) -> None:
    invite(cast)
    vouch(provider, "new@example.com", verified=case != "not verified")
    client = Client()
    if case != "no link":
        opened(client)
    before = everything()
    come(client, LOGIN if case == "another page" else FROM_PAGE)
    assert not is_in(client)
    assert everything() == before


def test_an_address_that_was_given_by_those_who_run_the_service_is_verified_by_the_provider(
    db: None, provider: Provider, settings: Any
) -> None:
    nina = user_create(username="nina", email="Nina@example.com", password=None, caller=VISITOR)
    vouch(provider, "nina@example.com")
    client = Client()
    come(client)
    assert is_in(client)
    assert EmailAddress.objects.get(user=nina, email="nina@example.com").verified
