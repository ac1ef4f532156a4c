"""The WSGI application of `/mcp`."""

import json
from http import HTTPStatus
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.signals import request_finished, request_started
from django.utils import timezone, translation

from mcp_bridge import protocol
from mcp_bridge.admission import (
    Refused,
    Reply,
    body_of,
    caller_of,
    headers_of,
    require_host,
    require_json,
    require_origin,
    require_post,
)
from mcp_bridge.answers import Served
from mcp_bridge.catalogue import Catalogue
from mcp_bridge.offer import Offer
from mcp_bridge.origins import cors_headers, is_allowed_origin, preflight_headers
from spaces.kernel.problems import as_domain_error

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment


class Endpoint:
    """One Streamable HTTP endpoint without sessions: a JSON message in, one JSON message out."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> list[bytes]:
        # Django's handler is never met here: these signals are what renews and closes connections.
        request_started.send(sender=type(self), environ=environ)
        try:
            # A thread may still carry the language or time zone that a console request gave it.
            with translation.override(settings.LANGUAGE_CODE), timezone.override(None):
                reply = self._reply(environ)
        except Refused as refused:
            reply = refused.reply
        except Exception as error:
            reply = Reply(500, json.dumps(as_domain_error(error).body()).encode())
        finally:
            request_finished.send(sender=type(self))
        start_response(f"{reply.status} {HTTPStatus(reply.status).phrase}", _headers(reply, environ))
        return [reply.body]

    def _reply(self, environ: "WSGIEnvironment") -> Reply:
        """The reply, after every check in its order: what is asked first decides what a stranger learns."""
        require_host(environ)
        require_origin(environ)
        if environ["REQUEST_METHOD"] == "OPTIONS":
            return Reply(204, headers=tuple(preflight_headers()))
        served = self._served(environ)
        require_post(environ)
        require_json(environ)
        body = body_of(environ)
        answer = protocol.answer(body, headers_of(environ), served)
        return Reply(answer.status, answer.body)

    def _served(self, environ: "WSGIEnvironment") -> Served:
        return Offer(self._catalogue, caller_of(environ), environ.get("REMOTE_ADDR", ""))


def _headers(reply: Reply, environ: "WSGIEnvironment") -> list[tuple[str, str]]:
    headers = [("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"), *reply.headers]
    if reply.status != HTTPStatus.NO_CONTENT:
        headers += [("Content-Type", "application/json"), ("Content-Length", str(len(reply.body)))]
    origin = environ.get("HTTP_ORIGIN", "")
    if origin and is_allowed_origin(origin):
        headers += cors_headers(origin)
    return headers
