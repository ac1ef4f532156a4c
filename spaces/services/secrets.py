"""Secrets of people's second factors at rest: ciphertext that only this service's own key opens."""

import base64
from functools import cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

# Binds the derived keys to this use: the same setting used elsewhere gives others.
_PURPOSE = b"decisions sign-in 1"


class Unreadable(Exception):
    """A ciphertext that none of the keys opens: the key was changed without keeping the old one."""


def sealed(secret: str) -> str:
    """The ciphertext of a secret, under the first key."""
    return _keys(tuple(settings.DECISIONS_SECRETS_KEYS)).encrypt(secret.encode()).decode()


def opened(ciphertext: str) -> str:
    """The secret behind a ciphertext; Unreadable where no key of the settings made it."""
    try:
        return _keys(tuple(settings.DECISIONS_SECRETS_KEYS)).decrypt(ciphertext.encode()).decode()
    except InvalidToken as error:
        raise Unreadable from error


@cache
def _keys(keys: tuple[str, ...]) -> MultiFernet:
    if not keys:
        raise ImproperlyConfigured("DECISIONS_SECRETS_KEYS is empty: second factors cannot be kept.")
    return MultiFernet([Fernet(_derived(key)) for key in keys])


def _derived(key: str) -> bytes:
    made = HKDF(algorithm=SHA256(), length=32, salt=None, info=_PURPOSE).derive(key.encode())
    return base64.urlsafe_b64encode(made)
