"""The same creating call once more: one object, shown as it is now, and said so."""

import json
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from decisions.models import Document, Question
from decisions.services.places import place_for
from decisions.services.questions import question_ask, question_reopen
from decisions.services.versions import version_add
from mcp_bridge.catalogue import Catalogue
from mcp_bridge.dispatch import Toolbox
from mcp_bridge.tools import TOOLS
from spaces.domain.access import Access
from spaces.domain.caller import Caller
from spaces.models import Space
from spaces.services.spaces import space_delete
from tests.cast import Cast
from tests.records import everything

CATALOGUE = Catalogue(TOOLS)
CREATING = {
    "decisions_add_comment",
    "decisions_answer_question",
    "decisions_ask_question",
    "decisions_create_diagram",
    "decisions_create_document",
    "decisions_create_space",
    "approvals_ask",
}

FIELDS = {tool.name: tool.operation.input().fields for tool in TOOLS}


def told(tool: str, arguments: dict[str, Any], caller: Caller) -> dict[str, Any]:
    result = json.loads(Toolbox(CATALOGUE, caller).called(tool, arguments) or b"")
    body: dict[str, Any] = json.loads(result["content"][0]["text"])
    return body


def arguments_for(tool: str, cast: Cast) -> dict[str, Any]:
    """What each creating tool can be called with by an agent of owner's."""
    document = cast.document()
    here = {"space_id": cast.space.pk}
    place = place_for(cast.caller("member"), cast.space.pk)
    question = question_ask(place=place, text="Why?", caller=cast.caller("member"))
    return {
        "decisions_add_comment": {"document_id": document.pk, "body": "Why 100?"},
        "decisions_answer_question": {**here, "question_id": question.pk, "answer": "Because."},
        "decisions_ask_question": {**here, "text": "Who decides?"},
        "decisions_create_diagram": {**here, "name": "Flow", "model": "graph TD\n  a --> b\n"},
        "decisions_create_document": {**here, "kind": "rfc", "title": "Limits"},
        "decisions_create_space": {"name": "Other"},
        "approvals_ask": {
            "document_id": document.pk,
            "act": "approve",
            "person": cast.people["member"].pk,
        },
    }[tool]


def create(caller: Caller, cast: Cast, title: str = "Limits", **more: Any) -> dict[str, Any]:
    given = {"space_id": cast.space.pk, "kind": "rfc", "title": title, **more}
    return told("decisions_create_document", given, caller)


def test_the_creating_tools_are_the_contracts() -> None:
    assert {tool.name for tool in TOOLS if tool.operation.creates} == CREATING


@pytest.mark.parametrize("tool", sorted(CREATING))
def test_the_same_call_again_makes_nothing_and_shows_what_it_made(cast: Cast, tool: str) -> None:
    agent = cast.agent_of("owner")
    arguments = arguments_for(tool, cast)
    made = told(tool, arguments, agent)
    assert "error" not in made
    assert "deduped" not in made
    before = everything()
    # The same arguments, however a client spells what it does not give.
    optional = [name for name, field in FIELDS[tool].items() if not field.required and name not in arguments]
    assert told(tool, arguments | dict.fromkeys(optional, ""), agent) == {**made, "deduped": True}
    assert everything() == before


@pytest.mark.parametrize("tool", sorted(CREATING))
def test_after_a_minute_the_call_is_a_new_one(cast: Cast, tool: str) -> None:
    agent = cast.agent_of("owner")
    arguments = arguments_for(tool, cast)
    now = timezone.now()
    with time_machine.travel(now, tick=False):
        told(tool, arguments, agent)
    with time_machine.travel(now + timedelta(seconds=59), tick=False):
        assert told(tool, arguments, agent)["deduped"] is True
    with time_machine.travel(now + timedelta(seconds=60), tick=False):
        again = told(tool, arguments, agent)
    assert "deduped" not in again
    assert again.get("error") == ("already_done" if tool == "decisions_answer_question" else None)


def test_an_answer_that_arrived_is_told_before_already_done(cast: Cast) -> None:
    tool = "decisions_answer_question"
    arguments = arguments_for(tool, cast)
    told(tool, arguments, cast.agent_of("member"))
    assert told(tool, {**arguments, "answer": "Other."}, cast.agent_of("member"))["error"] == "already_done"
    agent = cast.agent_of("owner")
    assert told(tool, arguments, agent)["error"] == "already_done"


def test_other_arguments_other_people_and_other_agents_make_their_own(cast: Cast) -> None:
    first, second = cast.agent_of("member"), cast.agent_of("member")
    made = [
        create(first, cast),
        create(first, cast, title="Limit"),
        create(first, cast, message="Again"),
        create(second, cast),
        create(cast.agent_of("author"), cast),
    ]
    assert [each["reference"] for each in made] == [f"RFC {number}" for number in range(1, 6)]
    assert not any("deduped" in each for each in made)


def test_a_refused_call_leaves_nothing_to_remember(cast: Cast) -> None:
    agent = cast.agent_of("member")
    before = everything()
    assert create(agent, cast, text="x\0")["error"] == "invalid_arguments"
    assert create(agent, cast, parent_id="RFC 7")["error"] == "not_found"
    assert everything() == before
    cast.document("Seven")
    Document.objects.update(number=7)
    assert create(agent, cast, parent_id="RFC 7")["reference"] == "RFC 7.1"


def test_the_object_is_shown_as_it_is_now(cast: Cast) -> None:
    agent = cast.agent_of("member")
    made = create(agent, cast)
    document = Document.objects.get(pk=made["document_id"])
    version_add(document=document, base_version=1, text="# New\n", caller=cast.caller("member"))
    again = create(agent, cast)
    assert (again["document_id"], again["version"], again["deduped"]) == (made["document_id"], 2, True)


def test_a_question_reopened_meanwhile_is_shown_open(cast: Cast) -> None:
    tool = "decisions_answer_question"
    arguments = arguments_for(tool, cast)
    agent = cast.agent_of("owner")
    told(tool, arguments, agent)
    question_reopen(question=Question.objects.get(pk=arguments["question_id"]), caller=cast.caller("member"))
    again = told(tool, arguments, agent)
    assert (again["answer"], again["deduped"]) == (None, True)


def test_what_was_made_is_shown_under_the_rights_of_now(cast: Cast) -> None:
    agent = cast.agent_of("member")
    made = create(agent, cast)
    closed = {"access": Access.INTERNAL, "author": cast.people["owner"]}
    Document.objects.filter(pk=made["document_id"]).update(**closed)
    before = everything()
    assert create(agent, cast)["error"] == "not_found"
    assert everything() == before


def test_a_space_that_is_gone_is_not_found(cast: Cast) -> None:
    agent = cast.agent_of("owner")
    made = told("decisions_create_space", {"name": "Other"}, agent)
    space_delete(space=Space.objects.get(pk=made["space_id"]), caller=cast.caller("owner"))
    assert told("decisions_create_space", {"name": "Other"}, agent)["error"] == "not_found"
