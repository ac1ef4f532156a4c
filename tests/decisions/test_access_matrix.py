"""Who reads what: one function about one document, its twin about lists, over every case there is."""

from itertools import product

import pytest

from decisions.domain.kinds import Kind
from decisions.models import Document
from decisions.querysets import document_for, documents_visible_to, may_read
from decisions.services.document_access import preview_link_renew, reader_add
from decisions.services.documents import document_create
from spaces.domain.access import Access
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError
from spaces.services.spaces import space_create, space_update
from tests.cast import Cast

ACTORS = (
    "owner",
    "manager",
    "member",
    "author",
    "named",
    "partner",
    "stranger",
    "visitor",
    "assistant",
    "agent",
)
FLOORS: tuple[Access | None, ...] = (None, *Access)

# product.md §5, written out: the most closed level each actor reads. The author is a member here.
REACH = {
    "owner": Access.INTERNAL,
    "manager": Access.INTERNAL,
    "author": Access.INTERNAL,
    "member": Access.TEAM,
    "assistant": Access.TEAM,
    "agent": Access.TEAM,
    "named": Access.TEAM,
    "partner": Access.PARTNER,
    "link holder": Access.PREVIEW,
    "visitor": Access.PUBLIC,
    "stranger": Access.PUBLIC,
}


def _documents(cast: Cast) -> dict[tuple[Access, Access | None], Document]:
    """One document for each level under each floor, named for `named` and with a preview link."""
    owner, author = cast.caller("owner"), cast.caller("author")
    made: dict[tuple[Access, Access | None], Document] = {}
    for floor in FLOORS:
        space = space_create(
            account_id=cast.account.pk, name=f"floor {floor}", parent_id=cast.space.pk, caller=owner
        )
        for level in Access:
            document = document_create(
                space=space, kind=Kind.RFC, title="x", text="# x", caller=author
            ).document
            reader_add(document=document, reader=cast.people["named"], caller=author)
            preview_link_renew(document=document, caller=author)
            Document.objects.filter(pk=document.pk).update(access=level)
            made[level, floor] = document
        # The floor comes last, as it does in life: it closes what is more open.
        space_update(space=space, changes={"access_floor": floor}, caller=owner)
    for document in made.values():
        document.refresh_from_db()
    return made


def _doors(document: Document, caller: Caller) -> dict[str, bool]:
    told = ""
    try:
        document_for(caller, document.pk)
    except DomainError as error:
        told = error.code
    assert told in ("", "not_found")
    return {
        "may_read": may_read(document, caller),
        "queryset": documents_visible_to(caller, by_id=True).filter(pk=document.pk).exists(),
        "door": not told,
    }


def test_each_actor_reads_exactly_what_the_contract_says_by_every_door(cast: Cast) -> None:
    documents = _documents(cast)
    for actor in ACTORS:
        caller = cast.caller(actor)
        for (level, floor), document in documents.items():
            in_force = level if floor is None else max(level, floor)
            assert document.level is in_force
            expected = in_force <= REACH[actor]
            assert _doors(document, caller) == dict.fromkeys(("may_read", "queryset", "door"), expected), (
                actor,
                level,
                floor,
            )


def test_a_list_shows_what_the_actor_reads_except_what_is_merely_public(cast: Cast) -> None:
    documents = _documents(cast)
    for actor in ACTORS:
        listed = set(documents_visible_to(cast.caller(actor)).values_list("pk", flat=True))
        belongs = actor not in ("visitor", "stranger")
        expected = {
            document.pk for document in documents.values() if belongs and document.access <= REACH[actor]
        }
        assert listed == expected, actor


def test_a_preview_link_opens_its_own_document_up_to_preview_and_no_other(cast: Cast) -> None:
    documents = _documents(cast)
    for document in documents.values():
        holder = Caller(preview_token=document.preview_token)
        expected = document.access <= Access.PREVIEW
        assert set(_doors(document, holder).values()) == {expected}
        others = documents_visible_to(holder, by_id=True).exclude(pk=document.pk)
        assert all(other.level is Access.PUBLIC for other in others)


@pytest.mark.parametrize("level", list(Access))
def test_a_superuser_reads_no_more_than_anybody(cast: Cast, level: Access) -> None:
    stranger = cast.people["stranger"]
    stranger.is_superuser = stranger.is_staff = True
    stranger.save()
    document = cast.document(level=level)
    assert may_read(document, cast.caller("stranger")) == (level is Access.PUBLIC)


@pytest.mark.parametrize(("actor", "level"), list(product(("named", "partner"), Access)))
def test_a_key_of_another_account_does_not_reach_what_its_person_was_shown_here(
    cast: Cast, actor: str, level: Access
) -> None:
    document = cast.document(level=level)
    reader_add(document=document, reader=cast.people["named"], caller=cast.caller("author"))
    own = {"partner": cast.partner_account, "named": cast.people["named"].personal_account}[actor]
    agent = cast.agent_of(actor, account=own)
    assert set(_doors(document, agent).values()) == {level is Access.PUBLIC}
    assert not documents_visible_to(agent).exists()


def test_whoever_leaves_the_account_reads_its_documents_no_more(cast: Cast) -> None:
    document = cast.document(level=Access.INTERNAL)
    assert may_read(document, cast.caller("author"))
    cast.account.memberships.filter(user=cast.people["author"]).delete()
    assert set(_doors(document, cast.caller("author")).values()) == {False}


def test_a_partnership_holds_below_its_space_and_not_beside_it(cast: Cast) -> None:
    owner = cast.caller("owner")
    below = space_create(account_id=cast.account.pk, name="below", parent_id=cast.space.pk, caller=owner)
    beside = space_create(account_id=cast.account.pk, name="beside", caller=owner)
    seen = cast.document(space=below, level=Access.PARTNER)
    unseen = cast.document(space=beside, level=Access.PARTNER)
    partner = cast.caller("partner")
    assert set(documents_visible_to(partner).values_list("pk", flat=True)) == {seen.pk}
    assert not may_read(unseen, partner)


def test_what_may_not_be_read_is_told_exactly_like_what_is_absent(cast: Cast) -> None:
    document = cast.document(level=Access.INTERNAL)
    absent = "ldoc_00000000000000000000000000"
    told = []
    for document_id in (document.pk, absent):
        with pytest.raises(DomainError) as refusal:
            document_for(cast.caller("member"), document_id)
        told.append(refusal.value.body())
    assert told[0] == told[1]
