"""What HTTP clients of every make meet at `/mcp`."""

import json
import logging
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from mcp_bridge.wsgi import application
from spaces.domain.scopes import Scope
from spaces.services.keys import agent_key_revoke
from tests.conftest import Cast
from tests.mcp_bridge.calling import Response, send

PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
METADATA = "https://decisions.example/.well-known/oauth-protected-resource/mcp"


@pytest.fixture(autouse=True)
def public_url(settings: Settings) -> str:
    settings.PUBLIC_URL = "https://decisions.example"
    return settings.PUBLIC_URL


@pytest.fixture
def bearer(cast: Cast) -> str:
    return f"Bearer {cast.key_of('owner')}"


def ping(bearer: str, **more: Any) -> Response:
    return send(application, body=PING, authorization=bearer, **more)


@pytest.mark.parametrize("path", ["/mcp", "/mcp/"])
def test_a_post_is_answered_at_both_addresses(bearer: str, path: str) -> None:
    answer = ping(bearer, path=path)
    assert (answer.status, answer.json["result"]) == (200, {})
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["content-length"] == str(len(answer.body))


def test_every_other_address_is_djangos(db: None) -> None:
    assert send(application, "GET", "/healthz").json == {"status": "ok"}
    assert send(application, "GET", "/mcp/more").status == 404


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE", "PUT"])
@pytest.mark.parametrize("host", ["127.0.0.1", "localhost:9999"])
def test_without_credential_every_method_finds_the_challenge(db: None, method: str, host: str) -> None:
    answer = send(application, method, host=host)
    assert (answer.status, answer.json["error"]) == (401, "unauthenticated")
    challenge = answer.headers["www-authenticate"]
    assert challenge.startswith("Bearer ")
    assert f'resource_metadata="{METADATA}"' in challenge
    assert 'scope="mcp:read mcp:write decisions:read decisions:write"' in challenge
    assert "error=" not in challenge


def test_the_challenge_follows_the_public_address(db: None, settings: Settings) -> None:
    settings.PUBLIC_URL = "https://example.org/tools"
    challenge = send(application).headers["www-authenticate"]
    assert "https://example.org/.well-known/oauth-protected-resource/tools/mcp" in challenge


@pytest.mark.parametrize("credential", ["Bearer dk_unknown", "bearer  nonsense", "Bearer é\x00"])
def test_a_credential_that_is_no_good_is_an_invalid_token(db: None, credential: str) -> None:
    answer = ping(credential)
    assert answer.status == 401
    assert 'error="invalid_token"' in answer.headers["www-authenticate"]


@pytest.mark.parametrize("credential", ["", "Bearer", "Basic YTpi", "dk_bare"])
def test_what_is_no_bearer_is_no_credential(db: None, credential: str) -> None:
    answer = ping(credential)
    assert answer.status == 401
    assert "error=" not in answer.headers["www-authenticate"]


def test_a_revoked_key_is_refused_from_then_on(cast: Cast) -> None:
    key = cast.key_of("owner")
    assert ping(f"Bearer {key}").status == 200
    owner = cast.caller("owner")
    (row,) = cast.account.agent_keys.all()
    agent_key_revoke(key_id=row.pk, caller=owner)
    assert ping(f"Bearer {key}").status == 401


def test_an_expired_key_is_refused_from_then_on(cast: Cast) -> None:
    key = cast.key_of("owner", expires_at=timezone.now() + timedelta(hours=1))
    assert ping(f"Bearer {key}").status == 200
    with time_machine.travel(timezone.now() + timedelta(hours=2)):
        assert ping(f"Bearer {key}").status == 401


def test_a_session_cookie_counts_for_nothing(cast: Cast) -> None:
    client = cast.client("owner")
    cookies = "; ".join(f"{name}={cookie.value}" for name, cookie in client.cookies.items())
    assert cookies
    assert send(application, body=PING, cookie=cookies).status == 401


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT", "HEAD"])
def test_only_post_is_served(bearer: str, method: str) -> None:
    answer = send(application, method, authorization=bearer, accept="text/event-stream")
    assert (answer.status, answer.headers["allow"]) == (405, "POST")


def test_a_session_id_of_any_kind_is_served(bearer: str) -> None:
    assert ping(bearer, mcp_session_id="nothing-we-gave").status == 200


@pytest.mark.parametrize(
    "accept",
    ["application/json", "*/*", "application/*", "application/json, text/event-stream", "", "A/B,*/*;q=0.1"],
)
def test_any_accept_that_takes_json_is_served(bearer: str, accept: str) -> None:
    assert ping(bearer, accept=accept).status == 200


@pytest.mark.parametrize("accept", ["text/event-stream", "text/html"])
def test_an_accept_without_json_is_refused(bearer: str, accept: str) -> None:
    assert ping(bearer, accept=accept).status == 406


@pytest.mark.parametrize(
    "content_type", ["text/plain", "", "application/x-www-form-urlencoded", "application/jsonp"]
)
def test_a_body_that_is_not_json_is_refused(bearer: str, content_type: str) -> None:
    assert ping(bearer, content_type=content_type).status == 415


def test_a_charset_beside_the_content_type_is_fine(bearer: str) -> None:
    assert ping(bearer, content_type="Application/JSON; charset=utf-8").status == 200


def test_the_largest_legal_text_fits_however_it_is_escaped(bearer: str) -> None:
    arguments = {"document_id": "ldoc_x", "base_version": 1, "text": "\x01" * 512 * 1024}
    call = {**PING, "method": "tools/call", "params": {"name": "decisions_no_tool", "arguments": arguments}}
    body = json.dumps(call).encode()
    assert len(body) > 6 * 512 * 1024
    answer = send(application, body=body, authorization=bearer)
    assert (answer.status, answer.json["error"]["code"]) == (200, -32602)


def test_a_larger_message_is_refused(bearer: str, settings: Settings) -> None:
    body = b" " * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)
    answer = send(application, body=body, authorization=bearer)
    assert (answer.status, answer.json["error"]) == (413, "too_large")
    assert send(application, body=body[1:], authorization=bearer).status == 400


def test_a_body_without_length_is_read_where_its_end_is_marked(bearer: str, settings: Settings) -> None:
    marked = {"authorization": bearer, "content_length": "", "input_terminated": True}
    assert send(application, body=PING, **marked).json["result"] == {}
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 10
    assert send(application, body=PING, **marked).status == 413
    assert send(application, body=PING, authorization=bearer, content_length="").status == 400


def test_header_values_are_trimmed(bearer: str) -> None:
    assert ping(bearer, mcp_protocol_version=" 2025-11-25 ").status == 200


def test_a_foreign_host_is_refused_before_anything_else(db: None) -> None:
    answer = send(application, host="evil.example")
    assert (answer.status, "www-authenticate" in answer.headers) == (400, False)


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "null",
        "http://localhost.evil.example",
        "http://[",
        "https://decisions.example.evil",
    ],
)
def test_a_page_of_a_foreign_origin_is_refused(bearer: str, origin: str) -> None:
    answer = ping(bearer, origin=origin)
    assert (answer.status, answer.json["error"]) == (403, "forbidden")
    assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize(
    "origin",
    [
        "https://decisions.example",
        "http://localhost:6274",
        "http://127.0.0.1",
        "http://[::1]:1",
        "https://allowed",
    ],
)
def test_a_page_of_an_allowed_origin_reads_the_answer(bearer: str, origin: str, settings: Settings) -> None:
    settings.MCP_ORIGINS = ["https://allowed"]
    for answer in (ping(bearer, origin=origin), send(application, origin=origin)):
        assert answer.headers["access-control-allow-origin"] == origin
        assert "WWW-Authenticate" in answer.headers["access-control-expose-headers"]
        assert answer.headers["vary"] == "Origin"
        assert "access-control-allow-credentials" not in answer.headers


def test_a_preflight_needs_no_credential(db: None) -> None:
    answer = send(
        application, "OPTIONS", origin="http://localhost:6274", access_control_request_method="POST"
    )
    assert (answer.status, answer.body) == (204, b"")
    allowed = answer.headers["access-control-allow-headers"].lower().split(", ")
    assert {"authorization", "content-type", "mcp-protocol-version", "mcp-method", "mcp-name"} < set(allowed)
    assert "mcp-session-id" in allowed
    assert "POST" in answer.headers["access-control-allow-methods"]
    assert answer.headers["access-control-expose-headers"].startswith("WWW-Authenticate")


def test_a_fault_before_the_message_is_logged_and_not_told(
    db: None, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: Any) -> Any:
        raise RuntimeError("marker-4711")

    with caplog.at_level(logging.ERROR), connection.execute_wrapper(broken):
        answer = ping("Bearer dk_any")
    assert (answer.status, answer.json["error"]) == (500, "internal")
    assert b"marker-4711" not in answer.body
    assert "marker-4711" in caplog.text


def test_a_ping_costs_one_statement(bearer: str, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    # The first use of a key in a minute is also noted.
    ping(bearer)
    with django_assert_num_queries(1):
        ping(bearer)


def test_a_key_without_mcp_scopes_sees_no_tools(cast: Cast) -> None:
    key = cast.key_of("owner", scopes=[Scope.READ, Scope.WRITE])
    answer = send(application, body={**PING, "method": "tools/list"}, authorization=f"Bearer {key}")
    assert answer.json["result"]["tools"] == []


def listed_spaces(bearer: str) -> dict[str, Any]:
    call = {**PING, "method": "tools/call", "params": {"name": "decisions_list_spaces"}}
    result: dict[str, Any] = send(application, body=call, authorization=bearer).json["result"]
    return result


def test_calls_are_throttled_and_what_is_no_call_counts_for_nothing(bearer: str, settings: Settings) -> None:
    settings.DECISIONS_CALLS_A_MINUTE = {"read": 2, "write": 2, "visitor": 2}
    with time_machine.travel(timezone.now(), tick=False):
        for _ in range(3):
            assert ping(bearer).status == 200
            assert send(application, "GET", authorization=bearer).status == 405
        assert [listed_spaces(bearer)["isError"] for _ in range(3)] == [False, False, True]
        problem = json.loads(listed_spaces(bearer)["content"][0]["text"])
    assert problem["error"] == "throttled"
    assert problem["retry_after"] > 0


def test_discovery_and_handshake_work_in_either_order(bearer: str) -> None:
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    discover = {**PING, "method": "server/discover", "params": {"_meta": meta}}
    named = {"mcp_protocol_version": "2026-07-28", "mcp_method": "server/discover"}
    params = {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "t", "version": "1"},
    }
    initialize = {**PING, "method": "initialize", "params": params}
    for _ in range(2):
        found = send(application, body=discover, authorization=bearer, **named)
        assert "2026-07-28" in found.json["result"]["supportedVersions"]
        agreed = send(application, body=initialize, authorization=bearer)
        assert agreed.json["result"]["protocolVersion"] == "2025-06-18"
