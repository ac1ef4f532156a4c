"""What HTTP asks of a request to `/mcp` before its message is read: host, origin, credential, form, size."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest

from mcp_bridge.origins import is_allowed_origin
from spaces.domain.caller import Caller
from spaces.kernel.challenges import challenge
from spaces.kernel.errors import DomainError
from spaces.services.credentials import caller_for_bearer

if TYPE_CHECKING:
    from wsgiref.types import WSGIEnvironment


@dataclass(frozen=True)
class Reply:
    """An HTTP response that is JSON or empty."""

    status: int
    body: bytes = b""
    headers: tuple[tuple[str, str], ...] = ()


class Refused(Exception):
    """A request that HTTP alone is enough to refuse."""

    def __init__(self, status: int, problem: DomainError, headers: Iterable[tuple[str, str]] = ()) -> None:
        super().__init__(problem.detail)
        self.reply = Reply(status, json.dumps(problem.body()).encode(), tuple(headers))


def require_host(environ: "WSGIEnvironment") -> None:
    request = HttpRequest()
    request.META = environ
    try:
        request.get_host()
    except DisallowedHost:
        problem = DomainError(
            "invalid_arguments", "This server has no such host.", fix="Use its public address."
        )
        raise Refused(400, problem) from None


def require_origin(environ: "WSGIEnvironment") -> None:
    origin = environ.get("HTTP_ORIGIN", "")
    if origin and not is_allowed_origin(origin):
        problem = DomainError(
            "forbidden",
            "Pages of this origin may not call this server.",
            fix="Ask the people who run the service to allow the origin.",
        )
        raise Refused(403, problem)


def caller_of(environ: "WSGIEnvironment") -> Caller:
    """Who calls, from the bearer alone: cookies are never read here."""
    scheme, _, credential = environ.get("HTTP_AUTHORIZATION", "").strip().partition(" ")
    given = scheme.lower() == "bearer" and credential.strip() != ""
    caller = caller_for_bearer(credential.strip()) if given else None
    if caller is None:
        problem = DomainError(
            "unauthenticated",
            "The credential is unknown, expired or revoked." if given else "A credential is needed.",
            fix="Send a valid agent key as `Authorization: Bearer dk_…`, or sign in again.",
        )
        raise Refused(401, problem, [("WWW-Authenticate", challenge(refused=given))])
    return caller


def require_post(environ: "WSGIEnvironment") -> None:
    if environ["REQUEST_METHOD"] != "POST":
        problem = DomainError(
            "invalid_arguments", "Only POST is served here.", fix="Send one message by POST."
        )
        raise Refused(405, problem, [("Allow", "POST")])


def _media_types(header: str) -> list[str]:
    return [part.partition(";")[0].strip().lower() for part in header.split(",")]


def require_json(environ: "WSGIEnvironment") -> None:
    """Takes JSON and gives JSON; a client need not say that it would also take an event stream."""
    if _media_types(environ.get("CONTENT_TYPE", "")) != ["application/json"]:
        problem = DomainError(
            "invalid_arguments", "The body must be JSON.", fix="Send `Content-Type: application/json`."
        )
        raise Refused(415, problem)
    accepted = _media_types(environ.get("HTTP_ACCEPT") or "*/*")
    if not {"application/json", "application/*", "*/*"}.intersection(accepted):
        problem = DomainError(
            "invalid_arguments",
            "Answers are JSON.",
            fix="Send `Accept: application/json, text/event-stream`.",
        )
        raise Refused(406, problem)


def body_of(environ: "WSGIEnvironment") -> bytes:
    """The whole body, within the limit that the REST API has."""
    limit: int = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    declared = environ.get("CONTENT_LENGTH") or ""
    # Chunked: only where the server marks the end can reading past it not wait for ever.
    unsaid = limit + 1 if environ.get("wsgi.input_terminated") else 0
    length = int(declared) if declared.isdecimal() else unsaid
    # One byte over the limit tells that there is more; the rest is never read.
    body: bytes = environ["wsgi.input"].read(min(length, limit + 1))
    if len(body) > limit:
        problem = DomainError("too_large", f"A message is at most {limit} bytes.", fix="Send less at once.")
        raise Refused(413, problem)
    return body


def headers_of(environ: "WSGIEnvironment") -> dict[str, str]:
    """The request's headers by lower-case name, their values trimmed."""
    return {
        name[5:].replace("_", "-").lower(): value.strip()
        for name, value in environ.items()
        if name.startswith("HTTP_")
    }
