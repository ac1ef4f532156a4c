"""Keyset pages: nothing skipped, nothing twice, and a token that fits its own query only."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rest_framework import serializers
from rest_framework.utils.encoders import JSONEncoder

from spaces.kernel.answers import MAX_PAGE_BYTES, page_body
from spaces.kernel.errors import DomainError
from spaces.kernel.ids import new_id
from spaces.kernel.paging import Page, page_of, page_size_of
from spaces.kernel.serializers import Output
from spaces.models import AuditEntry

ORDER = ("-at", "-id")
START = datetime(2026, 1, 1, tzinfo=UTC)


class Row(Output):
    id = serializers.CharField(source="pk")
    byline = serializers.CharField()


def add(count: int, minute: int, byline: str = "ana") -> set[str]:
    """So many rows of one moment, so that their order hangs on the last column."""
    made = [
        AuditEntry(at=START + timedelta(minutes=minute), byline=byline, act="x.tested", object_id="x")
        for _ in range(count)
    ]
    AuditEntry.objects.bulk_create(made)
    return {row.pk for row in made}


def entries() -> Any:
    return AuditEntry.objects.filter(act="x.tested")


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    first=st.lists(st.integers(0, 5), max_size=12),
    meanwhile=st.lists(st.integers(-2, 8), max_size=6),
    size=st.integers(1, 5),
)
@pytest.mark.django_db
def test_rows_added_meanwhile_never_make_a_page_skip_or_repeat_a_row(
    first: list[int], meanwhile: list[int], size: int
) -> None:
    # Examples share the test's transaction: each has rows of its own.
    name = new_id("user")
    known = {pk for minute in first for pk in add(1, minute, name)}
    later = iter(meanwhile)
    query: dict[str, Any] = {"page_size": size, "since": "2026"}
    seen: list[str] = []
    while True:
        page = page_of(entries().filter(byline=name), order=ORDER, query=query)
        assert len(page.rows) <= size
        seen += [row.pk for row in page.rows]
        if not page.next_page_token:
            break
        query["page_token"] = page.next_page_token
        add(1, next(later, 0), name)
    assert len(seen) == len(set(seen))
    assert known <= set(seen)


@pytest.mark.django_db
def test_pages_follow_the_order_and_the_last_token_is_empty() -> None:
    for minute in (3, 1, 2):
        add(3, minute)
    whole = list(entries().order_by(*ORDER).values_list("pk", flat=True))
    query: dict[str, Any] = {"page_size": 3}
    paged: list[str] = []
    tokens: list[str] = []
    for _ in range(3):
        page = page_of(entries(), order=ORDER, query=query)
        paged += [row.pk for row in page.rows]
        tokens.append(page.next_page_token)
        query["page_token"] = page.next_page_token
    assert paged == whole
    assert tokens[-1] == ""
    assert all(tokens[:-1])


@pytest.fixture
def token(db: None) -> str:
    add(3, 0)
    return page_of(entries(), order=ORDER, query={"page_size": 1, "kind": "rfc"}).next_page_token


@pytest.mark.parametrize(
    ("change", "query"),
    [
        ("as it was", {"kind": "prd"}),
        ("as it was", {}),
        ("as it was", {"kind": "rfc", "status": "draft"}),
        ("cut", {"kind": "rfc"}),
        ("altered", {"kind": "rfc"}),
        ("made up", {"kind": "rfc"}),
        ("lone surrogate", {"kind": "rfc"}),
    ],
)
def test_a_token_of_another_query_or_an_altered_one_is_refused(
    token: str, change: str, query: dict[str, Any]
) -> None:
    sent = {
        "as it was": token,
        "cut": token[:-1],
        "altered": token[:3] + ("A" if token[3] != "A" else "B") + token[4:],
        "made up": "page-2",
        "lone surrogate": "\ud800",
    }[change]
    with pytest.raises(DomainError) as refused:
        page_of(entries(), order=ORDER, query={"page_token": sent, **query})
    assert (refused.value.code, refused.value.path) == ("invalid_arguments", "page_token")


def test_a_token_serves_its_query_whatever_the_page_size(token: str) -> None:
    page = page_of(entries(), order=ORDER, query={"kind": "rfc", "page_size": 200, "page_token": token})
    assert len(page.rows) == 2


@pytest.mark.parametrize(("asked", "given"), [({}, 50), ({"page_size": 0}, 50), ({"page_size": 200}, 200)])
def test_the_page_size_has_a_default(asked: dict[str, int], given: int) -> None:
    assert page_size_of(asked) == given


@pytest.mark.parametrize("asked", [201, -1, 10**9])
def test_a_page_size_over_the_maximum_is_refused(asked: int) -> None:
    with pytest.raises(DomainError) as refused:
        page_size_of({"page_size": asked})
    assert (refused.value.code, refused.value.path) == ("invalid_arguments", "page_size")


@pytest.mark.django_db
def test_a_page_that_would_grow_too_large_is_cut_at_a_row_with_a_token_to_go_on() -> None:
    for minute in range(40):
        add(10, minute, byline="ж" * 300)
    query: dict[str, Any] = {"page_size": 200}
    seen: list[str] = []
    while True:
        body = page_body(page_of(entries(), order=ORDER, query=query), Row())
        text = json.dumps(body, cls=JSONEncoder, ensure_ascii=False, separators=(",", ":"))
        assert len(text.encode()) <= MAX_PAGE_BYTES
        assert body["items"]
        seen += [item["id"] for item in body["items"]]
        if not body["next_page_token"]:
            break
        query["page_token"] = body["next_page_token"]
    assert seen == list(entries().order_by(*ORDER).values_list("pk", flat=True))


def test_a_single_row_larger_than_a_page_is_shown_all_the_same() -> None:
    large = AuditEntry(byline="x" * (2 * MAX_PAGE_BYTES))
    page = Page(rows=[large, AuditEntry(byline="y")], next_page_token="", token_after=lambda row: "more")
    body = page_body(page, Row())
    assert [len(body["items"]), body["next_page_token"]] == [1, "more"]
