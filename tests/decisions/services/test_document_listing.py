"""Lists of documents: each filter, their order, and who sees what in them."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from decisions.domain.kinds import Kind, Status
from decisions.models import Document
from decisions.services.document_listing import document_list
from decisions.services.listings import document_link
from spaces.domain.access import Access
from spaces.kernel.errors import DomainError
from spaces.services.spaces import space_create
from tests.cast import Cast


def titles(cast: Cast, actor: str = "member", **filters: Any) -> list[str]:
    return [document.title for document in document_list(cast.caller(actor), filters).rows]


@pytest.fixture
def documents(cast: Cast) -> dict[str, Document]:
    owner = cast.caller("owner")
    other = space_create(account_id=cast.account.pk, name="Other", caller=owner)
    made = {"parent": cast.document("parent")}
    made["part"] = cast.document("part", parent_id=made["parent"].pk)
    made["prd"] = cast.document("prd", kind=Kind.PRD, caller=owner)
    made["elsewhere"] = cast.document("elsewhere", space=other)
    made["secret"] = cast.document("secret", level=Access.INTERNAL)
    document_link(document=made["elsewhere"], target_space_id=cast.space.pk, caller=owner)
    return made


def test_a_list_is_last_changed_first_and_leaves_out_what_one_may_not_read(
    cast: Cast, documents: dict[str, Document]
) -> None:
    assert titles(cast) == ["elsewhere", "prd", "part", "parent"]
    assert titles(cast, "owner") == ["secret", "elsewhere", "prd", "part", "parent"]
    assert titles(cast, "stranger") == titles(cast, "visitor") == []


def test_each_filter_narrows_the_list(cast: Cast, documents: dict[str, Document]) -> None:
    here, author = cast.space.pk, cast.people["author"].pk
    Document.objects.filter(title="part").update(decider=cast.people["manager"])
    for filters, expected in (
        ({"space_id": here}, ["prd", "part", "parent"]),
        ({"space_id": here, "linked": True}, ["elsewhere", "prd", "part", "parent"]),
        ({"space_id": here, "linked": False}, ["prd", "part", "parent"]),
        ({"kind": Kind.PRD}, ["prd"]),
        ({"status": Status.DRAFT, "kind": Kind.RFC}, ["elsewhere", "part", "parent"]),
        ({"status": Status.PROPOSED}, []),
        ({"author": author}, ["elsewhere", "part", "parent"]),
        ({"author": author, "kind": Kind.PRD}, []),
        ({"decider": cast.people["manager"].pk}, ["part"]),
        ({"parent_id": documents["parent"].pk}, ["part"]),
        ({"parent_id": "rfc 1", "space_id": here}, ["part"]),
        ({"in_force": False}, ["elsewhere", "prd", "part", "parent"]),
        ({"in_force": True}, []),
    ):
        assert titles(cast, **filters) == expected, filters


def test_in_force_leaves_out_parts_of_what_is_superseded(cast: Cast, documents: dict[str, Document]) -> None:
    Document.objects.filter(title__in=["part", "parent", "elsewhere"]).update(status=Status.ACCEPTED)
    assert titles(cast, in_force=True) == ["elsewhere", "part", "parent"]
    Document.objects.filter(title="parent").update(status=Status.SUPERSEDED)
    assert titles(cast, in_force=True) == ["elsewhere"]


def test_updated_since_includes_its_moment(cast: Cast, documents: dict[str, Document]) -> None:
    moment = datetime(2026, 5, 1, tzinfo=UTC)
    Document.objects.filter(title="part").update(updated_at=moment)
    Document.objects.filter(title="parent").update(updated_at=moment - timedelta(microseconds=1))
    assert titles(cast, updated_since=moment) == ["elsewhere", "prd", "part"]
    assert titles(cast, updated_since=timezone.now() + timedelta(days=1)) == []


@pytest.mark.parametrize(
    ("filters", "code"),
    [
        ({"space_id": "lab_00000000000000000000000000"}, "not_found"),
        ({"parent_id": "ldoc_00000000000000000000000000"}, "not_found"),
        ({"parent_id": "rfc 1"}, "invalid_arguments"),
        ({"parent_id": "nonsense"}, "invalid_arguments"),
        ({"page_size": 201}, "invalid_arguments"),
        ({"page_token": "x"}, "invalid_arguments"),
        ({"query": "x", "page_token": "x"}, "invalid_arguments"),
        ({"query": "x", "page_size": 201}, "invalid_arguments"),
    ],
)
def test_what_names_nothing_is_refused(cast: Cast, filters: dict[str, Any], code: str) -> None:
    with pytest.raises(DomainError) as refused:
        titles(cast, **filters)
    assert refused.value.code == code


def test_the_parts_of_a_parent_one_may_not_read_are_told_like_those_of_an_absent_one(
    cast: Cast, documents: dict[str, Document]
) -> None:
    Document.objects.filter(title="parent").update(access=Access.INTERNAL)
    told = []
    for parent_id in (documents["parent"].pk, "ldoc_00000000000000000000000000"):
        with pytest.raises(DomainError) as refused:
            titles(cast, parent_id=parent_id)
        told.append(refused.value.body())
    assert told[0] == told[1]


def test_a_linked_document_stays_hidden_from_who_may_not_read_it(
    cast: Cast, documents: dict[str, Document]
) -> None:
    Document.objects.filter(title="elsewhere").update(access=Access.INTERNAL)
    assert "elsewhere" not in titles(cast, space_id=cast.space.pk, linked=True)
    Document.objects.filter(title="elsewhere").update(access=Access.PARTNER)
    # Another space of the account names no partner: the link gives its readers no rights.
    assert titles(cast, "partner", space_id=cast.space.pk, linked=True) == []


def test_a_list_pages_through_everything_once(cast: Cast, documents: dict[str, Document]) -> None:
    seen: list[str] = []
    filters: dict[str, Any] = {"page_size": 2}
    while True:
        page = document_list(cast.caller("owner"), filters)
        seen += [document.title for document in page.rows]
        if not page.next_page_token:
            break
        filters["page_token"] = page.next_page_token
    assert seen == ["secret", "elsewhere", "prd", "part", "parent"]
