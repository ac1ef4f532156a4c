"""Completions: what begins so, within what the caller reads, a hundred at most."""

import anyio
import mcp_types as types
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from decisions.domain.kinds import Kind
from decisions.models import Document
from mcp_bridge.catalogue import Catalogue
from mcp_bridge.offer import Offer
from spaces.domain.caller import Caller
from spaces.domain.scopes import Scope
from spaces.services.spaces import space_create
from tests.cast import Cast
from tests.mcp_bridge.calling import LiveMcp
from tests.mcp_bridge.test_resources import statements

DOCUMENT = types.ResourceTemplateReference(uri="decisions://documents/{ldoc_id}")
SPACE = types.ResourceTemplateReference(uri="decisions://spaces/{lab_id}")
REVIEW = types.PromptReference(name="review_document")
TEMPLATES = {"ldoc_id": DOCUMENT, "lab_id": SPACE}


def complete(
    caller: Caller, argument: str, value: str, space_id: str = "", ref: object = None
) -> types.Completion:
    params = types.CompleteRequestParams(
        ref=ref or TEMPLATES.get(argument, REVIEW),
        argument=types.CompletionArgument(name=argument, value=value),
        context=types.CompletionContext(arguments={"space_id": space_id}) if space_id else None,
    )
    return Offer(Catalogue(()), caller).completed(params).completion


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_the_official_client_completes(live_mcp: LiveMcp, cast: Cast, mode: str) -> None:
    document = cast.document()

    async def run(key: str) -> None:
        async with live_mcp.client(key, mode=mode) as client:
            asked = {"name": "ldoc_id", "value": document.pk[:8]}
            found = await client.complete(DOCUMENT, asked)
            assert (found.completion.values, found.completion.has_more) == ([document.pk], False)

    anyio.run(run, cast.key_of("member"))


def test_ids_go_on_as_they_begin_however_far_they_are_typed(cast: Cast) -> None:
    agent = cast.agent_of("member")
    documents = [cast.document(f"Title {number}", text="# x\n").pk for number in range(5)]
    spaces = [
        cast.space.pk,
        space_create(account_id=cast.account.pk, name="B", caller=cast.caller("owner")).pk,
    ]
    for argument, ids in (("ldoc_id", documents), ("lab_id", spaces)):
        for length in range(len(ids[0]) + 1):
            for spelled in (ids[0][:length], ids[0][:length].lower()):
                expected = {each for each in ids if each.lower().startswith(spelled.lower())}
                assert set(complete(agent, argument, spelled).values) == expected, spelled


@pytest.mark.parametrize("value", ["x", "lab_8", "lab_U", "ldoc_01ARZ3NDEKTSV4RRFFQ69G5FAVX", "ldoc_é"])
def test_what_no_id_begins_with_has_no_completions(cast: Cast, value: str) -> None:
    cast.document()
    for argument in ("ldoc_id", "lab_id", "document_id"):
        assert complete(cast.agent_of("member"), argument, value).values == []


def test_a_space_is_found_by_how_its_name_begins(cast: Cast) -> None:
    assert complete(cast.agent_of("member"), "space_id", "plat").values == [cast.space.pk]
    assert complete(cast.agent_of("member"), "space_id", "form").values == []


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("", ["ADR 1", "RFC 1", "RFC 1.1", "RFC 1.2", "RFC 2", "RFC 10"]),
        ("r", ["RFC 1", "RFC 1.1", "RFC 1.2", "RFC 2", "RFC 10"]),
        ("rfc-1", ["RFC 1", "RFC 1.1", "RFC 1.2", "RFC 10"]),
        ("RFC 1.", ["RFC 1.1", "RFC 1.2"]),
        ("rfc1/2", ["RFC 1.2"]),
        ("ADR 2", []),
        ("rf 1", []),
        ("study", []),
        ("1", []),
    ],
)
def test_references_go_on_within_the_space_that_was_chosen(
    cast: Cast, value: str, expected: list[str]
) -> None:
    first = cast.document("First", text="# x\n")
    for number in (1, 2):
        cast.document(f"Part {number}", text="# x\n", parent_id=first.pk)
    cast.document("Second", text="# x\n")
    tenth = cast.document("Tenth", text="# x\n")
    Document.objects.filter(pk=tenth.pk).update(number=10)
    cast.document("Other", text="# x\n", kind=Kind.ADR)
    assert complete(cast.agent_of("member"), "document_id", value, cast.space.pk).values == expected
    assert complete(cast.agent_of("member"), "document_id", "RFC").values == []


def test_a_hundred_are_told_and_that_there_are_more(cast: Cast) -> None:
    for number in range(101):
        space_create(account_id=cast.account.pk, name=f"Space {number}", caller=cast.caller("owner"))
    agent = cast.agent_of("member")
    found = complete(agent, "lab_id", "")
    assert (len(found.values), found.has_more) == (100, True)
    found = complete(agent, "lab_id", "Space 1")
    assert (len(found.values), found.has_more) == (12, False)


def test_only_what_the_caller_reads_goes_on(cast: Cast) -> None:
    document = cast.document()
    stranger = cast.agent_of("stranger", account=cast.people["stranger"].personal_account)
    assert complete(stranger, "ldoc_id", document.pk[:10]).values == []
    assert complete(stranger, "lab_id", "").values == []
    assert complete(stranger, "document_id", "", cast.space.pk).values == []
    member = cast.agent_of("member", scopes=[Scope.MCP_READ, Scope.WRITE])
    assert complete(member, "ldoc_id", "").values == []


def test_what_has_no_completions_has_none(cast: Cast) -> None:
    agent = cast.agent_of("member")
    assert complete(agent, "topic", "x", ref=types.PromptReference(name="in_force")).values == []
    assert complete(agent, "space_id", "", ref=types.PromptReference(name="nothing")).values == []


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    value=st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=40)
    | st.from_regex(r"(ldoc_|lab_|rfc ?)[0-9A-Z]{0,30}", fullmatch=True)
)
def test_anything_typed_has_an_answer(cast: Cast, value: str) -> None:
    for argument in ("ldoc_id", "lab_id", "document_id"):
        assert complete(cast.caller("assistant"), argument, value, cast.space.pk).values is not None


def test_a_completion_sends_at_most_eight_statements(cast: Cast) -> None:
    cast.document()
    for ref, name in ((REVIEW, "document_id"), (REVIEW, "space_id"), (DOCUMENT, "ldoc_id")):
        told = {
            "ref": ref.model_dump(by_alias=True, exclude_none=True),
            "argument": {"name": name, "value": ""},
            "context": {"arguments": {"space_id": cast.space.pk}},
        }
        assert statements(cast, "completion/complete", **told) <= 8
