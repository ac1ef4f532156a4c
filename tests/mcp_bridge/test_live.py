"""The service over HTTP, through the official Python client."""

from typing import Any

import anyio
import mcp_types as types
import pytest
from mcp.shared.exceptions import MCPError

from mcp_bridge.tools import TOOLS
from spaces.domain.scopes import Scope
from tests.conftest import Cast
from tests.mcp_bridge.calling import LiveMcp, content_of, problem_in

READING = (Scope.MCP_READ, Scope.READ)
# They read GitHub.
OPEN_WORLD = {"decisions_link_pull_request", "decisions_unlink_pull_request"}
READERS = {tool.name for tool in TOOLS if not tool.operation.writes}
MODES = pytest.mark.parametrize("mode", ["legacy", "auto"])


def refused_with(code: int) -> pytest.RaisesGroup[MCPError]:
    # The client's task groups wrap what went wrong in groups of groups.
    refused = pytest.RaisesExc(MCPError, check=lambda error: error.code == code)
    return pytest.RaisesGroup(refused, flatten_subgroups=True)


def listed(live_mcp: LiveMcp, key: str, mode: str) -> list[types.Tool]:
    async def run() -> list[types.Tool]:
        async with live_mcp.client(key, mode=mode) as client:
            return (await client.list_tools()).tools

    return anyio.run(run)


@pytest.mark.parametrize(("mode", "version"), [("legacy", "2025-11-25"), ("auto", "2026-07-28")])
def test_a_client_connects_and_is_taught_the_habits(
    live_mcp: LiveMcp, cast: Cast, mode: str, version: str
) -> None:
    async def run(key: str) -> tuple[Any, ...]:
        async with live_mcp.client(key, mode=mode) as client:
            return client.protocol_version, client.server_info, client.instructions

    agreed, server, instructions = anyio.run(run, cast.key_of("owner"))
    assert (agreed, server.name) == (version, "decisions")
    assert "base_version" in instructions


@MODES
def test_a_client_lists_every_tool_with_its_hints(live_mcp: LiveMcp, cast: Cast, mode: str) -> None:
    tools = listed(live_mcp, cast.key_of("owner"), mode)
    assert [tool.name for tool in tools] == [tool.name for tool in TOOLS]
    for tool in tools:
        assert tool.title
        assert tool.annotations is not None
        assert tool.annotations.read_only_hint is (tool.name in READERS)
        assert tool.annotations.destructive_hint is False
        assert tool.annotations.open_world_hint is (tool.name in OPEN_WORLD)
        assert tool.annotations.idempotent_hint is not None


@MODES
def test_a_key_that_may_only_read_is_shown_the_tools_that_read(
    live_mcp: LiveMcp, cast: Cast, mode: str
) -> None:
    assert {tool.name for tool in listed(live_mcp, cast.key_of("owner", scopes=READING), mode)} == READERS


@MODES
def test_a_space_is_made_read_and_listed(live_mcp: LiveMcp, cast: Cast, mode: str) -> None:
    async def run(key: str) -> tuple[dict[str, Any], ...]:
        async with live_mcp.client(key, mode=mode) as client:
            made = content_of(await client.call_tool("decisions_create_space", {"name": "Platform é"}))
            named = {"space_id": made["space_id"]}
            read = content_of(await client.call_tool("decisions_get_space", named))
            settings = content_of(await client.call_tool("decisions_get_settings", named))
            page = content_of(await client.call_tool("decisions_list_spaces"))
            return made, read, settings, page

    made, read, settings, page = anyio.run(run, cast.key_of("owner"))
    assert made["name"] == read["name"] == "Platform é"
    assert settings["account_id"] == made["account_id"]
    assert [row["space_id"] for row in page["items"]] == [made["space_id"], cast.space.pk]
    assert page["next_page_token"] == ""


@MODES
def test_a_refusal_is_an_error_result(live_mcp: LiveMcp, cast: Cast, mode: str) -> None:
    absent = {"space_id": "lab_01ARZ3NDEKTSV4RRFFQ69G5FAV"}
    assert (
        problem_in(live_mcp.call(cast.key_of("owner"), "decisions_get_space", absent, mode=mode))["error"]
        == "not_found"
    )


def test_an_unknown_argument_is_refused_by_name(live_mcp: LiveMcp, cast: Cast) -> None:
    problem = problem_in(live_mcp.call(cast.key_of("owner"), "decisions_list_spaces", {"colour": "red"}))
    assert (problem["error"], problem["path"]) == ("invalid_arguments", "colour")


def test_empty_optional_arguments_are_not_given_and_whole_numbers_may_be_floats(
    live_mcp: LiveMcp, cast: Cast
) -> None:
    key = cast.key_of("owner")
    empty = {"query": "", "kind": None, "page_size": 0, "page_token": ""}
    assert content_of(live_mcp.call(key, "decisions_list_spaces", empty))["items"]
    assert content_of(live_mcp.call(key, "decisions_list_spaces", {"page_size": 3.0}))["items"]
    problem = problem_in(live_mcp.call(key, "decisions_list_spaces", {"page_size": "3"}))
    assert (problem["error"], problem["path"]) == ("invalid_arguments", "page_size")


@MODES
def test_a_tool_beyond_the_keys_scopes_is_an_insufficient_scope(
    live_mcp: LiveMcp, cast: Cast, mode: str
) -> None:
    result = live_mcp.call(
        cast.key_of("owner", scopes=READING), "decisions_create_space", {"name": "Mine"}, mode=mode
    )
    problem = problem_in(result)
    assert problem["error"] == "insufficient_scope"
    assert problem["needed"] == ["decisions:write", "mcp:write"]


@MODES
def test_an_unknown_tool_is_a_protocol_error(live_mcp: LiveMcp, cast: Cast, mode: str) -> None:
    with refused_with(types.INVALID_PARAMS):
        live_mcp.call(cast.key_of("owner"), "decisions_no_such_tool", mode=mode)


@MODES
@pytest.mark.parametrize("path", ["/mcp", "/mcp/"])
def test_both_addresses_are_served(live_mcp: LiveMcp, cast: Cast, mode: str, path: str) -> None:
    async def run(key: str) -> types.CallToolResult:
        async with live_mcp.client(key, mode=mode, path=path) as client:
            return await client.call_tool("decisions_list_spaces")

    assert content_of(anyio.run(run, cast.key_of("owner")))["items"]


@MODES
def test_a_credential_that_is_no_good_connects_to_nothing(live_mcp: LiveMcp, mode: str) -> None:
    # What the client makes of a 401 without a sign-in of its own.
    with refused_with(types.INTERNAL_ERROR):
        listed(live_mcp, "dk_not-a-key", mode)
