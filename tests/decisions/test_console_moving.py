"""A document is moved to another space in the console, once its mover has read what that changes."""

import pytest

from decisions.domain.kinds import Kind, Status
from decisions.models import Alias, Document
from spaces.domain.access import Access
from spaces.models import Space
from spaces.services.spaces import space_create
from tests.cast import Cast
from tests.console import address, browser, confirmed, refusals


@pytest.fixture
def target(cast: Cast) -> Space:
    space = space_create(
        account_id=cast.account.pk, name="Vault", access_floor=Access.INTERNAL, caller=cast.caller("owner")
    )
    cast.document(space=space, caller=cast.caller("owner"))
    return space


def test_the_preview_tells_number_parts_floor_and_decider_and_moves_nothing(
    cast: Cast, target: Space
) -> None:
    document = cast.document(level=Access.PARTNER)
    part = cast.document("Part", parent_id=document.pk)
    Document.objects.filter(pk=document.pk).update(status=Status.IN_REVIEW, decider=cast.people["member"])
    page = browser(cast, "author").post(address(document, "relocate"), {"target_space_id": target.pk})
    preview = page.context["preview"]
    assert [(each.before, each.after) for each in preview.changes] == [
        ("Platform", "Vault"),
        ("RFC 1", "RFC 2"),
    ]
    told = " ".join(effect.words for effect in preview.effects)
    assert "1 part goes along" in told
    assert "2 documents that are more open" in told
    assert "shut out its decider" in told
    assert str(part) in {each.words for effect in preview.effects for each in effect.named}
    document.refresh_from_db()
    assert document.space_id == cast.space.pk
    assert not Alias.objects.exists()


def test_a_part_that_its_mover_does_not_read_goes_along_unnamed(cast: Cast, target: Space) -> None:
    document = cast.document()
    hidden = cast.document(
        "Hidden part", parent_id=document.pk, level=Access.INTERNAL, caller=cast.caller("owner")
    )
    url, form = address(document, "relocate"), {"target_space_id": target.pk}
    client = browser(cast, "author")
    preview = client.post(url, form).context["preview"]
    assert not any("goes along" in effect.words for effect in preview.effects)
    assert str(hidden) not in {each.words for effect in preview.effects for each in effect.named}
    confirmed(client, url, form)
    hidden.refresh_from_db()
    assert hidden.space_id == target.pk


@pytest.mark.parametrize("name", ["author", "manager"])
def test_its_author_or_a_manager_moves_it(cast: Cast, target: Space, name: str) -> None:
    document = cast.document()
    answer = confirmed(browser(cast, name), address(document, "relocate"), {"target_space_id": target.pk})
    assert answer["Location"] == address(document)
    document.refresh_from_db()
    assert (document.space_id, str(document.reference), document.level) == (
        target.pk,
        "RFC 2",
        Access.INTERNAL,
    )


@pytest.mark.parametrize(("name", "status"), [("member", 403), ("partner", 403), ("stranger", 404)])
def test_others_are_refused_and_shown_nothing(cast: Cast, target: Space, name: str, status: int) -> None:
    document = cast.document(level=Access.PARTNER)
    answer = browser(cast, name).post(address(document, "relocate"), {"target_space_id": target.pk})
    assert "preview" not in (answer.context or {})
    assert answer.status_code == (404 if status == 404 else answer.status_code)
    document.refresh_from_db()
    assert document.space_id == cast.space.pk


def test_a_tie_of_superseding_is_told_before_anything_is_chosen(cast: Cast, target: Space) -> None:
    old, new = cast.document(kind=Kind.ADR), cast.document(kind=Kind.ADR)
    Document.objects.filter(pk=old.pk).update(status=Status.SUPERSEDED, successor=new)
    client = browser(cast, "owner")
    for document in (old, new):
        assert client.get(address(document, "relocate")).context["form"].closed
        answer = client.post(address(document, "relocate"), {"target_space_id": target.pk})
        assert refusals(answer) == {"forbidden"}
        document.refresh_from_db()
        assert document.space_id == cast.space.pk


def test_a_space_of_another_account_is_not_offered(cast: Cast) -> None:
    theirs = space_create(account_id=cast.partner_account.pk, name="Theirs", caller=cast.caller("partner"))
    document = cast.document()
    answer = browser(cast, "author").post(address(document, "relocate"), {"target_space_id": theirs.pk})
    assert refusals(answer) == {"invalid_choice"}
    document.refresh_from_db()
    assert document.space_id == cast.space.pk
