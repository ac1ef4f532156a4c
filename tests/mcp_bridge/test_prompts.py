"""Prompts: listed with their arguments, written for their caller, bounded."""

import re
from typing import Any

import anyio
import pytest

from mcp_bridge.answers import Declined
from mcp_bridge.catalogue import Catalogue
from mcp_bridge.offer import Offer
from mcp_bridge.prompts import PROMPTS
from mcp_bridge.tools import TOOLS
from spaces.domain.caller import Caller
from spaces.domain.scopes import Scope
from spaces.services.settings import settings_change
from tests.cast import Cast
from tests.mcp_bridge.calling import LiveMcp
from tests.mcp_bridge.test_resources import statements

NAMES = ["draft_rfc", "draft_adr", "draft_prd", "draft_study", "review_document", "in_force"]


def written(caller: Caller, name: str, **arguments: str) -> str:
    result = Offer(Catalogue(()), caller).prompt(name, arguments)
    assert result is not None
    (message,) = result.messages
    assert message.role == "user"
    return message.content.text  # type: ignore[union-attr]


def declined(caller: Caller, name: str, **arguments: str) -> dict[str, Any]:
    with pytest.raises(Declined) as refused:
        written(caller, name, **arguments)
    return dict(refused.value.problem)


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_the_official_client_lists_and_gets_them(live_mcp: LiveMcp, cast: Cast, mode: str) -> None:
    async def run(key: str) -> None:
        async with live_mcp.client(key, mode=mode) as client:
            prompts = (await client.list_prompts()).prompts
            assert [prompt.name for prompt in prompts] == NAMES
            assert all(prompt.title and prompt.description and prompt.arguments for prompt in prompts)
            required = {
                prompt.name: [each.name for each in prompt.arguments or [] if each.required]
                for prompt in prompts
            }
            assert (required["draft_rfc"], required["in_force"]) == (["title"], ["topic"])
            got = await client.get_prompt("in_force", {"topic": "queues"})
            assert "queues" in got.messages[0].content.text  # type: ignore[union-attr]

    anyio.run(run, cast.key_of("member"))


def test_every_prompt_and_argument_is_described() -> None:
    assert [prompt.name for prompt in PROMPTS] == NAMES
    for prompt in PROMPTS:
        assert all(field.help_text for field in prompt.arguments.values())


@pytest.mark.parametrize("kind", ["rfc", "adr", "prd", "study"])
def test_a_draft_is_told_the_spaces_sections_and_guidance(cast: Cast, kind: str) -> None:
    changes = {"guidance": "Write short {sentences}.", "required_sections": {kind: ["Aardvarks"]}}
    settings_change(space=cast.space, changes=changes, caller=cast.caller("owner"))
    text = written(
        cast.agent_of("member"), f"draft_{kind}", title="A {title}", about="Words.", space_id=cast.space.pk
    )
    for words in (
        "A {title}",
        "Words.",
        "Aardvarks",
        "Write short {sentences}.",
        cast.space.pk,
        f"kind {kind}",
    ):
        assert words in text


def test_a_review_names_the_document_that_is_meant(cast: Cast) -> None:
    document = cast.document()
    text = written(cast.agent_of("member"), "review_document", document_id="rfc 1", space_id=cast.space.pk)
    assert f"Review RFC 1, document_id {document.pk}, version 1." in text


def test_prompts_name_only_tools_that_there_are(cast: Cast) -> None:
    document = cast.document()
    arguments = {"title": "x", "topic": "x", "document_id": document.pk}
    for prompt in PROMPTS:
        given = {name: value for name, value in arguments.items() if name in prompt.arguments}
        text = written(cast.agent_of("member"), prompt.name, **given)
        said = set(re.findall(r"decisions_\w+", text))
        assert said
        assert said <= {tool.name for tool in TOOLS}
        assert len(text) < 2_000


@pytest.mark.parametrize(
    ("name", "arguments", "path"),
    [
        ("draft_rfc", {}, "title"),
        ("draft_rfc", {"title": ""}, "title"),
        ("draft_rfc", {"title": "x", "colour": "red"}, "colour"),
        ("draft_rfc", {"title": "x" * 256}, "title"),
        ("draft_rfc", {"title": "x", "about": "x" * 4_001}, "about"),
        ("draft_rfc", {"title": "x", "space_id": "here"}, "space_id"),
        ("in_force", {"topic": "x" * 501}, "topic"),
        ("review_document", {"document_id": "nonsense"}, "document_id"),
    ],
)
def test_arguments_are_judged_strictly(cast: Cast, name: str, arguments: dict[str, str], path: str) -> None:
    problem = declined(cast.agent_of("member"), name, **arguments)
    assert (problem["error"], problem["path"]) == ("invalid_arguments", path)


def test_a_stranger_is_told_nothing_of_a_space_or_document(cast: Cast) -> None:
    document = cast.document()
    stranger = cast.agent_of("stranger", account=cast.people["stranger"].personal_account)
    absent = {"space": "lab_01ARZ3NDEKTSV4RRFFQ69G5FAV", "document": "ldoc_01ARZ3NDEKTSV4RRFFQ69G5FAV"}
    for name, ids in (
        ("draft_rfc", [{"title": "x", "space_id": each} for each in (cast.space.pk, absent["space"])]),
        ("in_force", [{"topic": "x", "space_id": each} for each in (cast.space.pk, absent["space"])]),
        ("review_document", [{"document_id": each} for each in (document.pk, absent["document"])]),
    ):
        told = [declined(stranger, name, **arguments) for arguments in ids]
        assert told[0] == told[1]
        assert told[0]["error"] == "not_found"


def test_without_the_reading_scopes_none_is_listed_or_got(cast: Cast) -> None:
    caller = cast.agent_of("member", scopes=[Scope.MCP_READ, Scope.MCP_WRITE, Scope.WRITE])
    assert Offer(Catalogue(()), caller).prompts().prompts == []
    assert declined(caller, "in_force", topic="x")["error"] == "insufficient_scope"


def test_a_prompt_sends_at_most_eight_statements(cast: Cast) -> None:
    document = cast.document()
    here = {"title": "x", "space_id": cast.space.pk}
    assert statements(cast, "prompts/get", name="draft_rfc", arguments=here) <= 8
    this = {"document_id": document.pk}
    assert statements(cast, "prompts/get", name="review_document", arguments=this) <= 8
    assert statements(cast, "prompts/list") == 1
