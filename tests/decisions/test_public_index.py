"""An account's public documents: who is listed, how the list is narrowed and paged, and who sees none."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from decisions.domain.kinds import Kind
from decisions.models import Document
from spaces.domain.access import Access
from spaces.services.spaces import space_create
from tests.cast import Cast
from tests.console import browser

ABSENT = "acct_01ARZ3NDEKTSV4RRFFQ69G5FAV"


def index(account_id: str) -> str:
    return reverse("public-account", args=[account_id])


def listed(client: Client, cast: Cast, **query: str) -> list[str]:
    answer = client.get(index(cast.account.pk), query)
    assert answer.status_code == 200
    return [each.pk for each in answer.context["documents"]]


def many(cast: Cast, count: int, **fields: Any) -> list[Document]:
    """So many public documents, written at once."""
    start = Document.objects.count() + 1
    common = {"account": cast.account, "space": cast.space, "kind": "rfc", "status": "draft", "access": 0}
    author = cast.people["author"]
    made = [
        Document(**{**common, **fields}, author=author, number=start + place, title=f"Public {place}")
        for place in range(count)
    ]
    for each in made:
        each.updated_at = cast.space.created_at
    return Document.objects.bulk_create(made)


@pytest.mark.parametrize("name", ["visitor", "stranger", "owner"])
def test_an_index_lists_public_documents_alone_newest_first_whoever_asks(cast: Cast, name: str) -> None:
    made = [cast.document(f"A {level}", level=level) for level in (*Access, Access.PUBLIC)]
    assert listed(browser(cast, name), cast) == [made[-1].pk, made[0].pk]


@pytest.mark.parametrize("account_id", [ABSENT, "nonsense", "lab_01ARZ3NDEKTSV4RRFFQ69G5FAV", "acct_%00"])
def test_an_account_without_public_documents_is_the_404_of_an_absent_one(cast: Cast, account_id: str) -> None:
    for level in list(Access)[1:]:
        cast.document(level=level)
    client = browser(cast, "owner")
    answers = [client.get(index(each)) for each in (cast.account.pk, account_id)]
    assert [answer.status_code for answer in answers] == [404, 404]
    assert answers[0].content == answers[1].content
    assert dict(answers[0].headers) == dict(answers[1].headers)
    assert cast.account.name not in answers[0].content.decode()


def test_a_list_is_narrowed_by_kind_status_and_space(cast: Cast) -> None:
    other = space_create(account_id=cast.account.pk, name="Storage", caller=cast.caller("owner"))
    rfc = cast.document("A", level=Access.PUBLIC)
    adr = cast.document("B", kind=Kind.ADR, space=other, level=Access.PUBLIC)
    hidden = space_create(account_id=cast.account.pk, name="Secret plans", caller=cast.caller("owner"))
    cast.document("C", space=hidden)
    client = browser(cast, "visitor")
    assert listed(client, cast, kind="rfc") == [rfc.pk]
    assert listed(client, cast, status="proposed") == [adr.pk]
    assert listed(client, cast, space=other.pk, kind="adr") == [adr.pk]
    assert listed(client, cast, space=other.pk, kind="rfc") == []
    for name in ("kind", "status", "space"):
        assert listed(client, cast, **{name: "x\x00"}) == []
    # A space that shows nothing is like one that never was.
    assert listed(client, cast, space=hidden.pk) == []
    page = client.get(index(cast.account.pk))
    assert [space.pk for space in page.context["spaces"]] == [cast.space.pk, other.pk]
    assert "Secret plans" not in page.content.decode()


def test_a_long_list_is_reached_page_by_page_and_a_foreign_page_is_absent(cast: Cast) -> None:
    made = many(cast, 120)
    client = browser(cast, "visitor")
    seen: list[str] = []
    query = "?"
    while query:
        answer = client.get(index(cast.account.pk) + query)
        seen += [each.pk for each in answer.context["documents"]]
        query = f"?{answer.context['older']}" if answer.context["older"] else ""
        # What is added meanwhile moves nothing.
        cast.document(kind=Kind.ADR, level=Access.PUBLIC)
    assert seen == [each.pk for each in reversed(made)]
    older = client.get(index(cast.account.pk)).context["older"]
    assert client.get(f"{index(cast.account.pk)}?{older}&kind=rfc").status_code == 404
    assert client.get(index(cast.account.pk), {"page_token": "made-up"}).status_code == 404


def test_an_index_is_kept_until_it_changes_and_gives_no_cookie(cast: Cast) -> None:
    documents = [cast.document(level=Access.PUBLIC) for _ in range(2)]
    client = browser(cast, "visitor")
    first = client.get(index(cast.account.pk))
    assert (first["Cache-Control"], first.cookies.output()) == ("no-cache", "")
    kept = {"HTTP_IF_NONE_MATCH": first["ETag"]}
    assert client.get(index(cast.account.pk), **kept).status_code == 304
    Document.objects.filter(pk=documents[0].pk).update(access=Access.TEAM)
    assert client.get(index(cast.account.pk), **kept).status_code == 200
    Document.objects.update(access=Access.TEAM)
    assert client.get(index(cast.account.pk), **kept).status_code == 404
    assert client.post(index(cast.account.pk)).status_code == 405


def test_a_list_may_send_its_own_form_and_runs_nothing(cast: Cast) -> None:
    cast.document(level=Access.PUBLIC)
    answer = browser(cast, "visitor").get(index(cast.account.pk))
    rules = dict(rule.split(" ", 1) for rule in answer["Content-Security-Policy"].split("; "))
    assert (rules["default-src"], rules["form-action"]) == ("'none'", "'self'")
    assert "<script" not in answer.content.decode()


def test_an_index_takes_as_many_statements_for_many_rows_as_for_few(cast: Cast) -> None:
    client = browser(cast, "visitor")
    counts = []
    for rows in (10, 200):
        many(cast, rows)
        with CaptureQueriesContext(connection) as captured:
            assert client.get(index(cast.account.pk)).status_code == 200
        counts.append(len(captured))
    assert counts == [3, 3]


def test_search_engines_are_told_to_read_the_public_pages_alone(cast: Cast) -> None:
    answer = browser(cast, "visitor").get("/robots.txt")
    assert answer["Content-Type"].startswith("text/plain")
    lines = answer.content.decode().splitlines()
    assert lines == ["User-agent: *", "Allow: /public/", "Disallow: /"]
    assert not answer.cookies
