"""Setting who may read a document, naming people, preview links, and listing in other spaces."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction

from decisions.models import Document, DocumentListing
from decisions.querysets import may_read
from decisions.services.document_access import (
    document_set_access,
    preview_link_remove,
    preview_link_renew,
    reader_add,
    reader_remove,
)
from decisions.services.listings import document_link, document_unlink, listed_in
from spaces.domain.access import Access
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError
from spaces.models import AuditEntry, Space
from spaces.services.spaces import space_create, space_update
from tests.cast import Cast
from tests.records import everything

ACTORS = (
    "owner",
    "manager",
    "author",
    "member",
    "assistant",
    "agent",
    "named",
    "partner",
    "stranger",
    "visitor",
)


def undone(act: Callable[[], Any]) -> tuple[str | None, bool]:
    """The code an act is refused with, or None, and whether it changed a row; afterwards it is undone."""
    before, code = everything(), None
    with transaction.atomic():
        try:
            act()
        except DomainError as refusal:
            code = refusal.code
        changed = everything() != before
        transaction.set_rollback(True)
    return code, changed


def other_space(cast: Cast) -> Space:
    return space_create(account_id=cast.account.pk, name="Other", caller=cast.caller("owner"))


def expected_for(actor: str, now: Access, wanted: Access, floor: Access | None) -> str | None:
    """product.md §5 in words of its own: what setting `wanted` on author's document answers."""
    reads = {"owner": 4, "manager": 4, "author": 4, "member": 3, "assistant": 3, "agent": 3, "named": 3}
    reads |= {"partner": 2, "stranger": 0, "visitor": 0}
    if now > reads[actor]:
        return "not_found"
    if actor not in ("owner", "manager", "author"):
        return "forbidden"
    if wanted == now:
        return None
    return "below_access_floor" if floor is not None and wanted < floor else None


@pytest.mark.parametrize("floor", [None, Access.PARTNER])
def test_access_is_set_by_the_author_and_managers_never_below_the_floor(
    cast: Cast, floor: Access | None
) -> None:
    document = cast.document()
    reader_add(document=document, reader=cast.people["named"], caller=cast.caller("author"))
    space_update(space=cast.space, changes={"access_floor": floor}, caller=cast.caller("owner"))
    callers = {actor: cast.caller(actor) for actor in ACTORS}
    for now in (level for level in Access if floor is None or level >= floor):
        Document.objects.filter(pk=document.pk).update(access=now)
        document.refresh_from_db()
        for wanted in Access:
            for actor, caller in callers.items():
                with transaction.atomic():
                    code = None
                    try:
                        assert (
                            document_set_access(document=document, access=wanted, caller=caller).level
                            is wanted
                        )
                    except DomainError as refusal:
                        code = refusal.code
                    transaction.set_rollback(True)
                assert code == expected_for(actor, now, wanted, floor), (actor, now, wanted)


def test_an_assistant_narrows_to_team_or_internal_and_nothing_else(cast: Cast) -> None:
    agent = cast.agent_of("author")
    document = cast.document()
    for now in Access:
        Document.objects.filter(pk=document.pk).update(access=now)
        for wanted in Access:
            code, changed = undone(
                lambda wanted=wanted: document_set_access(document=document, access=wanted, caller=agent)
            )
            narrows = wanted >= Access.TEAM and wanted > now
            assert code == (None if narrows or wanted == now else "person_required"), (now, wanted)
            assert changed == narrows


def test_setting_a_level_is_recorded_with_both(cast: Cast) -> None:
    document = cast.document()
    document_set_access(document=document, access=Access.PUBLIC, caller=cast.caller("author"))
    entry = AuditEntry.objects.get(act="document.access_set")
    assert (entry.before, entry.after) == ({"access": "team"}, {"access": "public"})


ACTS: dict[str, Callable[[Cast, Document, Caller], Any]] = {
    "name a reader": lambda cast, document, caller: reader_add(
        document=document, reader=cast.people["stranger"], caller=caller
    ),
    "stop naming": lambda cast, document, caller: reader_remove(
        document=document, reader=cast.people["named"], caller=caller
    ),
    "renew the link": lambda cast, document, caller: preview_link_renew(document=document, caller=caller),
    "remove the link": lambda cast, document, caller: preview_link_remove(document=document, caller=caller),
}

RIGHTS = {
    "owner": None,
    "manager": None,
    "author": None,
    "member": "forbidden",
    "assistant": "person_required",
    "agent": "person_required",
    "named": "forbidden",
    "partner": "not_found",
    "stranger": "not_found",
    "visitor": "not_found",
}


@pytest.mark.parametrize("act", ACTS)
def test_readers_and_the_preview_link_are_for_the_author_and_managers_in_person(cast: Cast, act: str) -> None:
    document = cast.document()
    author = cast.caller("author")
    reader_add(document=document, reader=cast.people["named"], caller=author)
    preview_link_renew(document=document, caller=author)
    for actor, code in RIGHTS.items():
        caller = cast.caller(actor)
        assert undone(lambda caller=caller: ACTS[act](cast, document, caller)) == (code, code is None), actor
    agent = cast.agent_of("author")
    assert undone(lambda: ACTS[act](cast, document, agent)) == ("person_required", False)


def test_a_named_person_reads_until_no_longer_named(cast: Cast) -> None:
    document, author, named = cast.document(), cast.caller("author"), cast.people["named"]
    for _ in range(2):
        reader_add(document=document, reader=named, caller=author)
    assert may_read(document, cast.caller("named"))
    assert AuditEntry.objects.filter(act="reader.added").count() == 1
    reader_remove(document=document, reader=named, caller=author)
    assert not may_read(document, cast.caller("named"))
    with pytest.raises(DomainError) as refused:
        reader_remove(document=document, reader=named, caller=author)
    assert refused.value.code == "not_found"


def test_a_renewed_link_ends_the_one_before_and_no_log_holds_it(cast: Cast) -> None:
    document, author = cast.document(level=Access.PREVIEW), cast.caller("author")
    first = preview_link_renew(document=document, caller=author)
    second = preview_link_renew(document=document, caller=author)
    document.refresh_from_db()
    assert not may_read(document, Caller(preview_token=first))
    assert may_read(document, Caller(preview_token=second))
    assert len(second) == 43
    assert not [entry for entry in AuditEntry.objects.all() if second in f"{entry.before}{entry.after}"]
    preview_link_remove(document=document, caller=author)
    document.refresh_from_db()
    for token in (second, "", None):
        assert not may_read(document, Caller(preview_token=token))


LINKS = {
    "owner": None,
    "manager": None,
    "author": None,
    "member": None,
    "assistant": None,
    "agent": None,
    "named": "forbidden",
    "partner": "forbidden",
    "stranger": "forbidden",
    "visitor": "forbidden",
}


def test_members_list_a_document_in_other_spaces_of_the_account(cast: Cast) -> None:
    document, other = cast.document(level=Access.PUBLIC), other_space(cast)
    for act in (document_link, document_unlink):
        for actor, code in LINKS.items():
            caller = cast.caller(actor)
            told = undone(
                lambda act=act, caller=caller: act(document=document, target_space_id=other.pk, caller=caller)
            )
            assert told == (code, code is None), (act, actor)
        document_link(document=document, target_space_id=other.pk, caller=cast.caller("member"))


def test_linking_twice_lists_once_and_unlinking_twice_is_safe(cast: Cast) -> None:
    document, other, member = cast.document(), other_space(cast), cast.caller("member")
    for _ in range(2):
        document_link(document=document, target_space_id=other.pk, caller=member)
    assert [space.name for space in listed_in(document, member)] == ["Platform", "Other"]
    for _ in range(2):
        document_unlink(document=document, target_space_id=other.pk, caller=member)
    assert not DocumentListing.objects.exists()
    acts = AuditEntry.objects.filter(act__startswith="document.").order_by("pk").values_list("act", flat=True)
    assert list(acts) == ["document.created", "document.linked", "document.unlinked"]


def test_a_document_is_linked_into_other_spaces_of_its_account_only(cast: Cast) -> None:
    document = cast.document()
    own = cast.people["member"].personal_account
    foreign = space_create(account_id=own.pk, name="Mine", caller=cast.caller("member"))
    for target, code in (
        (foreign.pk, "not_found"),
        ("lab_00000000000000000000000000", "not_found"),
        (cast.space.pk, "invalid_arguments"),
    ):
        with pytest.raises(DomainError) as refused:
            document_link(document=document, target_space_id=target, caller=cast.caller("member"))
        assert refused.value.code == code


def test_a_reader_is_told_only_of_the_spaces_they_see(cast: Cast) -> None:
    document, other = cast.document(level=Access.PARTNER), other_space(cast)
    document_link(document=document, target_space_id=other.pk, caller=cast.caller("member"))
    assert [space.name for space in listed_in(document, cast.caller("partner"))] == ["Platform"]
    assert listed_in(document, cast.caller("stranger")) == []
