"""Signing in with a password: who comes in, what strangers learn, and how often one may try."""

import pytest
from django.core import mail
from django.urls import reverse

from spaces.models import User
from tests.cast import Cast
from tests.console import browser
from tests.records import everything
from tests.spaces.sign_in.person import PASSWORD, Client, is_in, sign_in


@pytest.mark.parametrize("known_as", ["member", "member@example.com", "MEMBER@example.com"])
def test_a_person_comes_in_by_name_or_address(cast: Cast, known_as: str) -> None:
    client = Client()
    assert sign_in(known_as, client=client)["Location"] == "/console/"
    assert is_in(client)


def test_who_has_no_address_comes_in_too(cast: Cast) -> None:
    User.objects.filter(username="member").update(email="")
    client = Client()
    sign_in("member", client=client)
    assert is_in(client)


def test_who_is_not_active_does_not_come_in(cast: Cast) -> None:
    User.objects.filter(username="member").update(is_active=False)
    client = Client()
    sign_in("member", client=client)
    assert not is_in(client)


def test_the_page_somebody_wanted_is_where_they_land(cast: Cast) -> None:
    wanted = reverse("admin:spaces_space_changelist")
    client = Client()
    first = client.get(wanted)["Location"]
    page = client.get(first)["Location"]
    assert page == f"/sign-in/login/?next={wanted.replace('/', '%2F')}"
    assert sign_in("member", client=client, form={"next": wanted})["Location"] == wanted


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example/", "javascript:alert(1)"])
def test_nobody_is_led_to_another_site(cast: Cast, elsewhere: str) -> None:
    at_console = Client().get("/console/login/", {"next": elsewhere})["Location"]
    assert at_console == "/sign-in/login/?next=%2Fconsole%2F"
    assert sign_in("member", form={"next": elsewhere})["Location"] == "/console/"
    assert browser(cast, "member").get("/console/login/", {"next": elsewhere})["Location"] == "/console/"


def test_nobody_signs_up_by_themself(cast: Cast) -> None:
    before = everything()
    form = {"username": "new", "email": "new@example.com", "password1": PASSWORD, "password2": PASSWORD}
    answered = Client().post("/sign-in/signup/", form)
    assert "account/signup_closed.html" in [each.name for each in answered.templates]
    assert everything() == before


def test_a_wrong_password_and_an_unknown_name_are_answered_alike(cast: Cast) -> None:
    wrong, unknown = sign_in("member", "guess"), sign_in("nobody", "guess")
    codes = [
        [error.code for errors in answered.context["form"].errors.as_data().values() for error in errors]
        for answered in (wrong, unknown)
    ]
    assert codes[0] == codes[1] != []


def test_a_known_and_an_unknown_address_get_the_same_answer_and_a_mail_each(cast: Cast) -> None:
    answers = [
        Client().post("/sign-in/password/reset/", {"email": address})
        for address in ("member@example.com", "nobody@example.com")
    ]
    assert {(each.status_code, each["Location"]) for each in answers} == {
        (302, "/sign-in/password/reset/done/")
    }
    assert [each.to for each in mail.outbox] == [["member@example.com"], ["nobody@example.com"]]
    assert "/sign-in/password/reset/key/" in mail.outbox[0].body
    assert "/sign-in/" not in mail.outbox[1].body


def test_a_password_that_was_set_anew_works_and_the_old_one_does_not(cast: Cast) -> None:
    client = Client()
    client.post("/sign-in/password/reset/", {"email": "member@example.com"})
    link = next(word for word in mail.outbox[0].body.split() if "/key/" in word)
    page = client.get(link.removeprefix("http://testserver"))["Location"]
    new = "an entirely different one"
    assert client.post(page, {"password1": new, "password2": new}).status_code == 302
    assert not is_in(client)
    sign_in("member", client=client)
    assert not is_in(client)
    sign_in("member", new, client=client)
    assert is_in(client)


def test_guesses_at_a_name_end_whatever_address_they_come_from(cast: Cast) -> None:
    for number in range(5):
        sign_in("member", "guess", REMOTE_ADDR=f"192.0.2.{number}")
    client = Client()
    sign_in("member", client=client, REMOTE_ADDR="192.0.2.99")
    assert not is_in(client)
    sign_in("manager", client=client, REMOTE_ADDR="192.0.2.99")
    assert is_in(client)


def test_guesses_from_an_address_end_whatever_name_they_try(cast: Cast) -> None:
    for number in range(20):
        sign_in(f"somebody{number}", "guess")
    client = Client()
    sign_in("member", client=client)
    assert not is_in(client)
    sign_in("member", client=client, REMOTE_ADDR="192.0.2.99")
    assert is_in(client)


def test_an_address_that_somebody_claims_to_have_changes_no_count(cast: Cast) -> None:
    for number in range(20):
        sign_in(f"somebody{number}", "guess", HTTP_X_FORWARDED_FOR=f"192.0.2.{number}")
    client = Client()
    sign_in("member", client=client, HTTP_X_FORWARDED_FOR="192.0.2.99")
    assert not is_in(client)


def test_behind_a_proxy_the_address_is_the_one_it_added(cast: Cast, settings: object) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1  # type: ignore[attr-defined]
    for number in range(20):
        sign_in(f"somebody{number}", "guess", HTTP_X_FORWARDED_FOR=f"198.51.100.{number}, 192.0.2.1")
    client = Client()
    sign_in("member", client=client, HTTP_X_FORWARDED_FOR="192.0.2.1")
    assert not is_in(client)
    sign_in("member", client=client, HTTP_X_FORWARDED_FOR="192.0.2.2")
    assert is_in(client)


def test_mails_for_one_address_are_bounded(cast: Cast) -> None:
    for _ in range(7):
        Client().post("/sign-in/password/reset/", {"email": "member@example.com"})
    assert len(mail.outbox) == 5


def test_a_mail_server_that_is_down_changes_no_answer(cast: Cast, settings: object) -> None:
    settings.EMAIL_BACKEND = "tests.spaces.sign_in.no_mail.NoMail"  # type: ignore[attr-defined]
    answered = Client().post("/sign-in/password/reset/", {"email": "member@example.com"})
    assert answered["Location"] == "/sign-in/password/reset/done/"
