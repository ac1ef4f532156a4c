"""The Model Context Protocol, bytes in and bytes out: no web server, no Django, no database.

The rules are the `mcp` package's: its models, its shapes for each version, its ladder of checks for
2026-07-28 requests. Stateless: a request is judged by itself, and `initialize` leaves nothing behind.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import mcp_types as types
from mcp.shared.exceptions import MCPError
from mcp.shared.inbound import (
    ERROR_CODE_HTTP_STATUS,
    MCP_PROTOCOL_VERSION_HEADER,
    InboundLadderRejection,
    classify_inbound_request,
    unsupported_protocol_version_rejection,
)
from mcp_types import methods
from pydantic import TypeAdapter, ValidationError

from mcp_bridge.instructions import INSTRUCTIONS

HANDSHAKE_VERSIONS = ("2025-03-26", "2025-06-18", "2025-11-25")
ENVELOPE_VERSIONS = ("2026-07-28",)
VERSIONS = HANDSHAKE_VERSIONS + ENVELOPE_VERSIONS

# Clients name their version from 2025-06-18 on; the specification reads silence as the one before.
_UNNAMED_VERSION = "2025-03-26"

SERVER_VERSION = "0.1.0"
_SERVER = types.Implementation(name="decisions", title="Decisions", version=SERVER_VERSION)
_CAPABILITIES = types.ServerCapabilities(tools=types.ToolsCapability(list_changed=False))

# What clients may keep changes with a release of this service only.
CACHE_MS = 300_000

_NOTIFICATION: TypeAdapter[Any] = TypeAdapter(types.JSONRPCNotification)
_STAMP = {
    types.SERVER_INFO_META_KEY: _SERVER.model_dump(by_alias=True, mode="json", exclude_none=True),
}


@dataclass(frozen=True)
class Answer:
    """What goes back: an HTTP status, and a JSON-RPC message or nothing."""

    status: int
    body: bytes = b""


class Tools(Protocol):
    """The tools as one caller has them."""

    def listed(self, version: str) -> bytes:
        """The result of `tools/list`, as JSON."""

    def called(self, name: str, arguments: Mapping[str, Any]) -> bytes | None:
        """The result of `tools/call`, as JSON; None when no tool has this name."""


def answer(body: bytes, headers: Mapping[str, str], tools: Tools) -> Answer:
    """The answer to one message; `headers` are keyed by lower-case name."""
    try:
        message = json.loads(body.decode(), parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        # Also integers of thousands of digits and nesting without end.
        return _failed(None, MCPError(types.PARSE_ERROR, "The body is not JSON in UTF-8"), status=400)
    named = headers.get(MCP_PROTOCOL_VERSION_HEADER, _UNNAMED_VERSION)
    if isinstance(message, dict) and ("id" not in message or "method" not in message):
        return _acknowledged(message, named)
    try:
        request = types.JSONRPCRequest.model_validate(message)
    except ValidationError:
        return _failed(None, _not_one_message(), status=400)
    try:
        version = _version_of(request, message, named, headers)
    except MCPError as refusal:
        return _failed(request.id, refusal, status=ERROR_CODE_HTTP_STATUS.get(refusal.code, 400))
    try:
        result = _result_of(request, version, tools)
    except MCPError as refusal:
        # Handshake clients take any other status than 200 for a broken transport.
        by_code = ERROR_CODE_HTTP_STATUS if version in ENVELOPE_VERSIONS else {}
        return _failed(request.id, refusal, status=by_code.get(refusal.code, 200))
    head = f'{{"jsonrpc":"2.0","id":{json.dumps(request.id)},"result":'.encode()
    return Answer(200, head + result + b"}")


def shaped(method: str, version: str, result: types.Result) -> bytes:
    """A result as the JSON its version prescribes: fields of other versions left out, the server named."""
    dumped = result.model_dump(by_alias=True, mode="json", exclude_none=True)
    wire = methods.serialize_server_result(method, version, dumped)
    if version in ENVELOPE_VERSIONS:
        wire["_meta"] = _STAMP
    return json.dumps(wire, ensure_ascii=False, separators=(",", ":")).encode()


def _refuse_constant(word: str) -> None:
    raise ValueError(f"{word} is not JSON")


def _not_one_message() -> MCPError:
    # Batches: 2025-03-26 alone knew them, later versions forbid them, and the package serves them on none.
    return MCPError(types.INVALID_REQUEST, "The body must be one JSON-RPC request or notification")


def _failed(request_id: types.RequestId | None, refusal: MCPError, *, status: int) -> Answer:
    error = refusal.error.model_dump(mode="json", exclude_none=True)
    return Answer(status, json.dumps({"jsonrpc": "2.0", "id": request_id, "error": error}).encode())


def _acknowledged(message: dict[str, Any], version: str) -> Answer:
    """202 for a notification, and for a response on the versions that have any; nothing acts on either."""
    if unsupported := unsupported_protocol_version_rejection(version, VERSIONS):
        return _failed(None, _refused(unsupported), status=400)
    known: TypeAdapter[Any] = (
        types.jsonrpc_message_adapter if version in HANDSHAKE_VERSIONS else _NOTIFICATION
    )
    try:
        known.validate_python(message)
    except ValidationError:
        return _failed(None, _not_one_message(), status=400)
    return Answer(202)


def _refused(rejection: InboundLadderRejection) -> MCPError:
    return MCPError(rejection.code, rejection.message, rejection.data)


def _version_of(
    request: types.JSONRPCRequest, message: dict[str, Any], named: str, headers: Mapping[str, str]
) -> str:
    """The version a request is made in; MCPError when it contradicts itself or names one not served."""
    meta = (request.params or {}).get("_meta")
    enveloped = isinstance(meta, Mapping) and types.PROTOCOL_VERSION_META_KEY in meta
    if named not in ENVELOPE_VERSIONS and (not enveloped or request.method == "initialize"):
        if unsupported := unsupported_protocol_version_rejection(named, VERSIONS):
            raise _refused(unsupported)
        return named
    route = classify_inbound_request(message, headers=headers, supported_modern_versions=ENVELOPE_VERSIONS)
    if isinstance(route, InboundLadderRejection):
        raise _refused(route)
    return route.protocol_version


def _result_of(request: types.JSONRPCRequest, version: str, tools: Tools) -> bytes:
    method = _METHODS.get(request.method)
    if method is None:
        raise MCPError(types.METHOD_NOT_FOUND, "Method not found", request.method)
    try:
        methods.validate_client_request(request.method, version, request.params)
    except KeyError:
        raise MCPError(types.METHOD_NOT_FOUND, "Method not found", request.method) from None
    except ValidationError as error:
        raise MCPError(types.INVALID_PARAMS, "Invalid request parameters", _paths_in(error)) from None
    return method(request.params or {}, version, tools)


def _paths_in(error: ValidationError) -> list[str]:
    """Where parameters are wrong; never pydantic's text, which repeats what was sent."""
    return sorted({".".join(str(part) for part in issue["loc"]) for issue in error.errors()})


def _initialize(params: Mapping[str, Any], version: str, tools: Tools) -> bytes:
    asked = params["protocolVersion"]
    agreed = asked if asked in HANDSHAKE_VERSIONS else HANDSHAKE_VERSIONS[-1]
    result = types.InitializeResult(
        protocol_version=agreed, capabilities=_CAPABILITIES, server_info=_SERVER, instructions=INSTRUCTIONS
    )
    return shaped("initialize", agreed, result)


def _ping(params: Mapping[str, Any], version: str, tools: Tools) -> bytes:
    return shaped("ping", version, types.EmptyResult())


def _discover(params: Mapping[str, Any], version: str, tools: Tools) -> bytes:
    result = types.DiscoverResult(
        supported_versions=list(VERSIONS),
        capabilities=_CAPABILITIES,
        instructions=INSTRUCTIONS,
        ttl_ms=CACHE_MS,
        cache_scope="public",
    )
    return shaped("server/discover", version, result)


def _list_tools(params: Mapping[str, Any], version: str, tools: Tools) -> bytes:
    if params.get("cursor"):
        raise MCPError(types.INVALID_PARAMS, "The tools are one page; no cursor was given", ["cursor"])
    return tools.listed(version)


def _call_tool(params: Mapping[str, Any], version: str, tools: Tools) -> bytes:
    result = tools.called(params["name"], params.get("arguments") or {})
    if result is None:
        raise MCPError(types.INVALID_PARAMS, f"Unknown tool: {params['name'][:80]}")
    if version not in ENVELOPE_VERSIONS:
        return result
    # The result is spliced, not decoded and encoded again: a document may be half a megabyte.
    tail = json.dumps({"resultType": "complete", "_meta": _STAMP}, separators=(",", ":"))
    return result[:-1] + b"," + tail[1:].encode()


_METHODS: Mapping[str, Callable[[Mapping[str, Any], str, Tools], bytes]] = {
    "initialize": _initialize,
    "ping": _ping,
    "server/discover": _discover,
    "tools/list": _list_tools,
    "tools/call": _call_tool,
}
