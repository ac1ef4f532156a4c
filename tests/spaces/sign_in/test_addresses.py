"""Addresses: which are verified, and what one that is not is good for."""

import pytest
from allauth.account.models import EmailAddress
from django.core import mail

from spaces.domain.caller import VISITOR
from spaces.models import User
from spaces.services.accounts import user_create
from spaces.services.sign_in import address_verify, person_with_address, verified_address
from tests.cast import Cast
from tests.spaces.sign_in.person import PASSWORD, Client, is_in, sign_in, sign_in_again


@pytest.fixture
def nina(db: None) -> User:
    """Somebody whom those who run the service made, with an address nobody has verified."""
    return user_create(username="nina", email="nina@example.com", password=PASSWORD, caller=VISITOR)


def ask_for_link(address: str) -> list[str]:
    """The mails after somebody forgot a password: each one's first address, if it has a link."""
    mail.outbox.clear()
    Client().post("/sign-in/password/reset/", {"email": address})
    return [each.to[0] for each in mail.outbox if "/password/reset/key/" in each.body]


@pytest.mark.parametrize("known_as", ["nina", "nina@example.com"])
def test_an_address_that_is_not_verified_keeps_nobody_out(nina: User, known_as: str) -> None:
    client = Client()
    sign_in(known_as, client=client)
    assert is_in(client)
    (address,) = client.get("/sign-in/security/").context["addresses"]
    assert (address.email, address.verified) == ("nina@example.com", False)


def test_no_link_and_no_notice_goes_to_an_address_that_is_not_verified(nina: User) -> None:
    assert ask_for_link("nina@example.com") == []
    sign_in("nina")
    assert ask_for_link("nina@example.com") == []
    assert verified_address(nina) == ""
    address_verify(user=nina, email="nina@example.com")
    assert ask_for_link("Nina@example.com") == ["nina@example.com"]
    assert verified_address(nina) == "nina@example.com"


def test_a_person_asks_for_the_mail_and_verifies_the_address(nina: User) -> None:
    client = Client()
    sign_in("nina", client=client)
    sign_in_again(client)
    client.post("/sign-in/email/", {"email": "nina@example.com", "action_send": ""})
    (sent,) = mail.outbox
    link = next(word for word in sent.body.split() if "/confirm-email/" in word)
    assert "nina" in sent.body
    client.post(link.removeprefix("http://testserver"))
    assert EmailAddress.objects.get(user=nina).verified
    assert User.objects.get(pk=nina.pk).email == "nina@example.com"


def test_a_change_is_told_to_the_verified_address_before_and_to_no_other(nina: User) -> None:
    client = Client()
    sign_in("nina", client=client)
    sign_in_again(client)
    client.post("/sign-in/email/", {"email": "right@example.com", "action_add": ""})
    link = next(word for word in mail.outbox[0].body.split() if "/confirm-email/" in word)
    mail.outbox.clear()
    client.post(link.removeprefix("http://testserver"))
    assert verified_address(nina) == "right@example.com"
    assert "nina@example.com" not in [to for each in mail.outbox for to in each.to]


def test_an_address_somebody_only_claims_makes_them_nobody_else(cast: Cast) -> None:
    client = Client()
    sign_in("member", client=client)
    sign_in_again(client)
    client.post("/sign-in/email/", {"email": "boss@example.com", "action_add": ""})
    assert EmailAddress.objects.filter(email="boss@example.com", verified=False).exists()
    assert person_with_address("boss@example.com") is None
    assert ask_for_link("boss@example.com") == []
    assert not address_verify(user=cast.people["member"], email="owner@example.com")
    assert person_with_address("owner@example.com") == cast.people["owner"]
