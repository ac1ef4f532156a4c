"""The table of tools: the contract's names and arguments, and forms that every client takes."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import mcp_types as types
import pytest
from jsonschema import Draft202012Validator

from mcp_bridge import protocol
from mcp_bridge.catalogue import Catalogue, described
from mcp_bridge.checks import check_tools
from mcp_bridge.dispatch import Toolbox
from mcp_bridge.tool import Tool
from mcp_bridge.tools import TOOLS
from spaces.domain.scopes import WORKING_SET, Scope
from spaces.services.spaces import space_create
from tests.conftest import Cast

# Name, kind (Read, Write, Idempotent, Open world) and arguments, which are texts where nothing else is said: clients
# depend on these, so they do not change. D is a document's two arguments, P a page's.
CONTRACT_ROWS = """
decisions_add_comment     W  D body* version:integer quote reply_to
decisions_answer_question W space_id* question_id* answer*
decisions_ask_question    W  space_id* text* document_id
decisions_create_diagram  W  space_id* name* model* document_id message
decisions_create_document W  space_id* kind* title* text parent_id access message
decisions_create_space    W  account_id name* slug description kind department parent_id access_floor
decisions_diff_versions   R  D from_version:integer to_version:integer context_lines:integer
decisions_get_diagram     R  space_id* diagram_id* version:integer include_svg:boolean
decisions_get_document    R  D version:integer include:array section
decisions_get_settings    R  space_id*
decisions_get_space       R  space_id*
decisions_link_document   WI D target_space_id*
decisions_list_comments   R  D status P
decisions_list_diagrams   R  space_id* document_id P
decisions_list_documents  R  space_id kind status query author decider parent_id in_force:boolean\
 updated_since linked:boolean P
decisions_list_questions  R  space_id* status P
decisions_list_spaces     R  account_id department kind parent_id query top_level:boolean P
decisions_list_timeline   R  space_id document_id from to P
decisions_list_versions   R  D P
decisions_resolve_comment WI D comment_id* resolved:boolean
decisions_save_diagram    WI space_id* diagram_id* base_version*:integer model* name message
decisions_save_document   WI D base_version*:integer text* message
decisions_set_access      WI D access*
decisions_unlink_document WI D target_space_id*
decisions_link_job        WI D job_id* title url
decisions_link_pull_request WIO D url repo number:integer
decisions_list_jobs       R  D P
decisions_list_pull_requests R space_id document_id repo state compact:boolean P
decisions_unlink_job      WI D job_id*
decisions_unlink_pull_request WIO D pull_request_id repo number:integer url
decisions_list_review_queue R account_id status P
decisions_list_reviews    R  D status P
decisions_request_review  WI D reviewers*:array
decisions_set_status      WI D base_version*:integer status* decider review_by successor_id approval_id note
decisions_submit_review   W  D version*:integer decision* reason approval_id
approvals_ask             W  D act* person* note
approvals_get             R  approval_id* wait_seconds:integer
approvals_list            R  status P
decisions_update_space    WI space_id* name description set_description:boolean kind department parent_id\
 set_parent:boolean access_floor set_access_floor:boolean
"""
SHARED = {"D": ["space_id", "document_id*"], "P": ["page_size:integer", "page_token"]}


def _contract() -> Iterator[tuple[str, tuple[str, set[str]]]]:
    for row in CONTRACT_ROWS.strip().splitlines():
        name, kind, *words = row.split()
        arguments = [argument for word in words for argument in SHARED.get(word, [word])]
        yield name, (kind, {word if ":" in word else f"{word}:string" for word in arguments})


CONTRACT = dict(_contract())
BY_NAME = {tool.name: tool for tool in TOOLS}
# As many as the contract has.
ALL_TOOLS = 39


def wire(tool: Tool) -> dict[str, Any]:
    return described(tool).model_dump(by_alias=True, exclude_none=True)


def nodes(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        yield schema
        for value in schema.values():
            yield from nodes(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from nodes(value)


def test_the_tools_are_the_contracts() -> None:
    assert {tool.name for tool in TOOLS} == set(CONTRACT)


@pytest.mark.parametrize("name", CONTRACT)
def test_the_arguments_are_the_contracts(name: str) -> None:
    schema = wire(BY_NAME[name])["inputSchema"]
    required = set(schema.get("required", ()))
    told = {
        f"{argument}{'*' if argument in required else ''}:{described['type']}"
        for argument, described in schema["properties"].items()
    }
    assert told == CONTRACT[name][1]


@pytest.mark.parametrize("name", CONTRACT)
def test_the_hints_are_the_contracts(name: str) -> None:
    kind = CONTRACT[name][0]
    assert BY_NAME[name].hints == {
        "readOnlyHint": "R" in kind,
        "destructiveHint": False,
        "idempotentHint": kind != "W",
        "openWorldHint": "O" in kind,
    }


def test_the_project_passes_its_own_checks() -> None:
    assert check_tools() == []


@pytest.mark.parametrize("name", CONTRACT)
def test_schemas_are_of_a_form_that_every_client_takes(name: str) -> None:
    tool = wire(BY_NAME[name])
    for schema in (tool["inputSchema"], tool["outputSchema"]):
        Draft202012Validator.check_schema(schema)
        assert schema["type"] == "object"
        found = list(nodes(schema))
        foreign = {"$ref", "$defs", "definitions", "oneOf", "anyOf", "allOf", "nullable", "format"}
        properties = [node.get("properties", {}) for node in found]
        assert not any(foreign & set(node) for node in found if node not in properties)
        assert all("type" in node["items"] for node in found if node.get("type") == "array")
    assert tool["inputSchema"]["additionalProperties"] is False
    arguments = tool["inputSchema"]["properties"].values()
    assert all(isinstance(argument["type"], str) for argument in arguments)


def test_opening_access_is_no_word_of_the_schema() -> None:
    schema = wire(BY_NAME["decisions_set_access"])["inputSchema"]
    assert schema["properties"]["access"]["enum"] == ["team", "internal"]


def test_the_listing_of_all_tools_is_small() -> None:
    listing = json.loads(Catalogue(TOOLS).listing("2026-07-28", frozenset(Scope)))
    whole = len(json.dumps(listing, ensure_ascii=False, separators=(",", ":")).encode())
    for tool in listing["tools"]:
        del tool["outputSchema"]
    bare = len(json.dumps(listing, ensure_ascii=False, separators=(",", ":")).encode())
    assert len(listing["tools"]) == ALL_TOOLS
    assert bare <= 36_000
    assert whole <= 60_000


def test_a_listing_is_encoded_once_for_each_version_and_set_of_scopes() -> None:
    catalogue = Catalogue(TOOLS)
    reading = frozenset({Scope.MCP_READ, Scope.READ})
    first = catalogue.listing("2025-11-25", frozenset(WORKING_SET))
    assert catalogue.listing("2025-11-25", frozenset(Scope)) is first
    others = [catalogue.listing("2025-11-25", reading), catalogue.listing("2026-07-28", frozenset(Scope))]
    assert first not in others
    assert others[0] != others[1]


def test_instructions_name_only_tools_that_there_are() -> None:
    said = set(re.findall(r"decisions_\w+", protocol.INSTRUCTIONS))
    mentioned = {name for tool in TOOLS for name in re.findall(r"decisions_\w+", tool.description)}
    assert said
    assert said | mentioned <= set(BY_NAME)


def problems(*tools: Tool) -> set[str]:
    return {str(problem.id) for problem in check_tools(tools)}


GOOD = TOOLS[0]


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ({"name": "Decisions"}, "E003"),
        ({"name": "d" * 41}, "E003"),
        ({"title": ""}, "E004"),
        ({"description": "x" * 400}, "E004"),
        ({"viewset": "spaces.api.nothing.ViewSet"}, "E005"),
        ({"viewset": "spaces.api.spaces.Nothing"}, "E005"),
        ({"action": "nothing"}, "E005"),
        ({"action": "arguments"}, "E005"),
    ],
    ids=str,
)
def test_a_row_that_is_wrong_is_found(row: dict[str, str], code: str) -> None:
    assert problems(GOOD) == set()
    assert problems(replace(GOOD, **row)) == {f"mcp_bridge.{code}"}


def test_rows_that_are_wrong_together_are_found() -> None:
    assert problems(GOOD, GOOD) == {"mcp_bridge.E001"}
    assert problems(*(replace(GOOD, name=f"tool_{number}") for number in range(41))) == {"mcp_bridge.E002"}


def test_a_page_of_large_rows_ends_before_60_kb_and_goes_on(cast: Cast) -> None:
    for number in range(24):
        space_create(
            account_id=cast.account.pk,
            name=f"Space {number}",
            description="é" * 4_000,
            caller=cast.caller("owner"),
        )
    toolbox = Toolbox(Catalogue(TOOLS), cast.agent_of("owner"))
    seen: list[str] = []
    token = ""
    while True:
        result = toolbox.called("decisions_list_spaces", {"page_token": token})
        told = types.CallToolResult.model_validate_json(result or b"", by_name=False)
        (item,) = told.content
        assert item.type == "text"
        assert len(item.text.encode()) <= 60_000
        page = told.structured_content or {}
        seen += [row["space_id"] for row in page["items"]]
        token = page["next_page_token"]
        if not token:
            break
    assert len(seen) == len(set(seen)) == 25
