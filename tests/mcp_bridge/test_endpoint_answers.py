"""What is no call of a tool has its prescribed answer too, and the checks come in their order."""

import time
from typing import Any

import pytest
from django.conf import settings

from mcp_bridge.wsgi import application
from tests.conftest import Cast
from tests.mcp_bridge.calling import send

PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}


@pytest.fixture
def bearer(cast: Cast) -> str:
    return f"Bearer {cast.key_of('owner')}"


@pytest.mark.parametrize("method", ["GET", "DELETE"])
def test_what_is_not_served_is_answered_at_once_and_whole(bearer: str, method: str) -> None:
    begun = time.monotonic()
    for path in ("/mcp", "/mcp/"):
        answer = send(application, method, path=path, authorization=bearer, accept="text/event-stream")
        assert (answer.status, answer.headers["allow"]) == (405, "POST")
        assert answer.headers["content-length"] == str(len(answer.body))
        assert "www-authenticate" not in answer.headers
    assert time.monotonic() - begun < 1


@pytest.mark.parametrize("version", [None, "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"])
def test_what_is_no_call_has_its_answer_by_http_on_every_version(bearer: str, version: str | None) -> None:
    named = {"mcp_protocol_version": version} if version else {}
    batch = send(application, body=[PING, PING], authorization=bearer, **named)
    assert (batch.status, batch.json["error"]["code"]) == (400, -32600)
    broken = send(application, body=b'{"jsonrpc"', authorization=bearer, **named)
    assert (broken.status, broken.json["error"]["code"]) == (400, -32700)
    told = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}
    notified = send(application, body=told, authorization=bearer, **named)
    assert (notified.status, notified.body, notified.headers["content-length"]) == (202, b"", "0")


def test_an_unknown_version_is_refused_with_those_that_are_served(bearer: str) -> None:
    answer = send(application, body=PING, authorization=bearer, mcp_protocol_version="2031-01-01")
    assert (answer.status, answer.json["error"]["code"]) == (400, -32022)
    assert "2026-07-28" in answer.json["error"]["data"]["supported"]


def test_checks_come_in_their_order(bearer: str) -> None:
    """Each request is wrong in everything that follows too: the first check that fails is the one that answers."""
    wrong: dict[str, Any] = {
        "method": "GET",
        "body": b" " * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1),
        "content_type": "text/plain",
        "accept": "text/html",
        "authorization": "Bearer dk_unknown",
        "origin": "https://evil.example",
        "host": "evil.example",
    }
    mended = [
        ("host", "127.0.0.1", 400),
        ("origin", "http://localhost:1", 403),
        ("authorization", bearer, 401),
        ("method", "POST", 405),
        ("content_type", "application/json", 415),
        ("accept", "*/*", 406),
        ("body", b"{", 413),
    ]
    for name, right, status in mended:
        assert send(application, **wrong).status == status
        wrong[name] = right
    assert send(application, **wrong).json["error"]["code"] == -32700
