"""Moving a document to another space of its account."""

import pytest

from decisions.domain.kinds import Kind, Status
from decisions.models import Alias, Document, DocumentListing
from decisions.querysets import document_for
from decisions.services.document_listing import document_list
from decisions.services.listings import document_link
from decisions.services.relocation import document_relocate
from spaces.domain.access import Access
from spaces.kernel.errors import DomainError
from spaces.models import AuditEntry, Space
from spaces.services.spaces import space_create
from tests.cast import Cast


@pytest.fixture
def elsewhere(cast: Cast) -> Space:
    space = space_create(account_id=cast.account.pk, name="Elsewhere", caller=cast.caller("owner"))
    cast.document(space=space)
    return space


def test_it_gets_the_next_number_there_and_answers_to_its_former_reference(
    cast: Cast, elsewhere: Space
) -> None:
    document = cast.document()
    part = cast.document(title="Part", parent_id=document.pk)
    moved = document_relocate(document=document, target_space_id=elsewhere.pk, caller=cast.caller("author"))
    member = cast.caller("member")
    assert str(moved.reference) == "RFC 2"
    assert document_for(member, "RFC 1", cast.space.pk).pk == document.pk
    assert document_for(member, "RFC 1.1", cast.space.pk).pk == part.pk
    assert document_for(member, "rfc-2.1", elsewhere.pk).pk == part.pk
    found = {query: document_list(member, {"query": query}).rows for query in ('"RFC 2"', '"RFC 2.1"')}
    assert document.pk in [row.pk for row in found['"RFC 2"']]
    assert [row.pk for row in found['"RFC 2.1"']] == [part.pk]


def test_its_former_number_is_not_given_again(cast: Cast, elsewhere: Space) -> None:
    document_relocate(document=cast.document(), target_space_id=elsewhere.pk, caller=cast.caller("author"))
    assert str(cast.document().reference) == "RFC 2"


def test_the_floor_of_the_new_home_holds_at_once(cast: Cast) -> None:
    closed = space_create(
        account_id=cast.account.pk,
        name="Closed",
        access_floor=Access.INTERNAL,
        caller=cast.caller("owner"),
    )
    document = cast.document()
    part = cast.document(title="Part", parent_id=document.pk)
    document_relocate(document=document, target_space_id=closed.pk, caller=cast.caller("manager"))
    levels = Document.objects.filter(pk__in=[document.pk, part.pk]).values_list("access", flat=True)
    assert set(levels) == {Access.INTERNAL}


def test_a_listing_in_its_new_home_is_no_second_row(cast: Cast, elsewhere: Space) -> None:
    document = cast.document()
    document_link(document=document, target_space_id=elsewhere.pk, caller=cast.caller("author"))
    document_relocate(document=document, target_space_id=elsewhere.pk, caller=cast.caller("author"))
    assert not DocumentListing.objects.filter(document=document).exists()


def test_the_audit_log_tells_both_homes(cast: Cast, elsewhere: Space) -> None:
    document = cast.document()
    document_relocate(document=document, target_space_id=elsewhere.pk, caller=cast.caller("author"))
    entry = AuditEntry.objects.get(act="document.relocated")
    assert (entry.before["reference"], entry.after["reference"]) == ("RFC 1", "RFC 2")
    assert entry.after["space_id"] == elsewhere.pk


@pytest.mark.parametrize(
    ("actor", "code"),
    [
        ("member", "forbidden"),
        ("named", "not_found"),
        ("partner", "not_found"),
        ("stranger", "not_found"),
        ("assistant", "person_required"),
        ("agent", "person_required"),
    ],
)
def test_nobody_else_moves_it(cast: Cast, elsewhere: Space, actor: str, code: str) -> None:
    document = cast.document()
    with pytest.raises(DomainError) as refusal:
        document_relocate(document=document, target_space_id=elsewhere.pk, caller=cast.caller(actor))
    assert refusal.value.code == code
    document.refresh_from_db()
    assert document.space_id == cast.space.pk
    assert not Alias.objects.exists()


def test_a_tie_of_superseding_holds_it_where_it_is(cast: Cast, elsewhere: Space) -> None:
    old, new = cast.document(kind=Kind.ADR), cast.document(kind=Kind.ADR)
    Document.objects.filter(pk=old.pk).update(status=Status.SUPERSEDED, successor=new)
    for document in (old, new):
        document.refresh_from_db()
        with pytest.raises(DomainError) as refusal:
            document_relocate(document=document, target_space_id=elsewhere.pk, caller=cast.caller("manager"))
        assert refusal.value.code == "forbidden"
    assert not Alias.objects.exists()


def test_a_part_and_a_space_of_another_account_are_no_way_to_go(cast: Cast, elsewhere: Space) -> None:
    document = cast.document()
    part = cast.document(title="Part", parent_id=document.pk)
    theirs = space_create(account_id=cast.partner_account.pk, name="Theirs", caller=cast.caller("partner"))
    for moved, target, code in (
        (part, elsewhere.pk, "invalid_arguments"),
        (document, cast.space.pk, "invalid_arguments"),
        (document, theirs.pk, "not_found"),
    ):
        with pytest.raises(DomainError) as refusal:
            document_relocate(document=moved, target_space_id=target, caller=cast.caller("author"))
        assert refusal.value.code == code
