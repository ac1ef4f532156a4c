"""Credentials of the REST API: an agent key, an app's access token, or the console's session."""

from typing import Any

from rest_framework import authentication, exceptions
from rest_framework.request import Request

from spaces.domain.caller import Caller, Person
from spaces.models import User
from spaces.services.credentials import caller_for_bearer, caller_for_person

Authenticated = tuple[Person | User | None, Caller]


class ResolvedAuthentication(authentication.BaseAuthentication):
    """Takes the caller that an in-process surface resolved; no HTTP request can carry one."""

    def authenticate(self, request: Request) -> Authenticated | None:
        caller = getattr(request._request, "resolved_caller", None)
        return (caller.person, caller) if isinstance(caller, Caller) else None

    # Here, for all: what has a way in is answered 401, and the exception handler says more.
    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class BearerAuthentication(authentication.BaseAuthentication):
    """`Authorization: Bearer …`, an agent key (`dk_…`) or an app's access token.

    A bearer that is not good is refused, never taken for a visitor.
    """

    def authenticate(self, request: Request) -> Authenticated | None:
        scheme, _, credential = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        caller = caller_for_bearer(credential.strip())
        if caller is None or caller.person is None:
            raise exceptions.AuthenticationFailed("The credential is unknown, expired or revoked.")
        return caller.person, caller


class SessionAuthentication(authentication.SessionAuthentication):
    """The console's session: the only credential that counts as the person themself."""

    def authenticate(self, request: Request) -> Any:
        found = super().authenticate(request)
        return (found[0], caller_for_person(found[0])) if found else None
