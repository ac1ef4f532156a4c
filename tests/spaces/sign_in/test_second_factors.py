"""Second factors: asked for after the password, sealed in the database, and throttled."""

import json

import pytest
from allauth.mfa.models import Authenticator
from django.core import mail

from spaces.models import AuditEntry
from spaces.services.secrets import SIGN_IN, Unreadable
from tests.cast import Cast
from tests.spaces.sign_in.person import (
    Client,
    app_of,
    code_of,
    is_in,
    recovery_codes_of,
    sign_in,
    sign_in_again,
)

SECOND = "/sign-in/2fa/authenticate/"


def test_a_code_is_asked_for_after_the_password_and_lets_in(cast: Cast) -> None:
    secret = app_of(cast.people["member"])
    client = Client()
    assert sign_in("member", client=client)["Location"] == SECOND
    assert not is_in(client)
    assert client.post(SECOND, {"code": code_of(secret)})["Location"] == "/console/"
    assert is_in(client)


def test_a_code_is_good_once(cast: Cast) -> None:
    secret = app_of(cast.people["member"])
    code = code_of(secret)
    for comes_in in (True, False):
        client = Client()
        sign_in("member", client=client)
        client.post(SECOND, {"code": code})
        assert is_in(client) is comes_in


def test_a_recovery_code_lets_in_once(cast: Cast) -> None:
    app_of(cast.people["member"])
    code = recovery_codes_of(cast.people["member"])[0]
    for comes_in in (True, False):
        client = Client()
        sign_in("member", client=client)
        client.post(SECOND, {"code": code})
        assert is_in(client) is comes_in


def test_a_right_code_after_too_many_wrong_ones_comes_too_late(cast: Cast) -> None:
    secret = app_of(cast.people["member"])
    for number in range(5):
        client = Client(REMOTE_ADDR=f"192.0.2.{number}")
        sign_in("member", client=client)
        client.post(SECOND, {"code": "000000"})
    sign_in("member", client=client)
    client.post(SECOND, {"code": code_of(secret)})
    assert not is_in(client)


def test_the_secrets_are_sealed_in_the_database(cast: Cast) -> None:
    secret = app_of(cast.people["member"])
    codes = recovery_codes_of(cast.people["member"])
    kept = json.dumps(list(Authenticator.objects.values_list("data", flat=True)))
    assert secret not in kept
    assert not any(code in kept for code in codes)
    seal = Authenticator.objects.get(type="totp").data["secret"]
    assert SIGN_IN.opened(seal) == secret


def test_a_seal_opens_with_a_former_key_and_with_no_other(settings: object) -> None:
    seal = SIGN_IN.sealed("secret")
    former = settings.DECISIONS_SECRETS_KEYS  # type: ignore[attr-defined]
    settings.DECISIONS_SECRETS_KEYS = ["a new key", *former]  # type: ignore[attr-defined]
    assert SIGN_IN.opened(seal) == "secret"
    settings.DECISIONS_SECRETS_KEYS = ["a new key"]  # type: ignore[attr-defined]
    with pytest.raises(Unreadable):
        SIGN_IN.opened(seal)


def test_an_app_is_set_up_after_signing_in_again_and_that_is_recorded_and_told(cast: Cast) -> None:
    client = Client()
    sign_in("member", client=client)
    page = "/sign-in/2fa/totp/activate/"
    assert client.get(page)["Location"].startswith("/sign-in/reauthenticate/")
    sign_in_again(client)
    secret = client.get(page).context["form"].secret
    assert client.post(page, {"code": code_of(secret)}).status_code == 302
    kinds = set(Authenticator.objects.filter(user=cast.people["member"]).values_list("type", flat=True))
    assert kinds == {"totp", "recovery_codes"}
    entry = AuditEntry.objects.get(act="person.factor_added", after={"factor": "totp"})
    assert (entry.byline, entry.object_id, entry.after) == (
        "member",
        cast.people["member"].pk,
        {"factor": "totp"},
    )
    assert entry.account_id == cast.people["member"].personal_account.pk
    assert [each.to for each in mail.outbox] == [["member@example.com"]]


def test_who_has_a_factor_does_not_sign_in_again_by_the_password_alone(cast: Cast) -> None:
    secret = app_of(cast.people["member"])
    client = Client()
    sign_in("member", client=client)
    client.post(SECOND, {"code": recovery_codes_of(cast.people["member"])[0]})
    assert sign_in_again(client)["Location"] == "/sign-in/2fa/reauthenticate/"
    page = "/sign-in/2fa/totp/deactivate/"
    assert client.post(page)["Location"].startswith("/sign-in/2fa/reauthenticate/")
    assert Authenticator.objects.filter(type="totp").exists()
    assert sign_in_again(client, code=code_of(secret)).status_code == 302
    assert client.post(page).status_code == 302
    assert not Authenticator.objects.filter(type="totp").exists()
