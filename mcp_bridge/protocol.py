"""The Model Context Protocol, bytes in and bytes out: no web server, no Django, no database.

The rules are the `mcp` package's: its models, its shapes for each version, its ladder of checks for
2026-07-28 requests. Stateless: a request is judged by itself, and `initialize` leaves nothing behind.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

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

from mcp_bridge.answers import ANSWERS, Served, Write
from mcp_bridge.instructions import INSTRUCTIONS
from mcp_bridge.wire import CACHE_MS, ENVELOPE_VERSIONS, HANDSHAKE_VERSIONS, SERVER, VERSIONS, shaped

# Clients name their version from 2025-06-18 on; the specification reads silence as the one before.
_UNNAMED_VERSION = "2025-03-26"

# Stateless: nobody is told of a change, and nothing can be subscribed to.
_CAPABILITIES = types.ServerCapabilities(
    tools=types.ToolsCapability(list_changed=False),
    resources=types.ResourcesCapability(list_changed=False, subscribe=False),
    prompts=types.PromptsCapability(list_changed=False),
    completions=types.CompletionsCapability(),
)

_NOTIFICATION: TypeAdapter[Any] = TypeAdapter(types.JSONRPCNotification)


@dataclass(frozen=True)
class Answer:
    """What goes back: an HTTP status, and a JSON-RPC message or nothing."""

    status: int
    body: bytes = b""


def answer(body: bytes, headers: Mapping[str, str], served: Served) -> Answer:
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
        result = _result_of(request, version, served)
    except MCPError as refusal:
        # Handshake clients take any other status than 200 for a broken transport.
        by_code = ERROR_CODE_HTTP_STATUS if version in ENVELOPE_VERSIONS else {}
        return _failed(request.id, refusal, status=by_code.get(refusal.code, 200))
    head = f'{{"jsonrpc":"2.0","id":{json.dumps(request.id)},"result":'.encode()
    return Answer(200, head + result + b"}")


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


def _result_of(request: types.JSONRPCRequest, version: str, served: Served) -> bytes:
    method = _METHODS.get(request.method)
    if method is None:
        raise MCPError(types.METHOD_NOT_FOUND, "Method not found", request.method)
    try:
        methods.validate_client_request(request.method, version, request.params)
    except KeyError:
        raise MCPError(types.METHOD_NOT_FOUND, "Method not found", request.method) from None
    except ValidationError as error:
        raise MCPError(types.INVALID_PARAMS, "Invalid request parameters", _paths_in(error)) from None
    return method(request.params or {}, version, served)


def _paths_in(error: ValidationError) -> list[str]:
    """Where parameters are wrong; never pydantic's text, which repeats what was sent."""
    return sorted({".".join(str(part) for part in issue["loc"]) for issue in error.errors()})


def _initialize(params: Mapping[str, Any], version: str, served: Served) -> bytes:
    asked = params["protocolVersion"]
    agreed = asked if asked in HANDSHAKE_VERSIONS else HANDSHAKE_VERSIONS[-1]
    result = types.InitializeResult(
        protocol_version=agreed, capabilities=_CAPABILITIES, server_info=SERVER, instructions=INSTRUCTIONS
    )
    return shaped("initialize", agreed, result)


def _ping(params: Mapping[str, Any], version: str, served: Served) -> bytes:
    return shaped("ping", version, types.EmptyResult())


def _discover(params: Mapping[str, Any], version: str, served: Served) -> bytes:
    result = types.DiscoverResult(
        supported_versions=list(VERSIONS),
        capabilities=_CAPABILITIES,
        instructions=INSTRUCTIONS,
        ttl_ms=CACHE_MS,
        cache_scope="public",
    )
    return shaped("server/discover", version, result)


_METHODS: Mapping[str, Write] = {
    "initialize": _initialize,
    "ping": _ping,
    "server/discover": _discover,
    **ANSWERS,
}
