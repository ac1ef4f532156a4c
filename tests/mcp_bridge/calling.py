"""What tests call the service with: over HTTP by the official client, or in this thread as WSGI."""

import io
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any
from wsgiref.util import setup_testing_defaults
from wsgiref.validate import validator

import anyio
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from mcp_types import CallToolResult


@dataclass(frozen=True)
class Response:
    """What a WSGI application answered."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@contextmanager
def _connections_kept() -> Iterator[None]:
    """The test's own transaction stays open, as Django's test client keeps it."""
    signals = (request_started, request_finished)
    connected = [signal.disconnect(close_old_connections) for signal in signals]
    try:
        yield
    finally:
        for signal, was in zip(signals, connected, strict=True):
            if was:
                signal.connect(close_old_connections)


def send(
    application: Any, method: str = "POST", path: str = "/mcp", body: Any = b"", **headers: Any
) -> Response:
    """The answer of a WSGI application, called with wsgiref's validator between."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    environ: dict[str, Any] = {
        "REQUEST_METHOD": method,
        "SCRIPT_NAME": "",
        "PATH_INFO": path,
        "QUERY_STRING": "",
        "CONTENT_TYPE": headers.pop("content_type", "application/json"),
        "CONTENT_LENGTH": headers.pop("content_length", str(len(content))),
        "wsgi.input": io.BytesIO(content),
        "wsgi.input_terminated": headers.pop("input_terminated", False),
        "HTTP_HOST": headers.pop("host", "127.0.0.1"),
    }
    environ |= {f"HTTP_{name.upper()}": value for name, value in headers.items()}
    setup_testing_defaults(environ)
    started: list[Any] = []

    def start_response(status: str, told: list[tuple[str, str]], exc_info: Any = None) -> Any:
        started[:] = [int(status.split(maxsplit=1)[0]), {name.lower(): value for name, value in told}]

    with _connections_kept():
        answer = validator(application)(environ, start_response)
        try:
            content = b"".join(answer)
        finally:
            answer.close()
    return Response(started[0], started[1], content)


@dataclass(frozen=True)
class LiveMcp:
    """The service at its address, and the official Python client to it."""

    origin: str

    @property
    def url(self) -> str:
        return f"{self.origin}/mcp"

    @asynccontextmanager
    async def client(self, key: str, *, mode: Any = "auto", path: str = "/mcp") -> AsyncIterator[Client]:
        """A connected client; `mode` "legacy" makes it shake hands, "auto" speaks the newest version."""
        headers = {"Authorization": f"Bearer {key}"}
        async with create_mcp_http_client(headers=headers) as http:
            transport = streamable_http_client(self.origin + path, http_client=http)
            async with Client(transport, mode=mode) as client:
                yield client

    def call(
        self, key: str, tool: str, arguments: dict[str, Any] | None = None, *, mode: Any = "auto"
    ) -> CallToolResult:
        """The result of one tool call over a connection of its own."""

        async def run() -> CallToolResult:
            async with self.client(key, mode=mode) as client:
                return await client.call_tool(tool, arguments)

        return anyio.run(run)


def problem_in(result: CallToolResult) -> dict[str, Any]:
    """The error that a result tells, after a look at its form."""
    assert result.is_error
    assert result.structured_content is None
    (item,) = result.content
    assert item.type == "text"
    told: dict[str, Any] = json.loads(item.text)
    assert {"error", "detail", "fix", "path", "issues"} <= set(told)
    return told


def content_of(result: CallToolResult) -> dict[str, Any]:
    """What a success returned, after a look at its form; the client has checked it against the schema."""
    assert not result.is_error
    (item,) = result.content
    assert item.type == "text"
    assert json.loads(item.text) == result.structured_content
    return dict(result.structured_content or {})
