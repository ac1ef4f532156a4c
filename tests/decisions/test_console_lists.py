"""The list of documents in the console: its filters, its chips and its pages."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.db.models import QuerySet
from django.utils import timezone

from decisions.domain.kinds import Kind, Status
from decisions.models import Document, Version
from decisions.services.listings import document_link
from spaces.services.spaces import space_create
from tests.cast import Cast
from tests.console import browser, list_of, rows

LIST = list_of("decisions_document")


def page(cast: Cast, name: str = "member", **query: Any) -> Any:
    answer = browser(cast, name).get(LIST, query)
    assert answer.status_code == 200
    return answer


def found(cast: Cast, name: str = "member", **query: Any) -> set[str]:
    return rows(page(cast, name, **query))


def changed(document: Document, **fields: Any) -> str:
    Document.objects.filter(pk=document.pk).update(**fields)
    return document.pk


def test_a_space_is_searched_alone_or_with_what_is_below_it(cast: Cast) -> None:
    owner = cast.caller("owner")
    below = space_create(account_id=cast.account.pk, name="Storage", parent_id=cast.space.pk, caller=owner)
    beside = space_create(account_id=cast.account.pk, name="Beside", caller=owner)
    here, there, linked = cast.document(), cast.document(space=below), cast.document(space=beside)
    document_link(document=linked, target_space_id=below.pk, caller=owner)
    assert found(cast, space=cast.space.pk) == {here.pk}
    assert found(cast, space=cast.space.pk, below="on") == {here.pk, there.pk, linked.pk}


def test_people_are_named_by_name_or_id_or_as_me(cast: Cast) -> None:
    member = cast.people["member"]
    mine, other = cast.document(caller=cast.caller("member")), cast.document()
    changed(other, decider=member)
    for said in ("me", "member", member.pk):
        assert found(cast, author=said) == {mine.pk}
        assert found(cast, decider=said) == {other.pk}
    assert found(cast, author="nobody-of-this-name") == set()
    assert found(cast, "owner", author="me") == set()


def test_several_statuses_find_any_of_them(cast: Cast) -> None:
    draft, rejected = cast.document(), cast.document()
    changed(rejected, status=Status.REJECTED)
    changed(cast.document(), status=Status.WITHDRAWN)
    assert found(cast, status=["draft", "rejected"]) == {draft.pk, rejected.pk}


def test_parts_are_found_by_what_they_are_part_of(cast: Cast) -> None:
    whole = cast.document()
    part = cast.document(parent_id=whole.pk)
    assert found(cast, part_of=whole.pk) == {part.pk}
    assert found(cast, part_of="RFC 1", space=cast.space.pk) == {part.pk}
    assert page(cast, part_of="RFC 1").context["cl"].filters.problems


def test_days_are_both_included(cast: Cast) -> None:
    today = timezone.localdate()
    old, new = cast.document(), cast.document()
    before = timezone.now() - timedelta(days=3)
    changed(old, updated_at=before, created_at=before, review_by=today - timedelta(days=3))
    changed(old, decided_version=1, decided_at=before)
    changed(new, review_by=today, decided_version=1, decided_at=timezone.now())
    for name in ("changed", "created", "decided", "review"):
        assert found(cast, **{f"{name}_from": today}) == {new.pk}
        assert found(cast, **{f"{name}_to": today}) == {old.pk, new.pk}
        assert found(cast, **{f"{name}_to": today - timedelta(days=3)}) == {old.pk}
        assert found(cast, **{f"{name}_from": today - timedelta(days=2), f"{name}_to": today}) == {new.pk}


def test_documents_with_findings_in_their_text_are_found(cast: Cast) -> None:
    clean, unfinished = cast.document(), cast.document(text="# T\n\nTODO\n")
    # Versions never change; for a test one does, past their own queryset.
    QuerySet(Version).filter(document=clean).update(findings_total=0)
    assert found(cast, findings="on") == {unfinished.pk}


def test_an_account_is_a_filter_and_shows_what_one_may_read_of_it(cast: Cast) -> None:
    partner = cast.caller("partner")
    there = space_create(account_id=cast.partner_account.pk, name="Theirs", caller=partner)
    theirs = cast.document(space=there, caller=partner)
    cast.document()
    assert found(cast, "partner", account=cast.partner_account.pk) == {theirs.pk}
    assert found(cast, "member", account=cast.partner_account.pk) == set()


def test_filters_combine_and_are_told_as_chips_that_lead_to_the_list_without_them(cast: Cast) -> None:
    adr = cast.document(kind=Kind.ADR)
    cast.document()
    shown = page(cast, kind="adr", status=["proposed", "accepted"], author="author")
    assert rows(shown) == {adr.pk}
    chips = list(shown.context["cl"].filters.chips())
    assert [(chip.label, chip.words) for chip in chips] == [
        ("Kind", "ADR"),
        ("Status", "proposed"),
        ("Status", "accepted"),
        ("Author", "author"),
    ]
    assert chips[1].without == "?kind=adr&status=accepted&author=author"
    assert chips[0].without == "?status=proposed&status=accepted&author=author"


@pytest.mark.parametrize(
    "query",
    [
        {"kind": "nothing"},
        {"status": "done"},
        {"space": "lab_00000000000000000000000000"},
        {"changed_from": "yesterday"},
        {"changed_from": "0001-01-01"},
        {"changed_to": "9999-12-31"},
        {"changed_from": "2026-02-02", "changed_to": "2026-02-01"},
        {"below": "on"},
        {"part_of": "nothing like it"},
        {"q": "---"},
        {"author": "x\0y"},
    ],
)
def test_a_value_that_is_none_finds_nothing_and_is_told(cast: Cast, query: dict[str, str]) -> None:
    cast.document()
    shown = page(cast, **query)
    assert rows(shown) == set()
    assert len(shown.context["cl"].filters.problems) == 1
    assert 'role="alert"' in shown.content.decode()


def test_what_is_typed_into_a_filter_stays_text(cast: Cast) -> None:
    html = page(cast, author="<script>alert(1)</script>", kind='"><img src=x>').content.decode()
    assert "<script>alert(1)" not in html
    assert "<img src=x>" not in html


def test_a_long_list_is_leafed_through_both_ways(cast: Cast) -> None:
    documents = [cast.document(f"Document {number}").pk for number in range(55)]
    changed(cast.document("Of another kind"), kind="prd")
    client = browser(cast, "member")
    first = client.get(LIST, {"kind": "rfc"}).context["cl"]
    assert [row.pk for row in first.result_list] == documents[:4:-1]
    assert (str(first.page.count), first.page.before_url) == ("55", "")
    second = client.get(LIST + first.page.after_url).context["cl"]
    assert [row.pk for row in second.result_list] == documents[4::-1]
    assert second.page.after_url == ""
    assert "50 of 55" in client.get(LIST, {"kind": "rfc"}).content.decode()
    assert 'rel="next"' in client.get(LIST, {"kind": "rfc"}).content.decode()
    again = client.get(LIST + second.page.before_url).context["cl"]
    assert again.result_list == first.result_list


def test_a_page_of_another_list_is_told_and_the_first_page_shown(cast: Cast) -> None:
    for number in range(52):
        cast.document(f"Document {number}")
    shown = page(cast)
    token = shown.context["cl"].page.leaf.after
    other = page(cast, kind="rfc", p=token)
    assert len(rows(other)) == 50
    assert [str(each) for each in other.context["messages"]]
    assert page(cast, p="made-up").context["cl"].page.leaf.before == ""


def test_a_search_keeps_its_order_from_page_to_page(cast: Cast) -> None:
    for number in range(53):
        cast.document(f"Queue {number}", text=f"# Queue {number}\n\n{'queue ' * number}\n")
    client = browser(cast, "member")
    first = client.get(LIST, {"q": "queue"}).context["cl"]
    cast.document("Queue", text="# Queue\n\n" + "queue " * 200)
    second = client.get(LIST + first.page.after_url).context["cl"]
    seen = [row.pk for row in (*first.result_list, *second.result_list)]
    assert len(set(seen)) == len(seen) == 53


def test_an_empty_list_says_what_would_be_there_and_a_narrowed_one_how_to_widen_it(cast: Cast) -> None:
    html = page(cast, "stranger").content.decode()
    assert "are listed here" in html
    assert list_of("decisions_document") + "add/" in html
    narrowed = page(cast, "stranger", kind="adr").content.decode()
    assert "are listed here" not in narrowed
    assert "Clear the filters" in narrowed


@pytest.mark.parametrize("day", [date(2026, 3, 1)])
def test_the_same_filters_are_taken_by_rest(cast: Cast, day: date) -> None:
    client = cast.client("member")
    draft = cast.document()
    old = changed(cast.document(), status=Status.REJECTED, review_by=day)
    for query, expected in (
        ({"statuses": "rejected,withdrawn"}, {old}),
        ({"review_by_to": "2026-03-01", "account_id": cast.account.pk}, {old}),
        ({"created_before": "2026-01-01"}, set()),
        ({"space_id": cast.space.pk, "below": "true", "status": "draft"}, {draft.pk}),
        ({"access": "team", "with_findings": "false", "review_by_from": "2026-03-02"}, set()),
    ):
        answer = client.get("/api/v1/documents/", query)
        assert answer.status_code == 200, answer.content
        assert {item["document_id"] for item in answer.json()["items"]} == expected
