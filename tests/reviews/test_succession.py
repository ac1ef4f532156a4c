"""What supersedes what: both sides, and never something undecided, elsewhere or in a circle."""

from typing import Any

import pytest

from decisions.domain.kinds import KINDS, Kind, Status
from decisions.models import Document
from decisions.querysets import binds, document_for, in_force
from reviews.services.facts import judging_facts
from reviews.services.lifecycle import Moved
from spaces.domain.access import Access
from spaces.kernel.errors import DomainError
from spaces.services.spaces import space_create
from tests.cast import Cast
from tests.records import everything
from tests.reviews.stage import member_add, move, staged, text_of


def supersede(cast: Cast, old: Document, successor_id: str | None, who: str = "owner") -> Moved:
    return move(cast, old, Status.SUPERSEDED, who, successor_id=successor_id)


def refused(cast: Cast, old: Document, successor_id: str | None, who: str = "owner") -> DomainError:
    before = everything()
    with pytest.raises(DomainError) as told:
        supersede(cast, old, successor_id, who)
    assert everything() == before
    return told.value


def ties(cast: Cast, document: Document, who: str) -> Any:
    caller = cast.caller(who)
    read = document_for(caller, document.pk)
    version = read.versions.get(number=read.current_version)
    told = judging_facts(document=read, version=version, caller=caller)
    return told["successor_id"], told["supersedes"]


def test_superseding_writes_both_sides_and_a_version_of_the_old_one_only(cast: Cast) -> None:
    old, new = staged(cast, status=Status.ACCEPTED), staged(cast, status=Status.ACCEPTED)
    supersede(cast, old, "rfc-2")
    old.refresh_from_db()
    new.refresh_from_db()
    assert (old.status, old.successor_id, old.current_version) == ("superseded", new.pk, 2)
    assert (list(new.supersedes.all()), new.current_version) == ([old], 1)
    assert text_of(old).rstrip().endswith("superseded by @owner: by RFC 2")
    assert ties(cast, old, "member") == (new.pk, [])
    assert ties(cast, new, "member") == (None, [old.pk])


@pytest.mark.parametrize(
    "status", [each for each in Status if each not in (Status.ACCEPTED, Status.PUBLISHED)]
)
def test_nothing_that_does_not_bind_takes_over(cast: Cast, status: Status) -> None:
    kind = Kind.ADR if status in (Status.PROPOSED, Status.DEPRECATED) else Kind.RFC
    old, new = staged(cast, status=Status.ACCEPTED), staged(cast, kind, status)
    told = refused(cast, old, new.pk)
    assert (told.code, told.path) == ("invalid_arguments", "successor_id")


def test_a_document_of_another_kind_may_take_over(cast: Cast) -> None:
    old, new = staged(cast, Kind.ADR, Status.DEPRECATED), staged(cast, Kind.STUDY, Status.PUBLISHED)
    assert supersede(cast, old, new.pk).document.successor_id == new.pk


def test_what_is_missing_elsewhere_unreadable_or_itself_does_not_take_over(cast: Cast) -> None:
    old = staged(cast, status=Status.ACCEPTED)
    other = space_create(account_id=cast.account.pk, name="Other", caller=cast.caller("owner"))
    elsewhere = cast.document(space=other)
    Document.objects.filter(pk=elsewhere.pk).update(status=Status.ACCEPTED)
    hidden = staged(cast, status=Status.ACCEPTED, access=Access.INTERNAL)
    assert refused(cast, old, None).path == "successor_id"
    assert refused(cast, old, old.pk).path == "successor_id"
    assert refused(cast, old, elsewhere.pk).path == "successor_id"
    assert refused(cast, old, "nonsense").path == "successor_id"
    assert refused(cast, old, "RFC 99").code == "not_found"
    member_add(cast, "decider")
    Document.objects.filter(pk=old.pk).update(decider=cast.people["decider"])
    told = [refused(cast, old, successor, "decider") for successor in (hidden.pk, "RFC 99")]
    assert [each.body() for each in told] == [told[0].body()] * 2


def test_no_circle_comes_about(cast: Cast) -> None:
    first, second, third = (staged(cast, status=Status.ACCEPTED) for _ in range(3))
    supersede(cast, first, second.pk)
    supersede(cast, second, third.pk)
    for successor in (first, second):
        assert refused(cast, third, successor.pk).path == "successor_id"


def test_a_successor_deprecated_later_leaves_the_old_one_superseded(cast: Cast) -> None:
    old, new = staged(cast, Kind.ADR, Status.ACCEPTED), staged(cast, Kind.ADR, Status.ACCEPTED)
    supersede(cast, old, new.pk)
    move(cast, new, Status.DEPRECATED)
    old.refresh_from_db()
    assert (old.status, old.successor_id) == ("superseded", new.pk)


def test_a_more_closed_successor_is_told_to_those_who_read_it_and_not_in_the_text(cast: Cast) -> None:
    old = staged(cast, status=Status.ACCEPTED)
    new = staged(cast, status=Status.ACCEPTED, access=Access.INTERNAL)
    supersede(cast, old, new.pk)
    assert "RFC 2" not in text_of(old)
    assert ties(cast, old, "member") == (None, [])
    assert ties(cast, old, "owner") == (new.pk, [])
    shown = cast.client("member").get(f"/api/v1/documents/{old.pk}/").content
    assert new.pk.encode() not in shown


@pytest.mark.parametrize("kind", Kind)
def test_what_a_list_and_a_record_call_in_force_is_the_same_in_every_status(cast: Cast, kind: Kind) -> None:
    parents = {status: staged(cast, kind, status) for status in KINDS[kind].statuses}
    parts = []
    for parent_status, parent in parents.items():
        for status in parents:
            part = cast.document(kind=kind, parent_id=parent.pk, text="# Part\n")
            Document.objects.filter(pk=part.pk).update(status=status)
            parts.append((parent_status, status, part.pk))
    listed = set(in_force(Document.objects.all()).values_list("pk", flat=True))
    told = {document.pk for document in Document.objects.select_related("parent") if binds(document)}
    binding = {Status.ACCEPTED, Status.PUBLISHED}
    wanted = {parent.pk for status, parent in parents.items() if status in binding}
    wanted |= {pk for above, status, pk in parts if status in binding and above is not Status.SUPERSEDED}
    assert listed == told == wanted
