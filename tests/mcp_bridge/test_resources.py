"""Documents and spaces as resources: under the same rights, the text in force first, in bounded pages."""

import json
from typing import Any

import anyio
import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from mcp.shared.exceptions import MCPError
from pytest_django import Settings

from decisions.domain.kinds import Kind, Status
from decisions.models import Document
from decisions.querysets import documents_visible_to
from decisions.services.versions import version_add
from mcp_bridge.answers import Declined
from mcp_bridge.catalogue import Catalogue
from mcp_bridge.offer import Offer
from mcp_bridge.wsgi import application
from spaces.domain.access import Access
from spaces.domain.caller import Caller
from spaces.domain.scopes import Scope
from spaces.services.settings import settings_change
from spaces.services.spaces import space_create
from tests.cast import Cast
from tests.mcp_bridge.calling import LiveMcp, send
from tests.reviews.stage import staged

READING = (Scope.MCP_READ, Scope.READ)
ABSENT = "decisions://documents/ldoc_01ARZ3NDEKTSV4RRFFQ69G5FAV"


def offer(caller: Caller) -> Offer:
    return Offer(Catalogue(()), caller)


def read(caller: Caller, uri: str) -> str:
    (content,) = offer(caller).resource(uri).contents
    assert content.uri == uri
    assert content.mime_type == "text/markdown"
    return content.text  # type: ignore[union-attr]


def uri_of(document: Document) -> str:
    return f"decisions://documents/{document.pk}"


def listed(caller: Caller) -> list[list[str]]:
    """The addresses of each page, to the end."""
    pages, cursor = [], ""
    while True:
        page = offer(caller).resources(cursor)
        pages.append([resource.uri for resource in page.resources])
        if not page.next_cursor:
            return pages
        cursor = page.next_cursor


def declined(caller: Caller, uri: str) -> dict[str, Any]:
    with pytest.raises(Declined) as refused:
        offer(caller).resource(uri)
    return dict(refused.value.problem)


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_the_official_client_lists_and_reads_them(live_mcp: LiveMcp, cast: Cast, mode: str) -> None:
    document = cast.document(text="# RFC 1: Queue limits\n")

    async def run(key: str) -> None:
        async with live_mcp.client(key, mode=mode) as client:
            resources = (await client.list_resources()).resources
            templates = (await client.list_resource_templates()).resource_templates
            assert [template.uri_template for template in templates] == [
                "decisions://documents/{ldoc_id}",
                "decisions://spaces/{lab_id}",
            ]
            assert [resource.title for resource in resources] == ["Platform", "RFC 1 Queue limits"]
            for resource, words in zip(resources, ("## RFC", "# RFC 1: Queue limits\n"), strict=True):
                (content,) = (await client.read_resource(resource.uri)).contents
                assert words in content.text  # type: ignore[union-attr]
            with pytest.raises(MCPError) as absent:
                await client.read_resource(ABSENT)
            assert absent.value.error.code == (-32002 if mode == "legacy" else -32602)

    anyio.run(run, cast.key_of("member"))
    assert document.title == "Queue limits"


def test_pages_hold_every_space_and_document_once(cast: Cast) -> None:
    spaces = [
        space_create(account_id=cast.account.pk, name=f"Space {n}", caller=cast.caller("owner")).pk
        for n in range(60)
    ]
    documents = [cast.document(f"Title {n}", text="# x\n") for n in range(60)]
    pages = listed(cast.agent_of("member"))
    found = [uri for page in pages for uri in page]
    expected = {f"decisions://spaces/{pk}" for pk in [cast.space.pk, *spaces]} | {*map(uri_of, documents)}
    assert len(found) == len(expected) == 121
    assert set(found) == expected
    assert all(len(page) <= 100 for page in pages)
    assert len(pages) == 3


@pytest.mark.parametrize("cursor", ["x", "documents.", "spaces.x", "documents.x", ".", "x" * 3_000])
def test_a_cursor_that_was_never_given_is_invalid(cast: Cast, cursor: str) -> None:
    with pytest.raises(Declined) as refused:
        offer(cast.agent_of("member")).resources(cursor)
    assert refused.value.problem["error"] == "invalid_arguments"


def test_an_undecided_document_is_its_current_text(cast: Cast) -> None:
    document = cast.document(text="# One\n", caller=cast.caller("member"))
    version_add(document=document, base_version=1, text="# Two\n", caller=cast.caller("member"))
    first, _, text = read(cast.agent_of("member"), uri_of(document)).partition("\n\n")
    assert text == "# Two\n"
    assert first.startswith("> RFC 1, draft, version 2 (the current one; nothing is decided)")


def test_a_decided_document_is_the_text_in_force_though_it_was_saved_since(cast: Cast) -> None:
    document = staged(cast, status=Status.ACCEPTED, decided_version=1, text="# Decided\n")
    version_add(document=document, base_version=1, text="# Since\n", caller=cast.caller("author"))
    first, _, text = read(cast.agent_of("member"), uri_of(document)).partition("\n\n")
    assert text == "# Decided\n"
    assert "version 1 (the text in force). Version 2 was saved since" in first
    Document.objects.update(status=Status.SUPERSEDED)
    assert "no longer in force" in read(cast.agent_of("member"), uri_of(document)).partition("\n\n")[0]


def test_a_space_is_an_index_with_its_guidance(cast: Cast) -> None:
    cast.document("Queues")
    cast.document("Limits", kind=Kind.ADR)
    cast.document("Second")
    settings_change(
        space=cast.space, changes={"guidance": "Write *short* sentences."}, caller=cast.caller("owner")
    )
    text = read(cast.agent_of("member"), f"decisions://spaces/{cast.space.pk}")
    assert "Write *short* sentences." in text
    places = [
        text.index(words) for words in ("## RFC", "RFC 1 Queues (draft)", "RFC 2 Second", "ADR 1 Limits")
    ]
    assert places == sorted(places)


def test_an_index_that_is_cut_says_so(cast: Cast) -> None:
    template = cast.document("Title", text="# x\n")
    rows = [Document(**{**_copied(template), "number": number}) for number in range(2, 203)]
    Document.objects.bulk_create(rows)
    text = read(cast.agent_of("member"), f"decisions://spaces/{cast.space.pk}")
    assert text.count("decisions://documents/") == 200
    assert "The 200 last changed are named here" in text


def _copied(document: Document) -> dict[str, Any]:
    names = [field.attname for field in Document._meta.concrete_fields if not field.primary_key]
    return {name: getattr(document, name) for name in names}


@pytest.mark.parametrize(
    "uri",
    [
        ABSENT,
        "decisions://documents/rfc-1",
        "decisions://documents/RFC_1",
        "decisions://spaces/lab_01ARZ3NDEKTSV4RRFFQ69G5FAV",
        "decisions://spaces/x",
        "decisions://nothing/x",
        "file:///etc/passwd",
        "decisions://documents/ldoc_1/../x",
    ],
)
def test_what_is_no_address_or_leads_nowhere_is_not_found(cast: Cast, uri: str) -> None:
    assert declined(cast.agent_of("member"), uri)["error"] == "not_found"


@pytest.mark.parametrize("level", list(Access))
@pytest.mark.parametrize("who", ["owner", "author", "member", "partner", "named", "stranger"])
def test_it_is_read_and_listed_by_whoever_reads_the_document(cast: Cast, who: str, level: Access) -> None:
    document = cast.document(level=level)
    account = cast.account if who in ("owner", "author", "member") else cast.people[who].personal_account
    caller = cast.agent_of(who, account=account)
    uri = uri_of(document)
    reads = documents_visible_to(caller, by_id=True).filter(pk=document.pk).exists()
    lists = documents_visible_to(caller).filter(pk=document.pk).exists()
    if reads:
        assert read(caller, uri)
    else:
        assert declined(caller, uri) == declined(caller, ABSENT)
    assert any(uri in page for page in listed(caller)) is lists


@pytest.mark.parametrize("missing", READING)
def test_without_the_reading_scopes_nothing_is_listed_and_reading_is_refused(
    cast: Cast, missing: Scope
) -> None:
    document = cast.document()
    caller = cast.agent_of("member", scopes=[scope for scope in Scope if scope != missing])
    assert offer(caller).resources("").resources == []
    assert offer(caller).templates().resource_templates == []
    assert declined(caller, uri_of(document))["error"] == "insufficient_scope"
    assert offer(cast.agent_of("member", scopes=READING)).resources("").resources


def test_reads_are_throttled_as_calls_of_tools_are(cast: Cast, settings: Settings) -> None:
    settings.DECISIONS_CALLS_A_MINUTE = {"read": 2, "write": 2, "visitor": 2}
    caller = cast.agent_of("member")
    with time_machine.travel(timezone.now(), tick=False):
        offer(caller).resources("")
        declined(caller, ABSENT)
        assert declined(caller, ABSENT)["error"] == "throttled"


def statements(cast: Cast, method: str, **params: Any) -> int:
    bearer = f"Bearer {cast.key_of('member')}"
    message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    send(application, body={**message, "method": "ping"}, authorization=bearer)
    with CaptureQueriesContext(connection) as sent:
        answer = send(application, body=message, authorization=bearer)
    assert "result" in answer.json, answer.body
    return len(sent)


@pytest.mark.parametrize("rows", [1, 20])
def test_each_read_sends_at_most_eight_statements(cast: Cast, rows: int) -> None:
    parent = cast.document("Parent")
    for number in range(rows):
        cast.document(f"Title {number}", parent_id=parent.pk)
    decided = staged(cast, status=Status.ACCEPTED, decided_version=1)
    assert statements(cast, "resources/list") <= 8
    assert statements(cast, "resources/read", uri=uri_of(decided)) <= 8
    assert statements(cast, "resources/read", uri=f"decisions://spaces/{cast.space.pk}") <= 8


def test_the_largest_text_is_read_whole(cast: Cast) -> None:
    document = cast.document(text="é" * 256 * 1024)
    result = offer(cast.agent_of("member")).resource(uri_of(document)).model_dump_json()
    assert json.loads(result)["contents"][0]["text"].endswith("é" * 256 * 1024)
