"""What a refused credential is told: where a client learns how to get one, or a wider one (RFC 6750, RFC 9728)."""

from collections.abc import Iterable

from spaces.domain.scopes import WORKING_SET, Scope
from spaces.kernel.addresses import resource_metadata_url


def challenge(*, refused: bool) -> str:
    """The value of WWW-Authenticate, for a credential that was refused or for none.

    It names the working set of scopes: several clients cannot ask for more later.
    """
    return _bearer("invalid_token" if refused else "", WORKING_SET)


def wider_challenge(scopes: Iterable[Scope]) -> str:
    """The value of WWW-Authenticate for a token whose scopes do not cover a call; names those to ask for."""
    return _bearer("insufficient_scope", scopes)


def _bearer(error: str, scopes: Iterable[Scope]) -> str:
    asked = set(scopes)
    parts = [f'error="{error}"'] if error else []
    parts.append(f'resource_metadata="{resource_metadata_url()}"')
    # In the order of the enumeration, so that the same need reads the same each time.
    parts.append(f'scope="{" ".join(scope.value for scope in Scope if scope in asked)}"')
    return f"Bearer {', '.join(parts)}"
