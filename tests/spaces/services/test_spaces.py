"""Spaces: their tree, slugs, and the floors that follow from where they stand."""

from typing import Any

import pytest

from decisions.models import Document
from spaces.domain.access import Access
from spaces.kernel.errors import DomainError
from spaces.models import AuditEntry, Space, SpaceAncestor
from spaces.services.space_listing import space_list, space_overview
from spaces.services.spaces import space_create, space_delete, space_for, space_update
from tests.cast import Cast
from tests.records import everything


def make(cast: Cast, name: str, parent: Space | None = None, **options: Any) -> Space:
    return space_create(
        account_id=cast.account.pk,
        name=name,
        parent_id=parent.pk if parent else None,
        caller=cast.caller("owner"),
        **options,
    )


def chain(cast: Cast, length: int) -> list[Space]:
    """So many spaces, each under the one before."""
    spaces: list[Space] = []
    for number in range(length):
        spaces.append(make(cast, f"level {number}", spaces[-1] if spaces else None))
    return spaces


def move(cast: Cast, space: Space, parent: Space | None) -> Space:
    return space_update(
        space=space, changes={"parent_id": parent.pk if parent else None}, caller=cast.caller("owner")
    )


def above(space: Space) -> list[str]:
    rows = SpaceAncestor.objects.filter(space=space, distance__gt=0).order_by("distance")
    return [row.ancestor.name for row in rows.select_related("ancestor")]


def floor(space: Space) -> int | None:
    return Space.objects.values_list("floor_in_force", flat=True).get(pk=space.pk)


def refusal(*arguments: Any) -> DomainError:
    before = everything()
    with pytest.raises(DomainError) as refused:
        move(*arguments)
    assert everything() == before
    return refused.value


def test_a_space_knows_those_above_it_nearest_first(cast: Cast) -> None:
    assert above(chain(cast, 4)[-1]) == ["level 2", "level 1", "level 0"]


def test_spaces_go_eight_deep_and_no_deeper(cast: Cast) -> None:
    spaces = chain(cast, 8)
    with pytest.raises(DomainError) as refused:
        make(cast, "ninth", spaces[-1])
    assert (refused.value.code, refused.value.path) == ("invalid_arguments", "parent_id")
    tall = chain(cast, 2)
    assert refusal(cast, tall[0], spaces[6]).path == "parent_id"
    move(cast, tall[0], spaces[5])
    assert len(above(tall[1])) == 7


@pytest.mark.parametrize("below", [0, 1, 2])
def test_a_space_is_never_under_itself(cast: Cast, below: int) -> None:
    spaces = chain(cast, 3)
    told = refusal(cast, spaces[0], spaces[below])
    assert (told.code, told.path) == ("invalid_arguments", "parent_id")


def test_moving_takes_everything_below_along(cast: Cast) -> None:
    spaces = chain(cast, 4)
    other = make(cast, "other")
    move(cast, spaces[1], other)
    assert above(spaces[3]) == ["level 2", "level 1", "other"]
    move(cast, spaces[1], None)
    assert above(spaces[3]) == ["level 2", "level 1"]
    assert above(spaces[0]) == []


@pytest.mark.parametrize("parent", ["foreign", "absent"])
def test_a_parent_of_another_account_is_told_like_an_absent_one(cast: Cast, parent: str) -> None:
    own = cast.people["owner"].personal_account
    foreign = space_create(account_id=own.pk, name="x", caller=cast.caller("owner")).pk
    parent_id = foreign if parent == "foreign" else "lab_00000000000000000000000000"
    with pytest.raises(DomainError) as refused:
        space_update(space=cast.space, changes={"parent_id": parent_id}, caller=cast.caller("owner"))
    assert refused.value.body()["error"] == "not_found"


def test_slugs_come_from_names_and_are_free_in_the_account(cast: Cast) -> None:
    slugs = [make(cast, name).slug for name in ("Über Uns", "Über uns", "…", "日本", "x" * 120)]
    assert slugs == ["über-uns", "über-uns-2", "space", "日本", "x" * 110]
    assert make(cast, "y", slug="mine").slug == "mine"
    with pytest.raises(DomainError) as refused:
        make(cast, "z", slug="mine")
    assert refused.value.path == "slug"


def test_renaming_keeps_the_slug(cast: Cast) -> None:
    renamed = space_update(space=cast.space, changes={"name": "Other"}, caller=cast.caller("manager"))
    assert (renamed.name, renamed.slug) == ("Other", "platform")


def test_a_department_space_names_its_department(cast: Cast) -> None:
    with pytest.raises(DomainError) as refused:
        make(cast, "Sales", kind="department")
    assert refused.value.path == "department"
    assert make(cast, "Sales", kind="department", department="Sales").department == "Sales"


def test_the_floor_in_force_is_the_most_closed_one_above(cast: Cast) -> None:
    top = make(cast, "top", access_floor=Access.PARTNER)
    middle = make(cast, "middle", top)
    low = make(cast, "low", middle, access_floor=Access.PREVIEW)
    assert [floor(space) for space in (top, middle, low)] == [Access.PARTNER] * 3
    owner = cast.caller("owner")
    space_update(space=middle, changes={"access_floor": Access.INTERNAL}, caller=owner)
    assert [floor(space) for space in (top, middle, low)] == [
        Access.PARTNER,
        Access.INTERNAL,
        Access.INTERNAL,
    ]
    space_update(space=middle, changes={"access_floor": None}, caller=owner)
    space_update(space=top, changes={"access_floor": None}, caller=owner)
    assert [floor(space) for space in (top, middle, low)] == [None, None, Access.PREVIEW]


def test_a_raised_floor_raises_what_is_more_open_below_and_counts_it(cast: Cast) -> None:
    below = make(cast, "below", cast.space)
    levels = {
        level: cast.document(space=space, level=level).pk
        for space, level in ((cast.space, Access.PUBLIC), (below, Access.PARTNER), (below, Access.INTERNAL))
    }
    raised = space_update(
        space=cast.space, changes={"access_floor": Access.TEAM}, caller=cast.caller("manager")
    )
    assert dict(raised.raised) == {"documents": 2}
    now = {level: Document.objects.get(pk=pk).level for level, pk in levels.items()}
    assert now == {
        Access.PUBLIC: Access.TEAM,
        Access.PARTNER: Access.TEAM,
        Access.INTERNAL: Access.INTERNAL,
    }
    entry = AuditEntry.objects.get(act="document.raised", object_id=levels[Access.PUBLIC])
    assert (entry.before, entry.after) == ({"access": "public"}, {"access": "team"})


def test_lowering_a_floor_lowers_no_document(cast: Cast) -> None:
    owner = cast.caller("owner")
    document = cast.document(level=Access.PUBLIC)
    space_update(space=cast.space, changes={"access_floor": Access.INTERNAL}, caller=owner)
    lowered = space_update(space=cast.space, changes={"access_floor": None}, caller=owner)
    assert dict(lowered.raised) == {}
    document.refresh_from_db()
    assert document.level is Access.INTERNAL


def test_moving_a_space_under_a_floor_raises_its_documents_and_counts_them(cast: Cast) -> None:
    closed = make(cast, "closed", access_floor=Access.INTERNAL)
    cast.document(level=Access.TEAM)
    cast.document(space=make(cast, "below", cast.space), level=Access.PUBLIC)
    assert dict(move(cast, cast.space, closed).raised) == {"documents": 2}
    assert set(Document.objects.values_list("access", flat=True)) == {Access.INTERNAL}


def test_a_change_that_changes_nothing_leaves_no_entry(cast: Cast) -> None:
    before = AuditEntry.objects.count()
    space_update(space=cast.space, changes={"name": cast.space.name}, caller=cast.caller("owner"))
    assert AuditEntry.objects.count() == before


def test_an_entry_tells_what_changed_before_and_after(cast: Cast) -> None:
    space_update(space=cast.space, changes={"name": "B", "description": ""}, caller=cast.agent_of("owner"))
    entry = AuditEntry.objects.get(act="space.updated")
    assert (entry.before, entry.after) == ({"name": "Platform"}, {"name": "B"})
    assert entry.byline == "owner via Build agent"
    assert entry.assistant_id.startswith("agent_")


def test_only_an_empty_space_can_be_deleted(cast: Cast) -> None:
    child = make(cast, "child", cast.space)
    document = cast.document(space=child)
    owner = cast.caller("owner")
    before = everything()
    for space, holds in ((cast.space, {"spaces": 1}), (child, {"documents": 1})):
        with pytest.raises(DomainError) as refused:
            space_delete(space=space, caller=owner)
        assert (refused.value.code, refused.value.facts["holds"]) == ("forbidden", holds)
    assert everything() == before
    assert document.space_id == child.pk
    space_delete(space=make(cast, "empty", child), caller=owner)
    assert not Space.objects.filter(name="empty").exists()


def test_an_overview_lists_the_parents_nearest_first(cast: Cast) -> None:
    low = chain(cast, 3)[2]
    seen = space_overview(space_for(cast.caller("member"), low.pk), cast.caller("member"))
    assert [parent["name"] for parent in seen["parents"]] == ["level 1", "level 0"]


def test_a_partner_is_told_only_of_parents_that_name_it_too(cast: Cast) -> None:
    hidden = make(cast, "hidden")
    move(cast, cast.space, hidden)
    below = make(cast, "below", cast.space)
    partner = cast.caller("partner")
    seen = space_overview(space_for(partner, below.pk), partner)
    assert [parent["name"] for parent in seen["parents"]] == ["Platform"]
    # A parent that is not the partner's to see is not named by its id either.
    top = space_overview(space_for(partner, cast.space.pk), partner)
    assert hidden.pk not in str(top)


@pytest.mark.parametrize(
    ("filters", "names"),
    [
        ({}, {"Platform", "Sales", "Proj"}),
        ({"kind": "project"}, {"Proj"}),
        ({"department": "Sales"}, {"Sales"}),
        ({"query": "PLAT"}, {"Platform"}),
        ({"query": "sales"}, {"Sales"}),
        ({"query": "%"}, set()),
        ({"top_level": True}, {"Platform", "Sales"}),
        ({"top_level": False}, {"Platform", "Sales", "Proj"}),
        ({"kind": "project", "top_level": True}, set()),
    ],
)
def test_each_filter_narrows_the_list(cast: Cast, filters: dict[str, Any], names: set[str]) -> None:
    make(cast, "Sales", kind="department", department="Sales")
    make(cast, "Proj", cast.space, kind="project")
    found = space_list(cast.agent_of("member"), filters)
    assert {space.name for space in found.rows} == names


def test_a_list_under_a_parent_holds_its_children_only(cast: Cast) -> None:
    child = make(cast, "child", cast.space)
    make(cast, "grandchild", child)
    found = space_list(cast.caller("member"), {"parent_id": cast.space.pk})
    assert [space.name for space in found.rows] == ["child"]
