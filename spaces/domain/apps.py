"""What an app says of itself, by registration (RFC 7591) or in a document of its own: what of it is taken.

Clients list all they can do. What this service does not do is left out instead of being refused, so that an
app that also knows device codes or identity tokens can still sign in the way both sides know.
"""

import unicodedata
from collections.abc import Mapping
from typing import Any

from spaces.domain.redirects import redirect_problem

GRANT_TYPES = ("authorization_code", "refresh_token")
AUTH_METHODS = ("none", "client_secret_basic", "client_secret_post")

# As long as an agent key's: records name both.
LONGEST_NAME = 80
MOST_REDIRECTS = 20

# Control, format (direction marks among them), surrogate, private use, unassigned.
_UNSHOWN = ("C",)
_LINE_ENDS = ("Zl", "Zp")


class MetadataError(ValueError):
    """An app cannot be taken; `code` is the error of RFC 7591."""

    def __init__(self, code: str, problem: str) -> None:
        super().__init__(problem)
        self.code = code


def app_name(given: Any) -> str:
    """A name as records and the consent page show it: one line, bounded, nothing that turns text around."""
    if not isinstance(given, str):
        return ""
    spaced = " ".join(given[: 20 * LONGEST_NAME].split())
    shown = (
        each
        for each in spaced
        if not unicodedata.category(each).startswith(_UNSHOWN)
        and unicodedata.category(each) not in _LINE_ENDS
    )
    return "".join(shown)[:LONGEST_NAME].strip()


def _words(metadata: Mapping[str, Any], key: str, default: list[str]) -> list[str]:
    given = metadata.get(key)
    if given is None:
        return default
    if not isinstance(given, list) or not all(isinstance(each, str) for each in given):
        raise MetadataError("invalid_client_metadata", f"{key} must be an array of strings.")
    return given


def supported_metadata(metadata: Mapping[str, Any]) -> dict[str, Any]:
    """The part of an app's metadata that this service keeps; MetadataError where nothing usable is left."""
    redirects = _words(metadata, "redirect_uris", [])
    if not redirects or len(redirects) > MOST_REDIRECTS:
        raise MetadataError("invalid_redirect_uri", f"redirect_uris needs 1 to {MOST_REDIRECTS} addresses.")
    for number, uri in enumerate(redirects):
        if problem := redirect_problem(uri):
            raise MetadataError("invalid_redirect_uri", f"redirect_uris[{number}] cannot be used: {problem}.")
    if "authorization_code" not in _words(metadata, "grant_types", ["authorization_code"]):
        raise MetadataError("invalid_client_metadata", "grant_types must include authorization_code.")
    if "code" not in _words(metadata, "response_types", ["code"]):
        raise MetadataError("invalid_client_metadata", "response_types must include code.")
    method = metadata.get("token_endpoint_auth_method") or "client_secret_basic"
    if method not in AUTH_METHODS:
        raise MetadataError(
            "invalid_client_metadata", f"token_endpoint_auth_method must be one of {', '.join(AUTH_METHODS)}."
        )
    return {
        "client_name": app_name(metadata.get("client_name")),
        "redirect_uris": redirects,
        "grant_types": list(GRANT_TYPES),
        "response_types": ["code"],
        "token_endpoint_auth_method": method,
    }
