"""The protocol as bytes: no server, no database."""

import json
import tomllib
from pathlib import Path
from typing import Any

import mcp_types as types
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp_types import methods
from mcp_types.version import KNOWN_PROTOCOL_VERSIONS

from mcp_bridge import protocol
from mcp_bridge.protocol import Answer
from mcp_bridge.wire import HANDSHAKE_VERSIONS, SERVER_VERSION, VERSIONS
from tests.mcp_bridge.speaking import MODERN, READING, OneTool, asked, failed, message

CAPABILITIES = {
    "tools": {"listChanged": False},
    "resources": {"listChanged": False, "subscribe": False},
    "prompts": {"listChanged": False},
    "completions": {},
}


def test_the_versions_served_are_released_ones() -> None:
    assert set(VERSIONS) < set(KNOWN_PROTOCOL_VERSIONS)


def test_the_server_tells_the_version_of_the_project() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]
    assert project["version"] == SERVER_VERSION


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"\xff", b'{"id":NaN}', b"[" * 100_000, b"9" * 5_000, '{"id":1}'.encode("utf-16")],
    ids=["empty", "cut", "not utf-8", "NaN", "deep", "huge number", "utf-16"],
)
def test_what_is_not_json_is_a_parse_error(body: bytes) -> None:
    assert failed(body) == (400, types.PARSE_ERROR)


@pytest.mark.parametrize("version", [None, *VERSIONS])
def test_a_batch_is_refused_on_every_version(version: str | None) -> None:
    assert failed([message("ping"), message("ping")], version) == (400, types.INVALID_REQUEST)


@pytest.mark.parametrize(
    "sent",
    [
        3,
        {},
        message("ping", id=1.5),
        message("ping", id=None),
        message("ping", jsonrpc="1.0"),
        {**message("ping"), "params": []},
        {"jsonrpc": "2.0", "id": 1},
    ],
    ids=str,
)
def test_what_is_not_one_message_is_an_invalid_request(sent: Any) -> None:
    assert failed(sent) == (400, types.INVALID_REQUEST)


@pytest.mark.parametrize("version", [None, *VERSIONS])
def test_a_notification_is_accepted_and_answered_with_nothing(version: str | None) -> None:
    answer, _ = asked({"jsonrpc": "2.0", "method": "notifications/initialized"}, version)
    assert answer == Answer(202, b"")


@pytest.mark.parametrize("version", HANDSHAKE_VERSIONS)
def test_a_response_is_accepted_on_the_versions_that_have_any(version: str) -> None:
    answer, _ = asked({"jsonrpc": "2.0", "id": 1, "result": {}}, version)
    assert answer == Answer(202, b"")


def test_a_response_is_refused_where_clients_must_not_send_any() -> None:
    answer = protocol.answer(
        b'{"jsonrpc":"2.0","id":1,"result":{}}', {"mcp-protocol-version": MODERN}, OneTool()
    )
    assert answer.status == 400
    assert json.loads(answer.body)["error"]["code"] == types.INVALID_REQUEST


@pytest.mark.parametrize(
    ("asked_for", "agreed"),
    [
        *((version, version) for version in HANDSHAKE_VERSIONS),
        ("2024-11-05", "2025-11-25"),
        (MODERN, "2025-11-25"),
    ],
)
def test_initialize_agrees_on_the_version_asked_for_or_the_newest(asked_for: str, agreed: str) -> None:
    params = {"protocolVersion": asked_for, "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    answer, body = asked(message("initialize", params))
    assert answer.status == 200
    methods.validate_server_result("initialize", agreed, body["result"])
    assert body["result"]["protocolVersion"] == agreed
    assert body["result"]["capabilities"] == CAPABILITIES
    assert "base_version" in body["result"]["instructions"]


def test_discover_names_every_version_and_how_long_it_may_be_kept() -> None:
    _, body = asked(message("server/discover"), MODERN)
    result = body["result"]
    methods.validate_server_result("server/discover", MODERN, result)
    assert result["supportedVersions"] == list(VERSIONS)
    assert result["capabilities"] == CAPABILITIES
    assert (result["resultType"], result["cacheScope"]) == ("complete", "public")
    assert result["ttlMs"] > 0
    assert result["_meta"][types.SERVER_INFO_META_KEY]["name"] == "decisions"


@pytest.mark.parametrize("version", HANDSHAKE_VERSIONS)
def test_a_ping_is_answered_with_an_empty_object(version: str) -> None:
    assert asked(message("ping", id="a"), version)[1] == {"jsonrpc": "2.0", "id": "a", "result": {}}


@pytest.mark.parametrize(
    ("method", "version"),
    [
        ("no/such", "2025-11-25"),
        ("\ud800", "2025-11-25"),
        ("resources/subscribe", "2025-11-25"),
        ("tasks/list", "2025-11-25"),
        ("resources/unsubscribe", "2025-06-18"),
        ("logging/setLevel", "2025-03-26"),
        ("server/discover", "2025-11-25"),
    ],
)
def test_a_method_that_is_not_served_is_not_found(method: str, version: str) -> None:
    assert failed(message(method), version) == (200, types.METHOD_NOT_FOUND)


@pytest.mark.parametrize(
    "method", ["no/such", "resources/subscribe", "subscriptions/listen", "ping", "initialize"]
)
def test_with_an_envelope_a_method_that_is_not_served_is_a_404_too(method: str) -> None:
    assert failed(message(method), MODERN) == (404, types.METHOD_NOT_FOUND)


@pytest.mark.parametrize("version", ["2024-11-05", "2099-01-01", "zzz", ""])
def test_an_unknown_version_is_told_which_there_are(version: str) -> None:
    for sent in (message("ping"), {"jsonrpc": "2.0", "method": "notifications/initialized"}):
        answer, body = asked(sent, mcp_protocol_version=version)
        assert (answer.status, body["error"]["code"]) == (400, types.UNSUPPORTED_PROTOCOL_VERSION)
        assert body["error"]["data"] == {"supported": list(VERSIONS), "requested": version}


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({"mcp_protocol_version": "2025-11-25"}, types.HEADER_MISMATCH),
        ({"mcp_method": "tools/list"}, types.HEADER_MISMATCH),
        ({"mcp_name": "other"}, types.HEADER_MISMATCH),
        ({"mcp_name": "=?base64?!?="}, types.HEADER_MISMATCH),
    ],
)
def test_headers_that_contradict_the_body_are_refused(headers: dict[str, str], code: int) -> None:
    assert failed(message("tools/call", {"name": "echo"}), MODERN, **headers) == (400, code)


def test_an_envelope_without_its_headers_is_refused() -> None:
    sent = message("tools/list", {"_meta": {types.PROTOCOL_VERSION_META_KEY: MODERN}})
    assert failed(sent) == (400, types.INVALID_PARAMS)
    sent["params"]["_meta"][types.CLIENT_CAPABILITIES_META_KEY] = {}
    assert failed(sent) == (400, types.HEADER_MISMATCH)


def test_headers_without_an_envelope_are_refused() -> None:
    assert failed(message("tools/list"), mcp_protocol_version=MODERN) == (400, types.INVALID_PARAMS)


@pytest.mark.parametrize("version", VERSIONS)
def test_a_listing_has_the_shape_of_its_version(version: str) -> None:
    _, body = asked(message("tools/list"), version)
    methods.validate_server_result("tools/list", version, body["result"])
    assert body["result"]["tools"][0]["inputSchema"]["additionalProperties"] is False
    assert ("ttlMs" in body["result"]) is (version == MODERN)


@pytest.mark.parametrize("version", VERSIONS)
def test_a_call_has_the_shape_of_its_version(version: str) -> None:
    _, body = asked(message("tools/call", {"name": "echo", "arguments": {"a": 1}}), version)
    methods.validate_server_result("tools/call", version, body["result"])
    assert body["result"]["structuredContent"] == {}
    assert ("resultType" in body["result"]) is (version == MODERN)


def test_arguments_arrive_as_sent_and_none_are_an_empty_object() -> None:
    tools = OneTool()
    for params in ({"name": "echo", "arguments": {"a": [1.0, None, "é"]}}, {"name": "echo"}):
        protocol.answer(json.dumps(message("tools/call", params)).encode(), {}, tools)
    assert tools.calls == [{"a": [1.0, None, "é"]}, {}]


@pytest.mark.parametrize(("version", "status"), [("2025-11-25", 200), (MODERN, 400)])
def test_an_unknown_tool_is_a_protocol_error(version: str, status: int) -> None:
    assert failed(message("tools/call", {"name": "nothing"}), version) == (status, types.INVALID_PARAMS)


def test_parameters_of_a_wrong_form_are_told_by_path_and_never_repeated() -> None:
    answer, body = asked(message("tools/call", {"name": "echo", "arguments": ["marker"]}))
    assert (answer.status, body["error"]["code"]) == (200, types.INVALID_PARAMS)
    assert body["error"]["data"] == ["params.arguments"]
    assert b"marker" not in answer.body


JSON = st.recursive(
    st.none() | st.booleans() | st.floats(allow_nan=False, allow_infinity=False) | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
METHODS = ["initialize", "ping", "tools/list", "tools/call", "server/discover", *(ask[0] for ask in READING)]
PARAMS = dict.fromkeys(["name", "arguments", "_meta", "protocolVersion", "cursor", "uri", "ref"], JSON)
MESSAGES = st.fixed_dictionaries(
    {},
    optional={
        "jsonrpc": st.just("2.0") | JSON,
        "id": st.integers() | JSON,
        "method": st.sampled_from(METHODS) | JSON,
        "params": st.fixed_dictionaries({}, optional=PARAMS) | JSON,
    },
)


@given(sent=MESSAGES | JSON, version=st.sampled_from([*VERSIONS, "2099-01-01"]))
def test_any_json_has_an_answer_in_the_protocol(sent: Any, version: str) -> None:
    body = json.dumps(sent).encode()
    answer = protocol.answer(body, {"mcp-protocol-version": version, "mcp-method": "tools/call"}, OneTool())
    assert answer.status in {200, 202, 400, 404}
    if answer.status != 202:
        told = json.loads(answer.body)
        assert told["jsonrpc"] == "2.0"
        assert ("result" in told) != ("error" in told)
