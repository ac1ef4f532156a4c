"""Signing in as a person with a browser would, and the factors they have."""

import time
from typing import Any

from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, generate_totp_secret, hotp_value
from django.test import Client as DjangoClient
from django.test import TestCase

from spaces.models import User

PASSWORD = "a long enough password"


class Client(DjangoClient):
    """A browser after whose requests the mails have gone out, though the test's transaction is still open."""

    def request(self, **request: Any) -> Any:
        with TestCase.captureOnCommitCallbacks(execute=True):
            return super().request(**request)


def sign_in(name: str, password: str = PASSWORD, client: Client | None = None, **options: Any) -> Any:
    """What the sign-in form is answered."""
    form = {"login": name, "password": password, **options.pop("form", {})}
    return (client or Client()).post("/sign-in/login/", form, **options)


def is_in(client: Client) -> bool:
    return client.get("/console/").status_code == 200


def sign_in_again(client: Client, **form: str) -> Any:
    """What entering the password, or a code, again is answered."""
    page = "/sign-in/2fa/reauthenticate/" if "code" in form else "/sign-in/reauthenticate/"
    return client.post(page, form or {"password": PASSWORD})


def app_of(person: User) -> str:
    """The secret of an app that makes codes for this person from now on."""
    secret = generate_totp_secret()
    TOTP.activate(person, secret)
    return secret


def recovery_codes_of(person: User) -> list[str]:
    return RecoveryCodes.activate(person).get_unused_codes()


def code_of(secret: str) -> str:
    """The code that the app shows now."""
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30))
