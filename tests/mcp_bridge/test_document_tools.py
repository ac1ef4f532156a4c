"""The documents' tools, from a draft to its readers, through the official Python client."""

from typing import Any

import anyio
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from mcp import Client

from decisions.domain.transitions import Act
from decisions.services.diagrams import diagram_create
from decisions.services.places import place_for
from mcp_bridge.tools import TOOLS
from mcp_bridge.wsgi import application
from reviews.services.asks import ask_create
from spaces.services.credentials import caller_for_agent_key
from spaces.services.spaces import space_create
from tests.conftest import Cast
from tests.mcp_bridge.calling import LiveMcp, content_of, problem_in, send

MODES = pytest.mark.parametrize("mode", ["legacy", "auto"])


@MODES
def test_a_document_is_drafted_saved_compared_and_found(live_mcp: LiveMcp, cast: Cast, mode: str) -> None:
    async def run(key: str) -> None:
        async with live_mcp.client(key, mode=mode) as client:
            await _draft_and_read(client, cast.space.pk)

    anyio.run(run, cast.key_of("member"))


async def _draft_and_read(client: Client, space_id: str) -> None:
    async def ok(tool: str, **arguments: Any) -> dict[str, Any]:
        return content_of(await client.call_tool(f"decisions_{tool}", arguments))

    async def refused(tool: str, **arguments: Any) -> dict[str, Any]:
        return problem_in(await client.call_tool(f"decisions_{tool}", arguments))

    made = await ok("create_document", space_id=space_id, kind="rfc", title="Queue limits")
    by_reference = {"space_id": space_id, "document_id": "rfc-1"}
    read = await ok("get_document", **by_reference)
    assert read["document_id"] == made["document_id"]
    assert read["version"] == made["version"] == 1

    text = read["text"] + "\nA sentence about aardvarks: \U0001f41c \u2028.\n"
    by_id = {"document_id": made["document_id"]}
    saved = await ok("save_document", **by_id, base_version=1, text=text, message="More")
    assert (saved["version"], saved["unchanged"]) == (2, False)
    again = await ok("save_document", **by_id, base_version=2, text=text)
    assert (again["version"], again["unchanged"]) == (2, True)

    stale = await refused("save_document", **by_reference, base_version=1, text="Mine\n")
    assert (stale["error"], stale["current_version"]) == ("conflict", 2)
    assert stale["saved_by"]
    missing = await refused("save_document", **by_reference, base_version=0, text="Mine\n")
    assert (missing["error"], missing["path"]) == ("invalid_arguments", "base_version")

    assert (await ok("get_document", **by_reference, include=["text"]))["text"] == text
    versions = await ok("list_versions", **by_reference)
    assert [row["version"] for row in versions["items"]] == [2, 1]
    compared = await ok("diff_versions", **by_reference)
    assert (compared["from_version"], compared["to_version"]) == (1, 2)
    assert "+A sentence about aardvarks" in compared["diff"]
    found = await ok("list_documents", query="aardvarks")
    assert [row["document_id"] for row in found["items"]] == [made["document_id"]]


@MODES
def test_a_document_is_listed_elsewhere_and_taken_off_again(live_mcp: LiveMcp, cast: Cast, mode: str) -> None:
    document = cast.document(caller=cast.caller("member"))
    other = space_create(account_id=cast.account.pk, name="Other", caller=cast.caller("owner"))
    key = cast.key_of("member")
    target = {"document_id": document.pk, "target_space_id": other.pk}
    linked = content_of(live_mcp.call(key, "decisions_link_document", target, mode=mode))
    assert [space["space_id"] for space in linked["links"]] == [cast.space.pk, other.pk]
    unlinked = content_of(live_mcp.call(key, "decisions_unlink_document", target, mode=mode))
    assert [space["space_id"] for space in unlinked["links"]] == [cast.space.pk]


@MODES
def test_access_is_narrowed_by_an_assistant_and_opened_by_a_person_alone(
    live_mcp: LiveMcp, cast: Cast, mode: str
) -> None:
    document = cast.document(caller=cast.caller("member"))
    key = cast.key_of("member")

    def set_access(access: str) -> Any:
        arguments = {"document_id": document.pk, "access": access}
        return live_mcp.call(key, "decisions_set_access", arguments, mode=mode)

    assert problem_in(set_access("public"))["error"] == "person_required"
    assert content_of(set_access("internal"))["access"] == "internal"


def test_a_strangers_key_finds_and_reads_nothing(live_mcp: LiveMcp, cast: Cast) -> None:
    document = cast.document()
    stranger = cast.people["stranger"]
    key = cast.key_of("stranger", account=stranger.personal_account)
    assert content_of(live_mcp.call(key, "decisions_list_documents"))["items"] == []
    assert content_of(live_mcp.call(key, "decisions_list_spaces"))["items"] == []
    absent = {"document_id": "ldoc_01ARZ3NDEKTSV4RRFFQ69G5FAV"}
    told = [
        live_mcp.call(key, "decisions_get_document", asked).content[0]
        for asked in ({"document_id": document.pk}, absent)
    ]
    assert told[0] == told[1]


def test_the_same_call_has_the_same_answer_by_rest(live_mcp: LiveMcp, cast: Cast) -> None:
    document = cast.document()
    by_tool = content_of(
        live_mcp.call(cast.key_of("member"), "decisions_get_document", {"document_id": document.pk})
    )
    assert by_tool == cast.client("agent").get(f"/api/v1/documents/{document.pk}/").json()


def statements(cast: Cast, tool: str, arguments: dict[str, Any], *, key: str = "") -> int:
    """How many statements a call sends, the credential check included."""
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
    body = {**message, "params": {"name": tool, "arguments": arguments}}
    bearer = f"Bearer {key or cast.key_of('member')}"
    # A key's first use in a minute is noted, which is a write that no later call makes.
    send(application, body={**message, "method": "ping"}, authorization=bearer)
    with CaptureQueriesContext(connection) as sent:
        answer = send(application, body=body, authorization=bearer)
    assert answer.json["result"]["isError"] is False, answer.body
    return len(sent)


def _known(cast: Cast, key: str) -> dict[str, str]:
    """One of each thing that a tool that reads can be asked for, the ask made by this key."""
    agent = caller_for_agent_key(key)
    assert agent is not None
    document = cast.document()
    place = place_for(agent, cast.space.pk)
    diagram = diagram_create(place=place, name="Flow", model="graph TD\n  a --> b\n", caller=agent)
    owner = cast.people["owner"].pk
    ask = ask_create(document=document, act=Act.APPROVE, person_id=owner, caller=agent)
    return {
        "space_id": cast.space.pk,
        "document_id": document.pk,
        "diagram_id": diagram.diagram.pk,
        "approval_id": ask.pk,
    }


@pytest.mark.parametrize("tool", [tool.name for tool in TOOLS if not tool.operation.writes])
def test_a_tool_that_reads_sends_at_most_eight_statements(cast: Cast, tool: str) -> None:
    key = cast.key_of("member")
    known = _known(cast, key)
    fields = next(row for row in TOOLS if row.name == tool).operation.input().fields
    arguments = {name: value for name, value in known.items() if name in fields}
    assert statements(cast, tool, arguments, key=key) <= 8


def test_a_save_sends_at_most_sixteen_statements(cast: Cast) -> None:
    document = cast.document(caller=cast.caller("member"))
    arguments = {"document_id": document.pk, "base_version": 1, "text": "# RFC 1: Queue limits\n"}
    assert statements(cast, "decisions_save_document", arguments) <= 16
