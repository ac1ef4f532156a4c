"""Spaces are shown as trees, one an account, with counts of what their reader reads there."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from decisions.domain.kinds import Status
from decisions.models import Document
from decisions.services.places import Place
from decisions.services.questions import question_ask
from integrations.services.pull_request_links import pull_request_link
from spaces.domain.access import Access
from spaces.models import Space
from spaces.services import space_tree
from spaces.services.space_tree import AccountTree, Branch, space_trees
from spaces.services.spaces import space_create
from tests.cast import Cast
from tests.console import address, browser, list_of, rows


def below(cast: Cast, parent: Space | None, name: str) -> Space:
    return space_create(
        account_id=cast.account.pk, name=name, parent_id=parent and parent.pk, caller=cast.caller("owner")
    )


def trees(cast: Cast, name: str) -> list[AccountTree]:
    found = space_trees(cast.caller(name))
    assert found is not None
    return found


def shape(branches: list[Branch]) -> dict[str, object]:
    return {branch.space.name: shape(branch.branches) for branch in branches}


def test_spaces_stand_under_their_parents_in_the_order_of_their_names(cast: Cast) -> None:
    storage = below(cast, cast.space, "Storage")
    below(cast, storage, "Blobs")
    below(cast, cast.space, "Network")
    below(cast, None, "Apps")
    tree = trees(cast, "member")[0]
    assert shape(tree.branches) == {"Apps": {}, "Platform": {"Network": {}, "Storage": {"Blobs": {}}}}
    assert tree.branches[1].below == 3


def test_a_partner_sees_a_space_whose_parent_is_hidden_as_a_top(cast: Cast) -> None:
    top = below(cast, None, "Top")
    Space.objects.filter(pk=cast.space.pk).update(parent=top)
    theirs = next(tree for tree in trees(cast, "partner") if not tree.is_member)
    assert shape(theirs.branches) == {"Platform": {}}


def test_counts_are_of_what_the_reader_reads(cast: Cast) -> None:
    cast.document(level=Access.INTERNAL, caller=cast.caller("owner"))
    cast.document(level=Access.TEAM)
    shared = cast.document(level=Access.PARTNER)
    Document.objects.filter(pk=shared.pk).update(status=Status.IN_REVIEW)
    for name, count in (("manager", 3), ("member", 2), ("partner", 1)):
        counts = trees(cast, name)[-1 if name == "partner" else 0].branches[0].counts
        assert (counts["documents"], counts["in_review"]) == (count, 1), name


def test_too_many_spaces_for_a_tree_are_listed_by_pages(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(space_tree, "MAX_TREE", 2)
    for number in range(3):
        below(cast, cast.space, f"Space {number}")
    assert space_trees(cast.caller("member")) is None
    page = browser(cast, "member").get(list_of("spaces_space"))
    assert page.context["trees"] is None
    assert len(rows(page)) == 4


def test_a_search_lists_what_it_finds(cast: Cast) -> None:
    storage = below(cast, cast.space, "Storage")
    page = browser(cast, "member").get(list_of("spaces_space"), {"q": "stor"})
    assert page.context["trees"] is None
    assert rows(page) == {storage.pk}


def test_the_page_of_a_space_shows_its_path_its_children_and_what_changed_last(cast: Cast) -> None:
    storage = below(cast, cast.space, "Storage")
    blobs = below(cast, storage, "Blobs")
    hidden = cast.document("Hidden", space=storage, level=Access.INTERNAL, caller=cast.caller("owner"))
    shown = cast.document("Shown", space=storage)
    page = browser(cast, "member").get(address(storage))
    assert [each["name"] for each in page.context["path"]] == ["Platform"]
    assert [branch.space.pk for branch in page.context["branches"]] == [blobs.pk]
    assert shown.title in page.content.decode()
    assert hidden.title not in page.content.decode()


def test_a_page_counts_the_questions_diagrams_and_pull_requests_its_reader_sees(cast: Cast) -> None:
    document = cast.document(level=Access.PARTNER)
    question_ask(place=Place(cast.space), text="Why?", caller=cast.caller("owner"))
    pull_request_link(
        document=document, url="https://github.com/acme/queue/pull/7", caller=cast.caller("author")
    )
    shown = browser(cast, "member").get(address(cast.space)).context["panels"]["side"]
    by_template = {panel.template: panel.shown for panel in shown}
    assert by_template["console/space_talk.html"]["open_questions"] == 1
    assert sum(by_template["console/space_carrying.html"]["counts"].values()) == 1
    theirs = browser(cast, "partner").get(address(cast.space)).context["panels"]["side"]
    assert "console/space_carrying.html" not in {panel.template for panel in theirs}


def statements(cast: Cast, url: str) -> int:
    client = browser(cast, "member")
    client.get(url)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(url).status_code == 200
    return len(captured.captured_queries)


def test_the_tree_and_a_page_take_the_same_statements_for_10_and_for_200_spaces(cast: Cast) -> None:
    def grow(count: int) -> None:
        for number in range(count):
            space = below(cast, cast.space, f"Space {number:03} of {count}")
            if number % 10 == 0:
                cast.document(space=space)

    grow(10)
    few = statements(cast, list_of("spaces_space")), statements(cast, address(cast.space))
    grow(190)
    many = statements(cast, list_of("spaces_space")), statements(cast, address(cast.space))
    assert many == few
    # A page asks each app above for its panel; a tree for its counts alone.
    assert many[0] <= 12
    assert many[1] <= 20
