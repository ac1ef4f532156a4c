"""Which `resource` (RFC 8707) an app may ask a token for."""

from typing import Any

from oauthlib.oauth2.rfc6749.errors import CustomOAuth2Error

from spaces.kernel.addresses import resource_identifier


def is_ours(resource: str) -> bool:
    """Whether it is this service: the configured address, also as people type it with a slash at its end."""
    return resource in {resource_identifier(), resource_identifier() + "/"}


def foreign_resource(**told: Any) -> CustomOAuth2Error:
    """The refusal of a token for any other."""
    problem = f"Tokens of this server are for {resource_identifier()} alone."
    return CustomOAuth2Error(error="invalid_target", description=problem, **told)
