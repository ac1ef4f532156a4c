"""Signing in again: what counts, for whom and how long. Asks are decided in tests/reviews."""

import time
from typing import Any

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from django.contrib.sessions.backends.db import SessionStore
from django.core import mail
from django.http import HttpRequest
from django.utils import timezone

from spaces.kernel.errors import DomainError
from spaces.models import AuditEntry, User
from spaces.sign_in.fresh import Way, fresh_sign_in_url, is_fresh, require_fresh_sign_in, ways_of
from tests.cast import Cast
from tests.console import browser
from tests.spaces.sign_in.person import (
    PASSWORD,
    Client,
    app_of,
    is_in,
    recovery_codes_of,
    sign_in,
    sign_in_again,
)


def passkey_of(person: User) -> None:
    """A passkey as a row; that it works is tested in a browser."""
    Authenticator.objects.create(user=person, type=Authenticator.Type.WEBAUTHN, data={"name": "Key"})


def request_of(person: User, *records: dict[str, Any], kept_for: User | None = None) -> HttpRequest:
    """A request whose session keeps these records of how its person signed in."""
    request = HttpRequest()
    request.user, request.session, request.path = person, SessionStore(), "/console/"
    request.session["account_authentication_methods"] = list(records)
    request.session["account_authentication_methods_user"] = str((kept_for or person).pk)
    return request


def again(method: str, kind: str | None = None, ago: float = 0) -> dict[str, Any]:
    record = {"method": method, "at": time.time() - ago, "reauthenticated": True}
    return record | ({"type": kind} if kind else {})


def test_the_strongest_way_somebody_has_is_the_one_that_decides(cast: Cast) -> None:
    person = cast.people["member"]
    assert ways_of(person) == [Way.PASSWORD]
    app_of(person)
    assert ways_of(person) == [Way.CODE]
    passkey_of(person)
    assert ways_of(person) == [Way.PASSKEY, Way.CODE]
    person.set_unusable_password()
    Authenticator.objects.all().delete()
    assert ways_of(person) == []


def test_a_password_decides_only_where_there_is_nothing_stronger(cast: Cast) -> None:
    person = cast.people["member"]
    assert is_fresh(request_of(person, again("password")))
    app_of(person)
    assert not is_fresh(request_of(person, again("password")))
    assert is_fresh(request_of(person, again("mfa", "totp")))
    passkey_of(person)
    assert not is_fresh(request_of(person, again("password"), again("mfa", "totp")))
    assert is_fresh(request_of(person, again("mfa", "webauthn"), again("mfa", "totp")))


@pytest.mark.parametrize("ago", [300, 301, -1])
def test_what_is_too_old_or_not_yet_counts_for_nothing(cast: Cast, ago: int) -> None:
    with time_machine.travel(timezone.now(), tick=False):
        assert not is_fresh(request_of(cast.people["member"], again("password", ago=ago)))


def test_signing_in_counts_for_nothing_nor_does_what_another_person_did(cast: Cast) -> None:
    person = cast.people["member"]
    first = {"method": "password", "at": time.time()}
    assert not is_fresh(request_of(person, first))
    assert not is_fresh(request_of(person, again("password"), kept_for=cast.people["owner"]))


def test_who_is_not_fresh_is_told_where_to_go(cast: Cast) -> None:
    request = request_of(cast.people["member"])
    with pytest.raises(DomainError) as refused:
        require_fresh_sign_in(request)
    assert refused.value.code == "invalid_arguments"
    assert fresh_sign_in_url(request) == "/sign-in/reauthenticate/?next=%2Fconsole%2F"
    passkey_of(cast.people["member"])
    assert fresh_sign_in_url(request).startswith("/sign-in/2fa/webauthn/reauthenticate/")


def test_a_session_id_that_was_copied_before_is_worth_nothing_after(cast: Cast) -> None:
    client, thief = Client(), Client()
    sign_in("member", client=client)
    thief.cookies["sessionid"] = client.cookies["sessionid"].value
    assert is_in(thief)
    sign_in_again(client)
    assert is_in(client)
    assert not is_in(thief)


def test_with_a_lost_passkey_a_recovery_code_takes_it_away_and_a_password_does_not(cast: Cast) -> None:
    person = cast.people["member"]
    passkey_of(person)
    code = recovery_codes_of(person)[0]
    key = Authenticator.objects.get(type="webauthn").pk
    client = browser(cast, "member")
    remove = f"/sign-in/2fa/webauthn/keys/{key}/remove/"
    sign_in_again(client)
    assert client.post(remove)["Location"].startswith("/sign-in/2fa/webauthn/reauthenticate/")
    assert Authenticator.objects.filter(pk=key).exists()
    sign_in_again(client, code=code)
    assert client.post(remove).status_code == 302
    assert not Authenticator.objects.filter(user=person).exists()


def test_other_sessions_are_listed_and_signed_out(cast: Cast) -> None:
    here, there = Client(), Client()
    for client in (here, there):
        sign_in("member", client=client)
    sign_in_again(here)
    assert len(here.get("/sign-in/sessions/").context["sessions"]) == 2
    here.post("/sign-in/sessions/")
    assert (is_in(here), is_in(there)) == (True, False)


CHANGE = "/sign-in/password/change/"
NEW = {"password1": "an entirely different one", "password2": "an entirely different one"}


def test_a_password_is_changed_after_signing_in_again_and_that_is_recorded_and_told(cast: Cast) -> None:
    client, other = Client(), Client()
    for each in (client, other):
        sign_in("member", client=each)
    assert client.post(CHANGE, NEW)["Location"].startswith("/sign-in/reauthenticate/")
    assert User.objects.get(username="member").check_password("a long enough password")
    sign_in_again(client)
    assert client.post(CHANGE, NEW)["Location"] == "/sign-in/security/"
    assert User.objects.get(username="member").check_password(NEW["password1"])
    assert (is_in(client), is_in(other)) == (True, False)
    assert AuditEntry.objects.get(act="person.password_changed").byline == "member"
    assert [each.to for each in mail.outbox] == [["member@example.com"]]


def test_who_has_a_stronger_way_does_not_change_the_password_by_the_old_one(cast: Cast) -> None:
    person = cast.people["member"]
    client = browser(cast, "member")
    sign_in_again(client)
    app_of(person)
    code = recovery_codes_of(person)[0]
    answered = client.post(CHANGE, {"oldpassword": PASSWORD, **NEW})
    assert answered["Location"].startswith("/sign-in/2fa/reauthenticate/")
    assert User.objects.get(pk=person.pk).check_password(PASSWORD)
    sign_in_again(client, code=code)
    passkey_of(person)
    assert client.post(CHANGE, NEW)["Location"].startswith("/sign-in/2fa/webauthn/reauthenticate/")
    assert User.objects.get(pk=person.pk).check_password(PASSWORD)


def test_a_change_that_could_not_be_recorded_is_not_made_and_not_told(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = Client(raise_request_exception=False)
    sign_in("member", client=client)
    sign_in_again(client)

    def fails(**about: Any) -> None:
        raise RuntimeError("The audit log cannot be written.")

    monkeypatch.setattr("spaces.sign_in.records.sign_in_changed", fails)
    assert client.post(CHANGE, NEW).status_code == 500
    assert User.objects.get(username="member").check_password(PASSWORD)
    assert mail.outbox == []


def test_an_address_takes_the_place_of_the_old_one_when_it_is_verified(cast: Cast) -> None:
    client = Client()
    sign_in("member", client=client)
    form = {"email": "new@example.com", "action_add": ""}
    assert client.post("/sign-in/email/", form)["Location"].startswith("/sign-in/reauthenticate/")
    assert mail.outbox == []
    sign_in_again(client)
    client.post("/sign-in/email/", form)
    assert User.objects.get(username="member").email == "member@example.com"
    (sent,) = mail.outbox
    assert sent.to == ["new@example.com"]
    link = next(word for word in sent.body.split() if "/confirm-email/" in word)
    client.post(link.removeprefix("http://testserver"))
    assert User.objects.get(username="member").email == "new@example.com"
    assert [each.to for each in mail.outbox[1:]] == [["member@example.com"]]
    assert AuditEntry.objects.get(act="person.address_changed").object_id == cast.people["member"].pk


FACTORS = ("2fa/webauthn/add/", "2fa/totp/activate/", "2fa/webauthn/")


@pytest.mark.parametrize(
    "page", ["security/", "email/", "sessions/", "2fa/", "3rdparty/", "password/change/", *FACTORS]
)
def test_every_page_about_ones_sign_in_opens_for_oneself_and_asks_a_visitor(cast: Cast, page: str) -> None:
    client = browser(cast, "member")
    sign_in_again(client)
    shown = client.get(f"/sign-in/{page}")
    assert (shown.status_code, b"<main" in shown.content) == (200, True)
    assert Client().get(f"/sign-in/{page}")["Location"].startswith("/sign-in/login/")
