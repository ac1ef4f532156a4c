"""The pages of a document take as many statements for many rows as for few."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from decisions.models import Comment, CommentThread, Document, StatusLine, Version
from decisions.services.comments import comment_add
from spaces.kernel.ids import new_id
from tests.cast import Cast
from tests.console import address, browser
from tests.decisions.talk import FULL, TEXT, save

# Session, person, memberships, the menu's three counts, the document with its space; then each page's own.
LIMITS = {
    "change": 16,
    "discussion": 16,
    "judging": 17,
    "versions": 16,
    "timeline": 15,
    "carrying": 16,
    "details": 21,
}


def versions(cast: Cast, document: Document, count: int) -> None:
    first = Version.objects.get(document=document, number=document.current_version)
    fields = {
        each.attname: getattr(first, each.attname) for each in Version._meta.fields if each.name != "id"
    }
    more = range(document.current_version + 1, document.current_version + count + 1)
    Version.objects.bulk_create(Version(**{**fields, "number": number}) for number in more)
    Document.objects.filter(pk=document.pk).update(current_version=more[-1])
    document.refresh_from_db()


def threads(cast: Cast, document: Document, count: int) -> None:
    caller = cast.caller("member")
    first = comment_add(document=document, body="Why?", quote=FULL, caller=caller)
    row = CommentThread.objects.get(pk=first.pk)
    fields = {e.attname: getattr(row, e.attname) for e in CommentThread._meta.fields if e.name != "id"}
    ids = [new_id("lcom") for _ in range(count - 1)]
    CommentThread.objects.bulk_create(CommentThread(id=pk, **fields) for pk in ids)
    Comment.objects.bulk_create(
        Comment(
            id=pk if place == 0 else new_id("lcom"),
            thread_id=pk,
            version=1,
            author=cast.people["owner"],
            byline="owner",
            body=f"Said {pk} {place}",
            created_at=timezone.now(),
        )
        for pk in ids
        for place in range(2)
    )


def findings_and_citations(cast: Cast, document: Document, count: int) -> None:
    for number in range(min(count, 40)):
        cast.document(f"Cited {number}", text="# T\n\nRFC 1\n")
    named = "\n\n".join(f"TODO as RFC {number} says." for number in range(2, count + 2))
    save(document, f"{TEXT}\n{named}\n", cast.caller("author"))


def lines(cast: Cast, document: Document, count: int) -> None:
    have = StatusLine.objects.filter(document=document).count()
    StatusLine.objects.bulk_create(
        StatusLine(
            document=document,
            account=cast.account,
            space=cast.space,
            position=have + place,
            line=0,
            day=timezone.now().date(),
            status="draft",
        )
        for place in range(count)
    )


MANY: dict[str, Callable[[Cast, Document, int], Any]] = {
    "versions": versions,
    "threads": threads,
    "findings and citations": findings_and_citations,
    "status lines": lines,
}


def statements(cast: Cast, document: Document) -> dict[str, int]:
    counts = {}
    client = browser(cast, "member")
    for page in LIMITS:
        client.get(address(document, page))
        with CaptureQueriesContext(connection) as captured:
            assert client.get(address(document, page)).status_code == 200
        counts[page] = len(captured)
    return counts


@pytest.mark.parametrize("rows", MANY)
def test_the_pages_of_a_document_take_as_many_statements_for_200_rows_as_for_10(
    cast: Cast, rows: str
) -> None:
    counts = []
    document = cast.document(text=TEXT)
    for many in (10, 200):
        MANY[rows](cast, document, many)
        counts.append(statements(cast, document))
    assert counts[0] == counts[1]
    assert {page: count for page, count in counts[0].items() if count > LIMITS[page]} == {}
