"""What each method of the protocol answers, from what a caller is served: tools, resources and prompts."""

import json
from collections.abc import Callable, Mapping
from typing import Any, Protocol

import mcp_types as types
from mcp.shared.exceptions import MCPError

from mcp_bridge.wire import ENVELOPE_VERSIONS, STAMP, shaped

# The code for it until 2025-11-25; since then it is an invalid parameter like any other.
RESOURCE_NOT_FOUND = -32002
# Throttled, or a scope is missing: of the band that is left to implementations, whose first codes are the SDK's.
REFUSED = -32010


class Declined(Exception):
    """What a caller may not have, as the problem body that every surface shows."""

    def __init__(self, problem: Mapping[str, Any]) -> None:
        super().__init__(problem["detail"])
        self.problem = problem


class Served(Protocol):
    """What the server is to one caller. What is declined is raised as Declined."""

    def listed(self, version: str) -> bytes:
        """The result of `tools/list`, as JSON."""

    def called(self, name: str, arguments: Mapping[str, Any]) -> bytes | None:
        """The result of `tools/call`, as JSON; None when no tool has this name."""

    def resources(self, cursor: str) -> types.ListResourcesResult:
        """A page of what there is to read."""

    def templates(self) -> types.ListResourceTemplatesResult:
        """The forms of the addresses that can be read."""

    def resource(self, uri: str) -> types.ReadResourceResult:
        """What is at an address."""

    def prompts(self) -> types.ListPromptsResult:
        """The prompts, with their arguments."""

    def prompt(self, name: str, arguments: Mapping[str, str]) -> types.GetPromptResult | None:
        """A prompt, written with these arguments; None when none has this name."""

    def completed(self, params: types.CompleteRequestParams) -> types.CompleteResult:
        """How an argument's value may go on."""


Write = Callable[[Mapping[str, Any], str, Served], bytes]


def _list_tools(params: Mapping[str, Any], version: str, served: Served) -> bytes:
    _require_no_cursor(params, "tools")
    return served.listed(version)


def _call_tool(params: Mapping[str, Any], version: str, served: Served) -> bytes:
    result = served.called(params["name"], params.get("arguments") or {})
    if result is None:
        raise MCPError(types.INVALID_PARAMS, f"Unknown tool: {params['name'][:80]}")
    if version not in ENVELOPE_VERSIONS:
        return result
    # The result is spliced, not decoded and encoded again: a document may be half a megabyte.
    tail = json.dumps({"resultType": "complete", "_meta": STAMP}, separators=(",", ":"))
    return result[:-1] + b"," + tail[1:].encode()


def _list_resources(params: Mapping[str, Any], version: str, served: Served) -> bytes:
    return shaped("resources/list", version, _had(served.resources, params.get("cursor") or ""))


def _list_templates(params: Mapping[str, Any], version: str, served: Served) -> bytes:
    _require_no_cursor(params, "templates")
    return shaped("resources/templates/list", version, served.templates())


def _read_resource(params: Mapping[str, Any], version: str, served: Served) -> bytes:
    uri = params["uri"]
    try:
        result = served.resource(uri)
    except Declined as declined:
        if declined.problem["error"] != "not_found":
            raise _error_of(declined) from None
        code = types.INVALID_PARAMS if version in ENVELOPE_VERSIONS else RESOURCE_NOT_FOUND
        raise MCPError(code, "Resource not found", {"uri": uri}) from None
    return shaped("resources/read", version, result)


def _list_prompts(params: Mapping[str, Any], version: str, served: Served) -> bytes:
    _require_no_cursor(params, "prompts")
    return shaped("prompts/list", version, served.prompts())


def _get_prompt(params: Mapping[str, Any], version: str, served: Served) -> bytes:
    result = _had(served.prompt, params["name"], params.get("arguments") or {})
    if result is None:
        raise MCPError(types.INVALID_PARAMS, f"Unknown prompt: {params['name'][:80]}")
    return shaped("prompts/get", version, result)


def _complete(params: Mapping[str, Any], version: str, served: Served) -> bytes:
    asked = types.CompleteRequestParams.model_validate(params, by_name=False)
    return shaped("completion/complete", version, _had(served.completed, asked))


def _require_no_cursor(params: Mapping[str, Any], what: str) -> None:
    if params.get("cursor"):
        raise MCPError(types.INVALID_PARAMS, f"The {what} are one page; no cursor was given", ["cursor"])


def _had(serve: Callable[..., Any], *asked: Any) -> Any:
    """What is served; an error of the protocol where it is declined."""
    try:
        return serve(*asked)
    except Declined as declined:
        raise _error_of(declined) from None


_CODES = {
    "invalid_arguments": types.INVALID_PARAMS,
    "not_found": types.INVALID_PARAMS,
    "internal": types.INTERNAL_ERROR,
}


def _error_of(declined: Declined) -> MCPError:
    problem = dict(declined.problem)
    return MCPError(_CODES.get(problem["error"], REFUSED), problem["detail"], problem)


ANSWERS: Mapping[str, Write] = {
    "tools/list": _list_tools,
    "tools/call": _call_tool,
    "resources/list": _list_resources,
    "resources/templates/list": _list_templates,
    "resources/read": _read_resource,
    "prompts/list": _list_prompts,
    "prompts/get": _get_prompt,
    "completion/complete": _complete,
}
