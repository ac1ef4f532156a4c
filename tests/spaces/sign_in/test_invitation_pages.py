"""The pages behind the link of an invitation, as browsers walk through them."""

from typing import Any

import pytest

from spaces.models import Membership, User
from spaces.services.invitations import invitation_withdraw
from tests.cast import Cast
from tests.console import address, browser, refusals
from tests.records import everything
from tests.spaces.invited import PAGE, invite, link, opened
from tests.spaces.sign_in.person import PASSWORD, Client, is_in, sign_in


def role_of(cast: Cast, name: str) -> str | None:
    found = Membership.objects.filter(account=cast.account, user__username=name)
    return found.values_list("role", flat=True).first()


def test_the_page_tells_account_role_and_sender_and_its_address_no_secret(cast: Cast) -> None:
    invite(cast)
    client = Client()
    first = client.get(link())
    assert (first.status_code, first["Location"]) == (302, PAGE)
    assert first["Referrer-Policy"] == "no-referrer"
    assert "no-store" in first["Cache-Control"]
    page = client.get(PAGE)
    shown = page.context["invitation"]
    assert (shown.account, shown.role, shown.invited_by.username) == (cast.account, "member", "manager")
    assert link().split("/")[-2] not in page.content.decode()


def test_somebody_new_makes_a_sign_in_and_lands_in_the_account(cast: Cast) -> None:
    invite(cast)
    client = Client()
    opened(client)
    answered = client.post(PAGE, {"username": "nina", "password": PASSWORD})
    assert answered["Location"] == address(cast.account)
    assert role_of(cast, "nina") == "member"
    assert is_in(client)
    assert client.get(address(cast.account)).status_code == 200
    later = Client()
    sign_in("new@example.com", client=later)
    assert is_in(later)


@pytest.mark.parametrize(
    ("username", "password"),
    [("member", PASSWORD), ("nina", "short"), ("nina", "new@example.com"), ("", PASSWORD), ("a b", PASSWORD)],
)
def test_a_name_or_password_that_will_not_do_makes_nobody(cast: Cast, username: str, password: str) -> None:
    invite(cast)
    client = Client()
    opened(client)
    before = everything()
    answered = client.post(PAGE, {"username": username, "password": password})
    assert answered.status_code == 200
    assert refusals(answered)
    assert everything() == before
    assert not is_in(client)


def test_who_has_a_sign_in_uses_it_and_comes_back_to_accept(cast: Cast) -> None:
    invite(cast)
    client = Client()
    opened(client)
    assert sign_in("stranger", client=client, form={"next": PAGE})["Location"] == PAGE
    assert role_of(cast, "stranger") is None
    assert client.get(PAGE).status_code == 200
    assert client.post(PAGE)["Location"] == address(cast.account)
    assert role_of(cast, "stranger") == "member"
    # Once more changes nothing, and says where they are.
    before = everything()
    again = client.post(PAGE)
    assert again.context["membership"].account == cast.account
    assert everything() == before


def test_who_is_a_member_already_is_told_and_the_link_stays_good(cast: Cast) -> None:
    invite(cast)
    client = browser(cast, "member")
    assert opened(client).context["membership"].user == cast.people["member"]
    client.post(PAGE)
    stranger = browser(cast, "stranger")
    opened(stranger)
    stranger.post(PAGE)
    assert role_of(cast, "stranger") == "member"


@pytest.mark.parametrize("who", ["visitor", "stranger"])
@pytest.mark.parametrize("which", ["withdrawn", "unknown", "none"])
def test_a_link_that_opens_nothing_is_answered_alike_whatever_it_was(
    cast: Cast, who: str, which: str
) -> None:
    invitation = invite(cast)
    invitation_withdraw(invitation_id=invitation.pk, caller=cast.caller("manager"))
    client = browser(cast, who)
    if which != "none":
        client.get(link() if which == "withdrawn" else f"{PAGE}made-up/")
    before = everything()
    answers = [client.get(PAGE), client.post(PAGE, {"username": "nina", "password": PASSWORD})]
    assert [each.status_code for each in answers] == [404, 404]
    assert "sign_in/invitation_no_good.html" in [each.name for each in answers[0].templates]
    assert everything() == before


def test_the_page_is_the_same_for_an_address_that_somebody_has(cast: Cast) -> None:
    pages = []
    for email in ("nobody@example.com", "stranger@example.com"):
        invite(cast, email)
        page: Any = opened(Client())
        pages.append(
            (page.status_code, [each.name for each in page.templates], list(page.context["form"].fields))
        )
    assert pages[0] == pages[1]


def test_tries_at_the_page_are_bounded(cast: Cast) -> None:
    invite(cast)
    client = Client()
    opened(client)
    answers = [client.post(PAGE, {"username": "member", "password": PASSWORD}) for _ in range(21)]
    assert [each.status_code for each in answers[-2:]] == [200, 429]


def test_sign_up_stays_closed_for_everybody_else(cast: Cast) -> None:
    invite(cast)
    client = Client()
    opened(client)
    before = User.objects.count()
    form = {"username": "new", "email": "new@example.com", "password1": PASSWORD, "password2": PASSWORD}
    client.post("/sign-in/signup/", form)
    assert User.objects.count() == before
