"""Secrets at rest: ciphertext that only this service's own keys open."""

import base64
from dataclasses import dataclass
from functools import cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured


class Unreadable(Exception):
    """A ciphertext that none of the keys opens: the key was changed without keeping the old one."""


@dataclass(frozen=True)
class Vault:
    """Seals secrets of one purpose: what one vault sealed no other opens, though both have the same setting."""

    purpose: bytes

    def sealed(self, secret: str) -> str:
        """The ciphertext of a secret, under the first key."""
        return self._keys().encrypt(secret.encode()).decode()

    def opened(self, ciphertext: str) -> str:
        """The secret behind a ciphertext; Unreadable where no key of the settings made it."""
        try:
            return self._keys().decrypt(ciphertext.encode()).decode()
        except InvalidToken as error:
            raise Unreadable from error

    def _keys(self) -> MultiFernet:
        return _derived(tuple(settings.DECISIONS_SECRETS_KEYS), self.purpose)


# Of people's second factors.
SIGN_IN = Vault(b"decisions sign-in 1")
# Of other services' credentials.
CREDENTIALS = Vault(b"decisions credentials 1")


@cache
def _derived(keys: tuple[str, ...], purpose: bytes) -> MultiFernet:
    if not keys:
        raise ImproperlyConfigured("DECISIONS_SECRETS_KEYS is empty: secrets cannot be kept.")
    return MultiFernet([Fernet(_fernet_key(key, purpose)) for key in keys])


def _fernet_key(key: str, purpose: bytes) -> bytes:
    made = HKDF(algorithm=SHA256(), length=32, salt=None, info=purpose).derive(key.encode())
    return base64.urlsafe_b64encode(made)
