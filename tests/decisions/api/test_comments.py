"""Comments by REST: routes, arguments, answers, and what a call costs."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from decisions.models import Document
from decisions.services.document_access import reader_add
from spaces.domain.access import Access
from tests.cast import Cast
from tests.decisions.talk import FULL, TEXT, open_to, say
from tests.records import everything

THREAD = {
    "comment_id",
    "account_id",
    "document_id",
    "version",
    "author",
    "written_by",
    "body",
    "created_at",
    "anchor",
    "resolved",
    "resolved_by",
    "resolved_at",
    "replies",
}


@pytest.fixture
def document(cast: Cast) -> Document:
    """An RFC open to partners, with somebody named on it."""
    made = open_to(cast.document(text=TEXT), Access.PARTNER)
    reader_add(document=made, reader=cast.people["named"], caller=cast.caller("author"))
    return made


def path_of(document: Document) -> str:
    return f"/api/v1/documents/{document.pk}/comments/"


def test_a_thread_is_begun_answered_listed_and_resolved(cast: Cast, document: Document) -> None:
    member, named = cast.client("agent"), cast.client("named")
    made = member.post(path_of(document), {"body": "Why?", "quote": FULL}, format="json")
    assert made.status_code == 201
    first = made.json()["comment"]
    assert first | {"created_at": ""} == {
        "comment_id": first["comment_id"],
        "reply_to": None,
        "version": 1,
        "author": cast.people["member"].pk,
        "written_by": "member via Build agent",
        "body": "Why?",
        "created_at": "",
    }
    assert set(made.json()["thread"]) == THREAD
    assert made.json()["thread"]["anchor"] == {
        "quote": FULL,
        "before": TEXT[TEXT.index(FULL) - 32 : TEXT.index(FULL)],
        "after": "\n",
        "section": "Queue limits > Design",
        "quoted_line": 5,
        "state": "exact",
        "line": 5,
        "start": TEXT.index(FULL),
        "end": TEXT.index(FULL) + len(FULL),
    }
    reply = named.post(
        path_of(document), {"body": "Because.", "reply_to": first["comment_id"]}, format="json"
    ).json()
    assert reply["comment"]["reply_to"] == first["comment_id"]
    (thread,) = member.get(path_of(document)).json()["items"]
    assert thread == reply["thread"]
    assert [said["body"] for said in thread["replies"]] == ["Because."]

    settle = f"{path_of(document)}{first['comment_id']}/resolved/"
    resolved = named.put(settle, {}, format="json")
    assert (resolved.status_code, resolved.json()["resolved_by"]) == (200, "named")
    assert resolved.json()["resolved_at"]
    assert member.get(path_of(document)).json()["items"] == []
    assert member.get(path_of(document), {"status": "resolved"}).json()["items"] == [resolved.json()]
    reopened = named.put(settle, {"resolved": False}, format="json").json()
    assert (reopened["resolved"], reopened["resolved_at"], reopened["resolved_by"]) == (False, None, "")


@pytest.mark.parametrize(
    ("sent", "path"),
    [
        ({}, "body"),
        ({"body": ""}, "body"),
        ({"body": "a\0b"}, "body"),
        ({"body": "Why?", "quote": "No such words."}, "quote"),
        ({"body": "Why?", "reply_to": "lcom_1"}, "reply_to"),
        ({"body": "Why?", "version": -1}, "version"),
        ({"body": "Why?", "line": 3}, "line"),
    ],
    ids=str,
)
def test_wrong_arguments_are_named_and_change_nothing(
    cast: Cast, document: Document, sent: dict[str, Any], path: str
) -> None:
    client = cast.client("member")
    before = everything()
    refused = client.post(path_of(document), sent, format="json")
    assert (refused.status_code, refused.json()["error"], refused.json()["path"]) == (
        400,
        "invalid_arguments",
        path,
    )
    assert everything() == before


def test_what_does_not_exist_here_is_not_found(cast: Cast, document: Document) -> None:
    client, stranger = cast.client("member"), cast.client("stranger")
    absent = "lcom_01ARZ3NDEKTSV4RRFFQ69G5FAV"
    before = everything()
    answers = [
        client.post(path_of(document), {"body": "Why?", "reply_to": absent}, format="json"),
        client.post(path_of(document), {"body": "Why?", "version": 7}, format="json"),
        client.put(f"{path_of(document)}{absent}/resolved/", {}, format="json"),
        stranger.get(path_of(document)),
        stranger.post(path_of(document), {"body": "Why?"}, format="json"),
    ]
    assert [answer.status_code for answer in answers] == [404] * len(answers)
    assert everything() == before


def test_a_visitor_is_asked_for_a_credential_even_where_the_document_is_public(
    cast: Cast, document: Document
) -> None:
    open_to(document, Access.PUBLIC)
    visitor = cast.client("visitor")
    before = everything()
    assert visitor.get(path_of(document)).status_code == 401
    assert visitor.post(path_of(document), {"body": "Why?"}, format="json").status_code == 401
    asked = visitor.get(f"/api/v1/documents/{document.pk}/", {"include": "comments"})
    assert (asked.status_code, asked.json()["error"]) == (403, "forbidden")
    assert visitor.get(f"/api/v1/documents/{document.pk}/").status_code == 200
    assert everything() == before


def test_a_token_belongs_to_its_query_and_statuses_are_words(cast: Cast, document: Document) -> None:
    client = cast.client("member")
    for _ in range(3):
        say(document, cast.caller("author"))
    page = client.get(path_of(document), {"page_size": 2}).json()
    assert len(page["items"]) == 2
    token = page["next_page_token"]
    rest = client.get(path_of(document), {"page_size": 2, "page_token": token}).json()
    assert (len(rest["items"]), rest["next_page_token"]) == (1, "")
    for asked in ({"page_token": token, "status": "all"}, {"status": "closed"}, {"page_size": 201}):
        assert client.get(path_of(document), asked).json()["error"] == "invalid_arguments"


def test_a_document_includes_its_open_threads_and_says_how_many(cast: Cast, document: Document) -> None:
    for _ in range(2):
        say(document, cast.caller("author"), quote=FULL)
    client = cast.client("named")
    address = f"/api/v1/documents/{document.pk}/"
    told = client.get(address, {"include": "comments"}).json()
    listed = client.get(path_of(document)).json()["items"]
    assert told["comments"] == {"items": listed, "total": 2}
    assert "comments" not in client.get(address).json()


@pytest.mark.parametrize("actor", ["owner", "member", "agent", "named", "partner"])
def test_a_read_costs_at_most_8_statements_however_many_threads_there_are(
    cast: Cast, document: Document, actor: str
) -> None:
    author, client = cast.caller("author"), cast.client(actor)
    # The first use of a key writes when it was.
    client.get(path_of(document))
    costs = []
    for rows in (10, 60):
        for _ in range(rows):
            first = say(document, author, quote=FULL)
            say(document, author, "Indeed.", reply_to=first.pk)
        for address, asked in (
            (path_of(document), {"page_size": 200}),
            (f"/api/v1/documents/{document.pk}/", {"include": "comments"}),
        ):
            with CaptureQueriesContext(connection) as captured:
                assert client.get(address, asked).status_code == 200
            costs.append(len(captured))
    assert costs[:2] == costs[2:]
    # A session is read with two statements more than a key.
    assert costs[0] <= 8
    assert costs[1] <= (8 if actor == "agent" else 11)
