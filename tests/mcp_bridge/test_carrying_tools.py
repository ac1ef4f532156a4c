"""The tools for pull requests and jobs, through the official Python client."""

from typing import Any

import anyio
import pytest
from mcp import Client

from decisions.domain.kinds import Status
from decisions.models import Document
from tests.conftest import Cast
from tests.mcp_bridge.calling import LiveMcp, content_of, problem_in

MODES = pytest.mark.parametrize("mode", ["legacy", "auto"])

# What clients send that send every field.
EMPTY_PULL = {"space_id": "", "repo": "", "number": 0}


@MODES
def test_what_carries_a_document_out_is_linked_listed_and_unlinked(
    live_mcp: LiveMcp, cast: Cast, mode: str
) -> None:
    document = cast.document()
    Document.objects.filter(pk=document.pk).update(status=Status.ACCEPTED)

    async def run(key: str) -> None:
        async with live_mcp.client(key, mode=mode) as client:
            await _pull_requests(client, {"document_id": document.pk}, cast.space.pk)
            await _jobs(client, {"document_id": document.pk})

    anyio.run(run, cast.key_of("member"))


async def _pull_requests(client: Client, this: dict[str, Any], space_id: str) -> None:
    async def ok(tool: str, **arguments: Any) -> dict[str, Any]:
        return content_of(await client.call_tool(f"decisions_{tool}", arguments))

    link = await ok("link_pull_request", **this, **EMPTY_PULL, url="https://github.com/Acme/web/pull/7/files")
    assert (link["repo"], link["number"], link["state"]) == ("Acme/web", 7, "unknown")
    assert "manager" in link["error"]
    assert link["linked_by"] == "member via Build agent"
    assert await ok("link_pull_request", **this, repo="acme/web", number=7) == link
    read = await ok("get_document", **this, include=["pull_requests", "jobs"])
    assert read["implementation"] == "planned"
    assert read["jobs"] == []
    listed = await ok("list_pull_requests", **this, compact=True)
    assert listed["items"] == read["pull_requests"]
    assert listed["counts"] == {"unknown": 1, "draft": 0, "open": 0, "closed": 0, "merged": 0}
    whole = await ok("list_pull_requests", space_id=space_id, state="active", repo="ACME/web")
    assert whole["items"] == [link]
    (row,) = (await ok("list_documents"))["items"]
    assert row["implementation"] == "planned"
    gone = await ok("unlink_pull_request", **this, pull_request_id=link["pull_request_id"], **EMPTY_PULL)
    assert gone["unlinked_by"] == "member via Build agent"
    assert await ok("unlink_pull_request", **this, url="acme/web#7") == gone
    assert (await ok("list_pull_requests", **this))["items"] == []
    back = await ok("link_pull_request", **this, url="acme/web#7")
    assert back["pull_request_id"] == link["pull_request_id"]
    half = problem_in(await client.call_tool("decisions_link_pull_request", {**this, "repo": "acme/web"}))
    assert (half["error"], half["path"]) == ("invalid_arguments", "number")


async def _jobs(client: Client, this: dict[str, Any]) -> None:
    async def ok(tool: str, **arguments: Any) -> dict[str, Any]:
        return content_of(await client.call_tool(f"decisions_{tool}", {**this, **arguments}))

    link = await ok("link_job", job_id="build/7", title="Build", url="https://ci.example.net/7")
    assert (link["job_id"], link["state"], link["title"]) == ("build/7", "not_started", "Build")
    assert await ok("link_job", job_id="build/7", title="", url="") == link
    assert (await ok("list_jobs"))["items"] == [link]
    gone = await ok("unlink_job", job_id="build/7")
    assert gone["unlinked_at"]
    assert await ok("unlink_job", job_id="build/7") == gone
    assert (await ok("list_jobs"))["items"] == []


def test_a_tool_takes_the_contracts_arguments_and_not_those_of_rest_besides(
    live_mcp: LiveMcp, cast: Cast
) -> None:
    cast.document()
    key = cast.key_of("member")
    refusal = problem_in(live_mcp.call(key, "decisions_list_documents", {"implementation": "none"}))
    assert (refusal["error"], refusal["path"]) == ("invalid_arguments", "implementation")
    told = cast.client("agent").get("/api/v1/documents/?implementation=none")
    assert told.status_code == 200


def test_a_key_of_another_account_links_and_lists_nothing(live_mcp: LiveMcp, cast: Cast) -> None:
    document = cast.document()
    key = cast.key_of("named", account=cast.people["named"].personal_account)
    for tool, more in (
        ("link_pull_request", {"url": "acme/web#1"}),
        ("unlink_pull_request", {"url": "acme/web#1"}),
        ("list_pull_requests", {}),
        ("link_job", {"job_id": "run-1"}),
        ("unlink_job", {"job_id": "run-1"}),
        ("list_jobs", {}),
    ):
        result = live_mcp.call(key, f"decisions_{tool}", {"document_id": document.pk, **more})
        assert problem_in(result)["error"] == "not_found", tool
