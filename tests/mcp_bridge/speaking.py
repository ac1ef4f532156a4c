"""What tests of the protocol speak with: one message in, its answer out, and a server of one thing each."""

import json
from collections.abc import Mapping
from typing import Any

import mcp_types as types

from mcp_bridge import protocol
from mcp_bridge.answers import Declined
from mcp_bridge.protocol import Answer
from mcp_bridge.wire import ENVELOPE_VERSIONS, shaped

MODERN = ENVELOPE_VERSIONS[0]
RESULT = b'{"content":[{"type":"text","text":"{}"}],"structuredContent":{},"isError":false}'


class OneTool:
    """A server whose one tool is `echo`, and what it was called with; of all else it has one too."""

    def __init__(self) -> None:
        self.calls: list[Mapping[str, Any]] = []

    def listed(self, version: str) -> bytes:
        tool = types.Tool(name="echo", input_schema={"type": "object", "additionalProperties": False})
        result = types.ListToolsResult(tools=[tool], ttl_ms=1, cache_scope="private")
        return shaped("tools/list", version, result)

    def called(self, name: str, arguments: Mapping[str, Any]) -> bytes | None:
        if name != "echo":
            return None
        self.calls.append(arguments)
        return RESULT

    def resources(self, cursor: str) -> types.ListResourcesResult:
        if cursor:
            raise declined("invalid_arguments")
        return types.ListResourcesResult(resources=[types.Resource(uri="a:b", name="b")], next_cursor="x")

    def templates(self) -> types.ListResourceTemplatesResult:
        return types.ListResourceTemplatesResult(
            resource_templates=[types.ResourceTemplate(uri_template="a:{b}", name="b")]
        )

    def resource(self, uri: str) -> types.ReadResourceResult:
        if uri != "a:b":
            raise declined(uri)
        return types.ReadResourceResult(contents=[types.TextResourceContents(uri=uri, text="é")])

    def prompts(self) -> types.ListPromptsResult:
        return types.ListPromptsResult(prompts=[types.Prompt(name="write")])

    def prompt(self, name: str, arguments: Mapping[str, str]) -> types.GetPromptResult | None:
        if arguments:
            raise declined(arguments["a"])
        said = types.PromptMessage(role="user", content=types.TextContent(text="Write."))
        return types.GetPromptResult(messages=[said]) if name == "write" else None

    def completed(self, params: types.CompleteRequestParams) -> types.CompleteResult:
        return types.CompleteResult(
            completion=types.Completion(values=[params.argument.value], has_more=False)
        )


def declined(code: str) -> Declined:
    return Declined({"error": code, "detail": "No.", "fix": "Stop.", "path": None, "issues": []})


def message(method: str, params: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": 1, "method": method, **({"params": params} if params else {}), **more}


def asked(sent: Any, version: str | None = None, **headers: str) -> tuple[Answer, Any]:
    """The answer to a message, in the envelope and with the headers that its version wants."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    if version:
        named.setdefault("mcp-protocol-version", version)
    if version == MODERN and isinstance(sent, dict) and "id" in sent:
        params = sent.setdefault("params", {})
        params["_meta"] = {
            types.PROTOCOL_VERSION_META_KEY: MODERN,
            types.CLIENT_CAPABILITIES_META_KEY: {},
        }
        named.setdefault("mcp-method", sent["method"])
        for field in {"name", "uri"} & set(params):
            named.setdefault("mcp-name", params[field])
    body = sent if isinstance(sent, bytes) else json.dumps(sent).encode()
    answer = protocol.answer(body, named, OneTool())
    return answer, json.loads(answer.body) if answer.body else None


def failed(sent: Any, version: str | None = None, **headers: str) -> tuple[int, int]:
    """The HTTP status and the error code of an answer."""
    answer, body = asked(sent, version, **headers)
    return answer.status, body["error"]["code"]


READING: list[tuple[str, dict[str, Any]]] = [
    ("resources/list", {}),
    ("resources/templates/list", {}),
    ("resources/read", {"uri": "a:b"}),
    ("prompts/list", {}),
    ("prompts/get", {"name": "write"}),
    (
        "completion/complete",
        {"ref": {"type": "ref/prompt", "name": "write"}, "argument": {"name": "a", "value": "b"}},
    ),
]
