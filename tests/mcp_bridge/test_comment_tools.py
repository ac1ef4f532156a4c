"""The comments' tools, through the official Python client: said, answered, followed and settled."""

from typing import Any

import anyio
import pytest
from mcp import Client

from tests.conftest import Cast
from tests.decisions.talk import FULL, TEXT
from tests.mcp_bridge.calling import LiveMcp, content_of, problem_in

MODES = pytest.mark.parametrize("mode", ["legacy", "auto"])


@MODES
def test_a_thread_follows_its_quote_until_it_is_settled(live_mcp: LiveMcp, cast: Cast, mode: str) -> None:
    document = cast.document(text=TEXT, caller=cast.caller("member"))

    async def run(key: str) -> None:
        async with live_mcp.client(key, mode=mode) as client:
            await _talk(client, {"document_id": document.pk})

    anyio.run(run, cast.key_of("member"))


async def _talk(client: Client, named: dict[str, Any]) -> None:
    async def ok(tool: str, **arguments: Any) -> dict[str, Any]:
        return content_of(await client.call_tool(f"decisions_{tool}", named | arguments))

    async def refused(tool: str, **arguments: Any) -> dict[str, Any]:
        return problem_in(await client.call_tool(f"decisions_{tool}", named | arguments))

    said = await ok("add_comment", body="Why?", quote=FULL, version=0, reply_to="")
    first = said["comment"]["comment_id"]
    assert said["comment"]["written_by"] == "member via Build agent"
    assert (said["thread"]["anchor"]["state"], said["thread"]["anchor"]["line"]) == ("exact", 5)
    reply = await ok("add_comment", body="Because.", reply_to=first)
    assert [each["body"] for each in reply["thread"]["replies"]] == ["Because."]
    deeper = await refused("add_comment", body="Oh.", reply_to=reply["comment"]["comment_id"])
    assert (deeper["error"], deeper["path"]) == ("invalid_arguments", "reply_to")
    unfound = await refused("add_comment", body="Why?", quote="No such words.")
    assert (unfound["error"], unfound["path"]) == ("invalid_arguments", "quote")

    await ok("save_document", base_version=1, text=f"Above.\n\n{TEXT}")
    (thread,) = (await ok("list_comments"))["items"]
    assert (thread["comment_id"], thread["anchor"]["line"]) == (first, 7)
    await ok("save_document", base_version=2, text="# Another text\n")
    (thread,) = (await ok("list_comments", status="orphaned"))["items"]
    assert (thread["anchor"]["quote"], thread["anchor"]["line"]) == (FULL, None)
    assert (await ok("get_document", include=["comments"]))["comments"] == {"items": [thread], "total": 1}

    assert (await ok("resolve_comment", comment_id=first))["resolved"] is True
    assert (await ok("list_comments"))["items"] == []
    assert (await ok("resolve_comment", comment_id=first, resolved=False))["resolved"] is False


def test_a_key_of_another_account_sees_no_talk_and_says_nothing(live_mcp: LiveMcp, cast: Cast) -> None:
    document = cast.document(text=TEXT)
    key = cast.key_of("named", account=cast.people["named"].personal_account)
    for tool, more in (("list_comments", {}), ("add_comment", {"body": "Why?"})):
        result = live_mcp.call(key, f"decisions_{tool}", {"document_id": document.pk, **more})
        assert problem_in(result)["error"] == "not_found"
