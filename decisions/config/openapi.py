"""How the OpenAPI document names the credentials; imported by urls.py, which registers the classes below."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension

_BEARER = "An agent key, dk_…, made in the console, or the access token of an app that a person signed in to."


class BearerScheme(OpenApiAuthenticationExtension):
    """`Authorization: Bearer …`."""

    target_class = "spaces.api.authentication.BearerAuthentication"
    name = "bearer"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        return {"type": "http", "scheme": "bearer", "description": _BEARER}


class SessionScheme(OpenApiAuthenticationExtension):
    """The console's cookie."""

    target_class = "spaces.api.authentication.SessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": "sessionid",
            "description": "The console's sign-in.",
        }


def choices_in_place(result: Any, **_: Any) -> Any:
    """The document without the marks by which choices become components: ours stay where they are used."""
    if isinstance(result, dict):
        return {key: choices_in_place(value) for key, value in result.items() if key != "x-spec-enum-id"}
    return [choices_in_place(each) for each in result] if isinstance(result, list) else result
