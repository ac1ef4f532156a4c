"""Budgets that are the same on every machine: statements of a call, columns of a list, bytes of a page."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from decisions.domain.kinds import Kind, Status
from decisions.models import Alias, Document
from decisions.services.listings import document_link
from decisions.services.versions import version_add
from spaces.services.spaces import space_create
from tests.cast import Cast

READ_LIMIT = 8
WRITE_LIMIT = 16
PAGE_LIMIT = 24_000

ROWS = (10, 200)

# Every route that reads; {d} is a document with references, parts and listings, {s} its space.
READS = {
    "spaces": "/api/v1/spaces/?page_size=200",
    "space": "/api/v1/spaces/{s}/",
    "settings": "/api/v1/spaces/{s}/settings/",
    "documents": "/api/v1/documents/?page_size=200",
    "documents of a space": "/api/v1/documents/?space_id={s}&linked=true&in_force=false&page_size=200",
    "parts": "/api/v1/documents/?parent_id={d}",
    "search": "/api/v1/documents/?query=queue&page_size=200",
    "search in a space": "/api/v1/documents/?query=queue&space_id={s}&kind=rfc",
    "document": "/api/v1/documents/{d}/",
    "document by reference": "/api/v1/documents/rfc-1/?space_id={s}",
    "document with everything": "/api/v1/documents/{d}/?include=text,outline,findings,links",
    "old version": "/api/v1/documents/{d}/?version=1",
    "old version with everything": "/api/v1/documents/{d}/?version=1&include=text,outline,findings,links",
    "versions": "/api/v1/documents/{d}/versions/?page_size=200",
    "diff": "/api/v1/documents/{d}/diff/?from_version=1",
    "absent document": "/api/v1/documents/ldoc_00000000000000000000000000/",
}
LISTS = ("spaces", "documents", "documents of a space", "search", "versions")

_TRANSACTION = re.compile(r"^(SAVEPOINT|RELEASE SAVEPOINT|BEGIN|COMMIT|ROLLBACK)", re.IGNORECASE)


def statements(call: Callable[[], Any], *, status: int = 200) -> list[str]:
    """The SQL of a call but for what begins and ends transactions."""
    with CaptureQueriesContext(connection) as captured:
        response = call()
    assert response.status_code == status, response.content[:300]
    return [each["sql"] for each in captured.captured_queries if not _TRANSACTION.match(each["sql"])]


def fill(cast: Cast, rows: int) -> Document:
    """So many documents, versions, parts, listings and spaces around one document, which is returned."""
    owner = cast.caller("owner")
    names = " ".join(f"RFC {number}" for number in range(1, min(rows, 60)))
    document = cast.document("Queue 0", text=f"# Queue 0\n\n{names} ADR 40, PRD 99\n")
    other = cast.document("Queue former", kind=Kind.ADR)
    Alias.objects.create(space=cast.space, kind="adr", number=40, part=0, document=other)
    for number in range(1, rows):
        made = cast.document(
            f"Queue {number}",
            text=f"# Queue {number}\n\nThe queue of RFC 1.\n",
            parent_id=document.pk if number % 5 == 0 else None,
            caller=owner,
        )
        space = space_create(account_id=cast.account.pk, name=f"Space {number}", caller=owner)
        if number % 5 == 1:
            Document.objects.filter(pk=made.pk).update(status=Status.SUPERSEDED, successor=other)
            document_link(document=document, target_space_id=space.pk, caller=owner)
        version_add(
            document=document,
            base_version=number,
            text=f"# Queue 0\n\nqueue {number} {names} ADR 40, PRD 99\n",
            caller=owner,
        )
    return document


def with_key(cast: Cast, name: str) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {cast.key_of(name)}")
    # The first use of a key writes when it was; the budget is for every later call.
    client.get("/api/v1/spaces/")
    return client


@pytest.mark.parametrize("rows", ROWS)
def test_no_read_or_save_takes_more_statements_than_the_budget_whoever_asks(cast: Cast, rows: int) -> None:
    document = fill(cast, rows)
    cast.people["owner"].is_superuser = cast.people["owner"].is_staff = True
    cast.people["owner"].save()
    clients = {name: with_key(cast, name) for name in ("member", "manager", "owner")}
    counts: dict[str, dict[str, int]] = {}
    for name, route in READS.items():
        status = 404 if name == "absent document" else 200
        path = route.format(d=document.pk, s=cast.space.pk)
        sql = {
            actor: statements(partial(client.get, path), status=status) for actor, client in clients.items()
        }
        counts[name] = {actor: len(each) for actor, each in sql.items()}
        if name in LISTS:
            loaded = [each for lines in sql.values() for each in lines if _loads_a_text(each)]
            assert not loaded, (name, loaded)
    over = {name: each for name, each in counts.items() if max(each.values()) > READ_LIMIT}
    assert not over
    unequal = {name: each for name, each in counts.items() if len(set(each.values())) > 1}
    assert not unequal
    _saves_within_the_budget(clients["member"], document, base=rows)


def _loads_a_text(sql: str) -> bool:
    return bool(
        re.search(r'"decisions_version"\."(text|findings|references)"', sql.split(" FROM ", maxsplit=1)[0])
    )


def _saves_within_the_budget(client: APIClient, document: Document, *, base: int) -> None:
    path = f"/api/v1/documents/{document.pk}/versions/"
    sent = {"base_version": base, "text": "# Queue 0\n\nRFC 1, RFC 2, ADR 40\n\n## Status log\n\n"}
    sent["text"] += "".join(f"- 2026-11-30 draft by @author: {number}\n" for number in range(base))
    assert len(statements(lambda: client.post(path, sent))) <= WRITE_LIMIT
    unchanged = statements(lambda: client.post(path, {**sent, "base_version": base + 1}))
    assert len(unchanged) <= WRITE_LIMIT
    conflict = statements(lambda: client.post(path, sent), status=409)
    assert len(conflict) <= WRITE_LIMIT


def test_what_may_not_be_read_takes_the_same_statements_as_what_is_absent(cast: Cast) -> None:
    """In place of seconds, which a busy machine blurs: the same work is the same statements."""
    document = cast.document(level=4)
    client = with_key(cast, "member")

    def shape(document_id: str, route: str) -> list[str]:
        path = f"/api/v1/documents/{document_id}/{route}"
        lines = statements(partial(client.get, path), status=404)
        # The id asked for and the time it is are all that may differ.
        return [re.sub(r"'[^']*'", "?", line) for line in lines]

    for route in ("", "versions/", "diff/"):
        assert shape(document.pk, route) == shape("ldoc_00000000000000000000000000", route), route


def test_a_page_of_50_documents_is_small(cast: Cast) -> None:
    title = "How the gateway limits what a client sends in one minute"
    for number in range(50):
        cast.document(f"{title} {number:02}", text="# x\n")
    response = with_key(cast, "member").get("/api/v1/documents/")
    assert len(response.json()["items"]) == 50
    assert len(response.content) <= PAGE_LIMIT
