"""System checks: every row of TOOLS is a tool that works and that clients take."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from django.core.checks import CheckMessage, Error

from mcp_bridge.schemas import UnknownField, input_schema, output_schema
from mcp_bridge.tool import Tool
from mcp_bridge.tools import TOOLS
from spaces.kernel.declarations import Operation

# Clients prefix names with the server's; 64 characters are the least that all of them take then.
_NAME = re.compile(r"[a-z0-9_]{1,40}")
# Several clients stop taking tools in at 40.
_MOST_TOOLS = 40
_DESCRIPTION_LIMIT = 400
_ARGUMENT_LIMIT = 120


def check_tools(tools: Sequence[Tool] = TOOLS, **_: Any) -> list[CheckMessage]:
    """An error for each thing wrong with a row, and for what is wrong with the rows together."""
    found = [*_faults_of_all(tools)]
    for tool in tools:
        found += [Error(problem, obj=tool.name, id=f"mcp_bridge.{code}") for code, problem in _faults(tool)]
    return found


def _faults_of_all(tools: Sequence[Tool]) -> Iterator[CheckMessage]:
    for name, times in Counter(tool.name for tool in tools).items():
        if times > 1:
            yield Error("The name is taken twice.", obj=name, id="mcp_bridge.E001")
    if len(tools) > _MOST_TOOLS:
        yield Error(f"{len(tools)} tools; {_MOST_TOOLS} is the most.", id="mcp_bridge.E002")


def _faults(tool: Tool) -> Iterator[tuple[str, str]]:
    if not _NAME.fullmatch(tool.name):
        yield "E003", "A name is at most 40 characters of a-z, 0-9 and _."
    if not tool.title or not 0 < len(tool.description) < _DESCRIPTION_LIMIT:
        yield "E004", f"A title, and a description under {_DESCRIPTION_LIMIT} characters, are needed."
    try:
        operation = tool.operation
    except (ImportError, AttributeError) as error:
        yield "E005", f"{tool.viewset}.{tool.action} is no operation: {error}"
        return
    yield from _faults_of_schemas(operation)


def _faults_of_schemas(operation: Operation) -> Iterator[tuple[str, str]]:
    try:
        arguments = input_schema(operation.tool_input)["properties"]
        output_schema(operation.output, paged=operation.paged)
    except UnknownField as error:
        yield "E006", str(error)
        return
    for name, schema in arguments.items():
        if not 0 < len(schema.get("description", "")) < _ARGUMENT_LIMIT:
            yield "E007", f"{name}: a help text under {_ARGUMENT_LIMIT} characters is needed."
