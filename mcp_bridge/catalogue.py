"""Tools by name, and their listings, encoded once for each protocol version and set of scopes."""

from collections.abc import Iterable
from typing import Any

import mcp_types as types

from mcp_bridge.schemas import input_schema, output_schema
from mcp_bridge.tool import Tool
from mcp_bridge.wire import CACHE_MS, shaped
from spaces.domain.scopes import Scope


def described(tool: Tool) -> types.Tool:
    """A tool as the protocol lists it."""
    operation = tool.operation
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=input_schema(operation.tool_input),
        output_schema=output_schema(operation.output, paged=operation.paged),
        annotations=types.ToolAnnotations.model_validate(tool.hints),
    )


class Catalogue:
    """The tools of a server; listings are kept, at most one per version and set of tools covered."""

    def __init__(self, tools: Iterable[Tool]) -> None:
        self._tools = {tool.name: tool for tool in tools}
        self._listings: dict[tuple[Any, ...], bytes] = {}

    def find(self, name: str) -> Tool | None:
        return self._tools.get(name)

    def covered_by(self, scopes: frozenset[Scope]) -> list[Tool]:
        """The tools that a credential with these scopes may call, in the table's order."""
        return [tool for tool in self._tools.values() if tool.scopes <= scopes]

    def listing(self, version: str, scopes: frozenset[Scope]) -> bytes:
        """The result of `tools/list` for a credential with these scopes."""
        tools = self.covered_by(scopes)
        key = (version, *(tool.name for tool in tools))
        if key not in self._listings:
            result = types.ListToolsResult(
                tools=[described(tool) for tool in tools],
                ttl_ms=CACHE_MS,
                cache_scope="private",
            )
            self._listings[key] = shaped("tools/list", version, result)
        return self._listings[key]
