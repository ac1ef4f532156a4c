"""Private keys of GitHub Apps."""

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key


def is_app_key(pem: str) -> bool:
    """Whether this is a key as GitHub gives one to an App: RSA, in PEM, without a password."""
    try:
        return isinstance(load_pem_private_key(pem.encode(), password=None), RSAPrivateKey)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        return False
