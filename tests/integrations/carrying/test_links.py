"""Linking a document to pull requests, and ending that."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import override_settings

from decisions.services.relocation import document_relocate
from integrations.domain.pull_requests import State, Trouble
from integrations.models import PullRequest, PullRequestLink, PullRequestOffer
from integrations.services import linking
from integrations.services.pull_request_links import pull_request_link, pull_request_unlink
from spaces.domain.access import Access
from spaces.kernel.errors import DomainError
from spaces.models import AuditEntry
from spaces.services.spaces import space_create
from tests.cast import Cast
from tests.integrations.carrying.stage import connected, job, linked, state_set
from tests.records import everything


def refused(act: Callable[[], Any]) -> DomainError:
    """The refusal of an act, which changed nothing."""
    before = everything()
    with pytest.raises(DomainError) as refusal:
        act()
    assert everything() == before
    return refusal.value


def acts(link: Any) -> list[str]:
    return list(AuditEntry.objects.filter(object_id=link.pk).order_by("pk").values_list("act", flat=True))


def test_every_spelling_of_one_pull_request_is_one_link_and_one_row(cast: Cast) -> None:
    document, member = cast.document(), cast.caller("member")
    first = pull_request_link(document=document, url="Acme/Web#7", caller=member)
    again = [
        pull_request_link(document=document, caller=member, url="https://github.com/acme/web/pull/7/files"),
        pull_request_link(document=document, caller=member, repo="acme/WEB", number=7),
        pull_request_link(document=document, caller=member, url="acme/web#7", repo="acme/web", number=7),
    ]
    assert {link.pk for link in again} == {first.pk}
    assert acts(first) == ["pull_request.linked"]
    other = pull_request_link(document=cast.document("Other"), url="acme/web#7", caller=member)
    assert other.pk != first.pk
    assert other.pull_request_id == first.pull_request_id
    assert first.byline == "member"


def test_without_a_connection_it_is_unknown_and_says_whom_to_ask(cast: Cast) -> None:
    row = linked(cast, cast.document()).pull_request
    assert (row.state, row.trouble, row.next_read_at) == (State.UNKNOWN, Trouble.NO_CONNECTION, None)
    assert "manager" in row.error


def test_with_a_connection_that_is_busy_it_stays_due(cast: Cast) -> None:
    connected(cast)
    row = linked(cast, cast.document()).pull_request
    assert (row.state, row.trouble) == (State.UNKNOWN, "")
    assert row.next_read_at is not None


@pytest.mark.parametrize(
    ("arguments", "path"),
    [
        ({}, "url"),
        ({"repo": "acme/web"}, "number"),
        ({"number": 7}, "repo"),
        ({"url": "acme/web#8", "repo": "acme/web", "number": 7}, "url"),
        ({"url": "https://example.net/acme/web/pull/7"}, "url"),
        ({"repo": "../user", "number": 7}, "repo"),
        ({"repo": "acme/web", "number": 2**31}, "number"),
    ],
    ids=str,
)
def test_what_names_no_single_pull_request_is_refused(
    cast: Cast, arguments: dict[str, Any], path: str
) -> None:
    document, member = cast.document(), cast.caller("member")
    for act in (pull_request_link, pull_request_unlink):
        refusal = refused(lambda act=act: act(document=document, caller=member, **arguments))
        assert (refusal.code, refusal.path) == ("invalid_arguments", path)


def test_unlinking_keeps_the_row_and_linking_again_brings_it_back(cast: Cast) -> None:
    connected(cast)
    document = cast.document()
    link = linked(cast, document)
    named: list[dict[str, Any]] = [
        {"pull_request_id": link.pk},
        {"url": "acme/web#1"},
        {"repo": "acme/web", "number": 1},
    ]
    for names in named:
        gone = pull_request_unlink(document=document, caller=cast.caller("owner"), **names)
        assert gone.pk == link.pk
        assert gone.unlinked_at is not None
        # Nothing links it any more: nobody reads it.
        assert PullRequest.objects.get().next_read_at is None
        same = pull_request_unlink(document=document, caller=cast.caller("member"), **names)
        assert (same.unlinked_at, same.unlinked_byline) == (gone.unlinked_at, "owner")
        back = linked(cast, document)
        assert (back.pk, back.unlinked_at, back.unlinked_byline) == (link.pk, None, "")
        assert back.linked_at > link.linked_at
        assert back.pull_request.next_read_at is not None
    assert acts(link) == ["pull_request.linked", *["pull_request.unlinked", "pull_request.linked"] * 3]


def test_it_is_read_on_while_another_document_or_an_open_offer_waits_for_it(cast: Cast) -> None:
    connected(cast)
    one, other, third = (cast.document(title) for title in ("One", "Other", "Third"))
    links = [linked(cast, document) for document in (one, other)]
    offer = PullRequestOffer.objects.create(
        document=third, pull_request=links[0].pull_request, offered_at=links[0].linked_at
    )
    for document in (one, other):
        pull_request_unlink(document=document, url="acme/web#1", caller=cast.caller("member"))
        assert PullRequest.objects.get().next_read_at is not None
    offer.delete()
    linked(cast, one)
    pull_request_unlink(document=one, url="acme/web#1", caller=cast.caller("member"))
    assert PullRequest.objects.get().next_read_at is None


def test_a_merged_one_that_is_linked_again_is_not_read_again(cast: Cast) -> None:
    connected(cast)
    document = cast.document()
    link = state_set(linked(cast, document), State.MERGED)
    pull_request_unlink(document=document, pull_request_id=link.pk, caller=cast.caller("member"))
    back = linked(cast, document)
    assert (back.pull_request.state, back.pull_request.next_read_at) == (State.MERGED, None)


def test_what_was_never_linked_or_is_another_documents_link_is_not_found(cast: Cast) -> None:
    document, other, member = cast.document(), cast.document("Other"), cast.caller("member")
    link = linked(cast, document)
    for names in ({"url": "acme/web#9"}, {"pull_request_id": "lpr_00000000000000000000000000"}):
        refusal = refused(lambda names=names: pull_request_unlink(document=document, caller=member, **names))
        assert refusal.code == "not_found"
    foreign = refused(lambda: pull_request_unlink(document=other, pull_request_id=link.pk, caller=member))
    assert foreign.code == "not_found"
    unlike = refused(
        lambda: pull_request_unlink(
            document=document, pull_request_id=link.pk, url="acme/web#9", caller=member
        )
    )
    assert (unlike.code, unlike.path) == ("invalid_arguments", "pull_request_id")


def test_a_link_whose_host_is_gone_from_the_settings_is_unlinked_by_its_id(cast: Cast) -> None:
    document, member = cast.document(), cast.caller("member")
    with override_settings(GITHUB_HOSTS={"git.example.net": "https://git.example.net/api/v3"}):
        link = pull_request_link(document=document, url="git.example.net/acme/web#1", caller=member)
    assert (
        refused(
            lambda: pull_request_unlink(document=document, url="git.example.net/acme/web#1", caller=member)
        ).path
        == "url"
    )
    gone = pull_request_unlink(document=document, pull_request_id=link.pk, caller=member)
    assert gone.unlinked_at is not None


def test_a_document_has_so_many_links_at_most_and_an_ended_one_makes_room(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(linking, "MAX_LINKS", 2)
    document = cast.document()
    for number in (1, 2):
        linked(cast, document, number)
    refusal = refused(lambda: linked(cast, document, 3))
    assert (refusal.code, refusal.facts["limit"]) == ("too_large", 2)
    linked(cast, document, 2)
    pull_request_unlink(document=document, url="acme/web#1", caller=cast.caller("member"))
    linked(cast, document, 3)


def test_an_address_that_another_took_is_linked_anew(cast: Cast) -> None:
    document = cast.document()
    old = linked(cast, document)
    PullRequest.objects.update(trouble=Trouble.REPLACED)
    new = linked(cast, document)
    assert new.pull_request_id != old.pull_request_id
    # The newer of the two that stand is meant by the address.
    assert pull_request_unlink(document=document, url="acme/web#1", caller=cast.caller("member")).pk == new.pk


def test_links_go_along_when_a_document_moves_to_another_space(cast: Cast) -> None:
    document = cast.document()
    link, task = linked(cast, document), job(cast, document)
    elsewhere = space_create(account_id=cast.account.pk, name="Elsewhere", caller=cast.caller("owner"))
    document_relocate(document=document, target_space_id=elsewhere.pk, caller=cast.caller("author"))
    for each in (link, task):
        each.refresh_from_db()
        assert each.space_id == elsewhere.pk


def test_who_was_shut_out_meanwhile_is_told_that_there_is_no_such_document(cast: Cast) -> None:
    document = cast.document()
    link = linked(cast, document)
    type(document).objects.update(access=Access.INTERNAL)
    for act in (
        lambda: linked(cast, document, 2),
        lambda: pull_request_unlink(document=document, pull_request_id=link.pk, caller=cast.caller("member")),
    ):
        assert refused(act).code == "not_found"
    assert PullRequestLink.objects.get().unlinked_at is None
