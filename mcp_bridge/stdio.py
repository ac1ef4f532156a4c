"""The MCP server over standard input and output, for a client that starts it on the same machine."""

import json
from collections.abc import Mapping
from typing import Any

import anyio
import anyio.to_thread
import mcp_types as types
from anyio.abc import ObjectSendStream
from django.conf import settings
from django.db import close_old_connections
from django.utils import timezone, translation
from mcp.server.stdio import stdio_server
from mcp.shared.inbound import (
    MCP_METHOD_HEADER,
    MCP_NAME_HEADER,
    MCP_PROTOCOL_VERSION_HEADER,
    NAME_BEARING_METHODS,
    encode_header_value,
)
from mcp.shared.message import SessionMessage

from mcp_bridge import protocol
from mcp_bridge.answers import REFUSED
from mcp_bridge.catalogue import Catalogue
from mcp_bridge.offer import Offer
from spaces.services.credentials import caller_for_agent_key

# One client: a call that waits for a person leaves room for the others it makes meanwhile.
_AT_ONCE = 4


class StdioServer:
    """The same server as at `/mcp`, for the agent whose key it was started with."""

    def __init__(self, catalogue: Catalogue, key: str) -> None:
        self._catalogue = catalogue
        self._key = key
        # Here the client names its version once, in the handshake, and not with each message.
        self._agreed: str | None = None

    async def serve(self) -> None:
        """Answer messages until standard input ends. Each is judged with the rights the key has by then."""
        threads = anyio.CapacityLimiter(_AT_ONCE)
        # Left inside out: the calls end, then no more answers come, then the server has written them all.
        async with stdio_server() as (messages, answers), answers, anyio.create_task_group() as calls:
            async for message in messages:
                if isinstance(message, Exception):
                    await answers.send(_error(None, types.PARSE_ERROR, "The line is no JSON-RPC message"))
                    continue
                sent = message.message.model_dump(by_alias=True, mode="json", exclude_unset=True)
                if sent.get("method") == "initialize":
                    # What follows is shaped by what is agreed on here.
                    await self._reply(sent, answers, threads)
                else:
                    calls.start_soon(self._reply, sent, answers, threads)

    async def _reply(
        self,
        sent: dict[str, Any],
        answers: ObjectSendStream[SessionMessage],
        threads: anyio.CapacityLimiter,
    ) -> None:
        body = await anyio.to_thread.run_sync(self._answer, sent, limiter=threads)
        if not body:
            return
        answer = types.jsonrpc_message_adapter.validate_json(body)
        if sent.get("method") == "initialize" and isinstance(answer, types.JSONRPCResponse):
            self._agreed = answer.result["protocolVersion"]
        await answers.send(SessionMessage(answer))

    def _answer(self, sent: dict[str, Any]) -> bytes:
        close_old_connections()
        try:
            with translation.override(settings.LANGUAGE_CODE), timezone.override(None):
                caller = caller_for_agent_key(self._key)
                if caller is None:
                    return _unauthenticated(sent)
                offer = Offer(self._catalogue, caller)
                return protocol.answer(json.dumps(sent).encode(), self._headers(sent), offer).body
        finally:
            close_old_connections()

    def _headers(self, sent: Mapping[str, Any]) -> dict[str, str]:
        """What the message would carry as headers by HTTP: there both have to agree, here there is one of them."""
        params = sent.get("params") or {}
        meta = params.get("_meta") or {}
        if types.PROTOCOL_VERSION_META_KEY not in meta:
            return {MCP_PROTOCOL_VERSION_HEADER: self._agreed} if self._agreed else {}
        method = str(sent.get("method"))
        headers = {
            MCP_PROTOCOL_VERSION_HEADER: str(meta[types.PROTOCOL_VERSION_META_KEY]),
            MCP_METHOD_HEADER: method,
        }
        if (named := NAME_BEARING_METHODS.get(method)) and isinstance(params.get(named), str):
            headers[MCP_NAME_HEADER] = encode_header_value(params[named])
        return headers


def _unauthenticated(sent: Mapping[str, Any]) -> bytes:
    if "id" not in sent or "method" not in sent:
        return b""
    told = "The agent key is unknown, expired or revoked."
    return _error(sent["id"], REFUSED, told).message.model_dump_json(by_alias=True).encode()


def _error(request_id: types.RequestId | None, code: int, told: str) -> SessionMessage:
    error = types.ErrorData(code=code, message=told)
    return SessionMessage(types.JSONRPCError(jsonrpc="2.0", id=request_id, error=error))
