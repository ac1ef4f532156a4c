"""The tools for reviews, moves and asks, from a draft to its decision, through the official Python client."""

from datetime import date
from typing import Any

import anyio
import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from django.test.utils import CaptureQueriesContext
from mcp import Client

from decisions.domain.kinds import Status
from mcp_bridge.wsgi import application
from reviews.domain.policy import Decision
from reviews.models import Ask
from reviews.services.asks import ask_decide
from reviews.services.reviews import review_request, review_submit
from tests.conftest import Cast
from tests.mcp_bridge.calling import LiveMcp, content_of, problem_in, send
from tests.reviews.stage import in_review, rules, staged

DAY = "2099-01-31"


class Tools:
    """The tools by their short names, each answer looked over."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def ok(self, tool: str, **arguments: Any) -> dict[str, Any]:
        return content_of(await self.client.call_tool(tool, arguments))

    async def refused(self, tool: str, **arguments: Any) -> dict[str, Any]:
        return problem_in(await self.client.call_tool(tool, arguments))


def decided_in_the_console(cast: Cast, approval_id: str, person: str) -> None:
    ask_decide(ask=Ask.objects.get(pk=approval_id), approve=True, caller=cast.caller(person))
    # It runs on a thread of its own, whose connection nobody else would close.
    connection.close()


def test_a_draft_is_reviewed_and_decided_by_asks(live_mcp: LiveMcp, cast: Cast) -> None:
    rules(cast, approvals=1)
    people = {name: person.pk for name, person in cast.people.items()}
    approves = sync_to_async(decided_in_the_console)

    async def run(key: str) -> None:
        async with live_mcp.client(key) as client:
            tools = Tools(client)
            space = cast.space.pk
            made = await tools.ok(
                "decisions_create_document", space_id=space, kind="rfc", title="Queue limits"
            )
            this = {"document_id": made["document_id"]}
            sent = await tools.ok(
                "decisions_set_status",
                **this,
                base_version=1,
                status="in_review",
                decider=people["member"],
                review_by=DAY,
            )
            assert (sent["status"], sent["version"], sent["review_by"]) == ("in_review", 2, DAY)
            assert sent["waiting_on"]["who"] == "author"
            asked = await tools.ok("decisions_request_review", **this, reviewers=[people["manager"]])
            assert [row["decision"] for row in asked["requests"]] == ["pending"]
            again = await tools.ok("decisions_request_review", **this, reviewers=[people["manager"]])
            assert again == asked

            approve = {**this, "version": 2, "decision": "approve"}
            assert (await tools.refused("decisions_submit_review", **approve))["error"] == "person_required"
            ask = await tools.ok(
                "approvals_ask", **this, act="approve", person=people["manager"], note="Read it"
            )
            assert ask["state"] == "pending"
            early = await tools.refused("decisions_submit_review", **approve, approval_id=ask["approval_id"])
            assert (early["error"], early["reason"]) == ("approval_invalid", "pending")
            await approves(cast, ask["approval_id"], "manager")
            waited = await tools.ok("approvals_get", approval_id=ask["approval_id"], wait_seconds=20)
            assert waited["state"] == "approved"
            answered = await tools.ok("decisions_submit_review", **approve, approval_id=ask["approval_id"])
            assert answered["review"]["by"] == "manager, asked by Build agent for member"
            assert answered["approvals"]["approved_by"] == [people["manager"]]
            assert answered["approvals"]["met"]

            accept = {**this, "base_version": 2, "status": "accepted"}
            assert (await tools.refused("decisions_set_status", **accept))["act"] == "accept"
            ask = await tools.ok("approvals_ask", **this, act="accept", person=people["member"])
            await approves(cast, ask["approval_id"], "member")
            stale = await tools.refused("decisions_set_status", **{**accept, "base_version": 1})
            assert stale["error"] == "conflict"
            done = await tools.ok("decisions_set_status", **accept, approval_id=ask["approval_id"])
            assert (done["status"], done["decided_version"], done["already_there"]) == ("accepted", 3, False)
            there = await tools.ok("decisions_set_status", **{**accept, "base_version": 3})
            assert there["already_there"]

            listed = await tools.ok("approvals_list", status="spent")
            assert [row["act"] for row in listed["items"]] == ["accept", "approve"]
            reviews = await tools.ok("decisions_list_reviews", **this)
            assert [(row["decision"], row["carried"]) for row in reviews["items"]] == [
                ("approve", True),
                ("approve", False),
                ("pending", False),
            ]
            read = await tools.ok("decisions_get_document", **this, include=["text"])
            assert f"in_review by @member via Build agent: decider @member, review by {DAY}" in read["text"]
            assert read["text"].rstrip().endswith("accepted by @member: asked by Build agent for @member")
            assert (read["in_force"], read["waiting_on"]["who"]) == (True, "nobody")

    anyio.run(run, cast.key_of("member"))


def test_the_queue_is_what_waits_for_ones_person_and_what_they_asked(live_mcp: LiveMcp, cast: Cast) -> None:
    document = in_review(cast)
    people = {name: person.pk for name, person in cast.people.items()}
    key = cast.key_of("author")
    request = {"document_id": document.pk, "reviewers": [people["member"]]}
    content_of(live_mcp.call(key, "decisions_request_review", request))
    (mine,) = content_of(live_mcp.call(key, "decisions_list_review_queue", {"status": "asked"}))["items"]
    (theirs,) = content_of(live_mcp.call(cast.key_of("member"), "decisions_list_review_queue"))["items"]
    assert mine == theirs
    assert (mine["reference"], mine["reviewer"], mine["review_by"]) == ("RFC 1", people["member"], DAY)


def test_what_may_not_be_read_is_absent_to_every_judging_tool(live_mcp: LiveMcp, cast: Cast) -> None:
    document = in_review(cast)
    stranger = cast.people["stranger"]
    key = cast.key_of("stranger", account=stranger.personal_account)
    for tool, arguments in (
        ("decisions_set_status", {"base_version": 1, "status": "draft"}),
        ("decisions_submit_review", {"version": 1, "decision": "approve"}),
        ("decisions_list_reviews", {}),
        ("decisions_request_review", {"reviewers": [cast.people["member"].pk]}),
        ("approvals_ask", {"act": "approve", "person": cast.people["member"].pk}),
    ):
        told = [
            live_mcp.call(key, tool, {"document_id": document_id, **arguments}).content
            for document_id in (document.pk, "ldoc_01ARZ3NDEKTSV4RRFFQ69G5FAV")
        ]
        assert told[0] == told[1], tool


def statements(cast: Cast, tool: str, **arguments: Any) -> int:
    """The SQL of a call by an agent of member's, but for what begins and ends transactions."""
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
    key = f"Bearer {cast.key_of('member')}"
    # A key's first use in a minute is noted, which is a write that no later call makes.
    send(application, body={**message, "method": "ping"}, authorization=key)
    with CaptureQueriesContext(connection) as sent:
        body = {**message, "params": {"name": tool, "arguments": arguments}}
        answer = send(application, body=body, authorization=key)
    assert answer.json["result"]["isError"] is False, answer.body
    return sum("SAVEPOINT" not in each["sql"] for each in sent.captured_queries)


@pytest.mark.parametrize("rows", [1, 30])
def test_moving_and_answering_send_at_most_sixteen_statements(cast: Cast, rows: int) -> None:
    rules(cast, approvals=0, ai_approval="auto")
    names = " ".join(f"RFC {number}" for number in range(1, rows + 1))
    document, old = (
        staged(
            cast, status=status, decider="member", review_by=date(2099, 1, 31), text=f"# Queue\n\n{names}\n"
        )
        for status in (Status.IN_REVIEW, Status.ACCEPTED)
    )
    successor = staged(cast, status=Status.ACCEPTED)
    reviewers = [cast.people["member"].pk]
    review_request(document=document, reviewers=reviewers, caller=cast.caller("author"))
    this, that = {"document_id": document.pk}, {"document_id": old.pk}
    answer = {**this, "version": 1, "reason": "Read it"}
    for decision in ("changes", "approve", "approve"):
        assert statements(cast, "decisions_submit_review", **answer, decision=decision) <= 16
    review_submit(document=old, version=1, decision=Decision.APPROVE, caller=cast.caller("manager"))
    assert statements(cast, "decisions_set_status", **this, base_version=1, status="accepted") <= 16
    supersedes = {"status": "superseded", "successor_id": successor.pk}
    assert statements(cast, "decisions_set_status", **that, base_version=1, **supersedes) <= 16
