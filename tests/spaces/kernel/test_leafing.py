"""Pages that people leaf through both ways."""

from typing import Any

import pytest

from spaces.kernel.errors import DomainError
from spaces.kernel.leafing import count_up_to, leaf_of
from spaces.models import User

QUERY = {"list": "people"}
ORDER = ("-is_staff", "username")


def people(count: int) -> list[str]:
    """That many people, some of them staff, by name in the order of the list."""
    User.objects.bulk_create(
        User(username=f"p{number:03}", is_staff=number % 3 == 0) for number in range(count)
    )
    staff = [number for number in range(count) if number % 3 == 0]
    others = [number for number in range(count) if number % 3]
    return [f"p{number:03}" for number in (*staff, *others)]


def leaf(token: str = "", size: int = 4) -> Any:
    return leaf_of(User.objects.all(), order=ORDER, query=QUERY, token=token, size=size)


def names(leaf: Any) -> list[str]:
    return [row.username for row in leaf.rows]


@pytest.mark.django_db
@pytest.mark.parametrize("count", [0, 3, 4, 5, 8, 11])
def test_leafing_to_the_end_and_back_shows_every_row_once_each_way(count: int) -> None:
    expected = people(count)
    page = leaf()
    pages = [names(page)]
    while page.after:
        page = leaf(page.after)
        pages.append(names(page))
    assert [name for each in pages for name in each] == expected
    back = [names(page)]
    while page.before:
        page = leaf(page.before)
        back.append(names(page))
    assert back == pages[::-1]


@pytest.mark.django_db
def test_rows_added_and_removed_meanwhile_make_a_page_neither_skip_nor_repeat() -> None:
    expected = people(12)
    first = leaf()
    User.objects.create(username="a-new-first", is_staff=True)
    User.objects.filter(username__in=names(first)).delete()
    second = leaf(first.after)
    assert names(second) == expected[4:8]
    assert names(leaf(second.before)) == ["a-new-first"]


@pytest.mark.django_db
def test_a_token_of_another_query_is_refused() -> None:
    people(9)
    token = leaf().after
    with pytest.raises(DomainError) as refused:
        leaf_of(User.objects.all(), order=ORDER, query={"list": "others"}, token=token)
    assert refused.value.code == "invalid_arguments"


@pytest.mark.django_db
def test_a_count_stops_and_says_so() -> None:
    people(7)
    assert str(count_up_to(User.objects.all(), 7)) == "7"
    assert str(count_up_to(User.objects.all(), 6)) == "6+"
