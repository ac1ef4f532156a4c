"""Signing in again: a signed-in browser that somebody left open decides nothing."""

import time
from enum import StrEnum

from allauth.account.authentication import get_authentication_records
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.conf import settings
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import urlencode

from spaces.kernel.errors import DomainError
from spaces.models import User


class Way(StrEnum):
    """How somebody shows that it is still them; the strongest first."""

    PASSKEY = "passkey"
    CODE = "code"
    PASSWORD = "password"  # noqa: S105
    PROVIDER = "provider"


_PAGES = {
    Way.PASSKEY: "mfa_reauthenticate_webauthn",
    Way.CODE: "mfa_reauthenticate",
    Way.PASSWORD: "account_reauthenticate",
    Way.PROVIDER: "sign_in_again_at_provider",
}

# What allauth records of an authentication -> the way it was.
_RECORDED = {
    ("mfa", "webauthn"): Way.PASSKEY,
    ("mfa", "totp"): Way.CODE,
    ("mfa", "recovery_codes"): Way.CODE,
    ("password", None): Way.PASSWORD,
    ("socialaccount", None): Way.PROVIDER,
}


def ways_of(user: User) -> list[Way]:
    """The ways that are good for looking after one's sign-in, the one that decides first.

    Whoever has a second factor is not asked for the password: it may be the one that was stolen.
    """
    kinds = set(Authenticator.objects.filter(user_id=user.pk).values_list("type", flat=True))
    if Authenticator.Type.WEBAUTHN in kinds:
        # A lost passkey is taken away with a code.
        return [Way.PASSKEY, *([Way.CODE] if len(kinds) > 1 else [])]
    if kinds:
        return [Way.CODE]
    if user.has_usable_password():
        return [Way.PASSWORD]
    vouched_for = settings.DECISIONS_OIDC_ISSUER and SocialAccount.objects.filter(user_id=user.pk).exists()
    return [Way.PROVIDER] if vouched_for else []


def is_fresh(request: HttpRequest) -> bool:
    """Whether this session's person signed in again lately, by the strongest way they have."""
    if not isinstance(request.user, User):
        return False
    ways = ways_of(request.user)
    if not ways:
        return False
    now = time.time()
    for record in get_authentication_records(request, request.user):
        way = _RECORDED.get((record.get("method"), record.get("type")))
        # A clock that was set back makes nothing fresh for longer.
        lately = 0 <= now - record["at"] < settings.ACCOUNT_REAUTHENTICATION_TIMEOUT
        if record.get("reauthenticated") and way is ways[0] and lately:
            return True
    return False


def fresh_sign_in_url(request: HttpRequest) -> str:
    """Where this person signs in again, to come back to this page; empty where they have no way to."""
    ways = ways_of(request.user) if isinstance(request.user, User) else []
    if not ways:
        return ""
    return f"{reverse(_PAGES[ways[0]])}?{urlencode({REDIRECT_FIELD_NAME: request.get_full_path()})}"


def require_fresh_sign_in(request: HttpRequest) -> None:
    """Pass for a session that is fresh; else `invalid_arguments` with what to do."""
    if not is_fresh(request):
        raise DomainError(
            "invalid_arguments",
            "Deciding takes a fresh sign-in, and the last one is too long ago.",
            fix="Sign in again, then decide.",
        )
