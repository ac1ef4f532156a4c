"""Races, with real threads on real connections: nothing lost, nothing given twice, no floor slipped under."""

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection

from decisions.domain.kinds import Kind
from decisions.models import Document, DocumentListing, SearchEntry, Version
from decisions.services.document_access import document_set_access
from decisions.services.documents import document_create
from decisions.services.listings import document_link
from decisions.services.versions import version_add
from spaces.domain.access import Access
from spaces.kernel.errors import DomainError
from spaces.models import AuditEntry, Space
from spaces.services.spaces import space_create, space_update
from tests.cast import Cast, make_cast

pytestmark = pytest.mark.django_db(transaction=True)

WRITERS = 16
# A writer that waits for SQLite's one lock sleeps up to 100 ms at a time: a round takes a second there.
ROUNDS = {"postgresql": 1_000, "sqlite": 40}


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    """The cast, committed, so that other connections see it."""
    return make_cast()


class Racers:
    """Threads that stay alive from race to race, each on a connection of its own."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._pool = ThreadPoolExecutor(count)
        self._line = threading.Barrier(count)

    def race(self, *acts: Callable[[], Any]) -> list[Any]:
        """Run one act a thread, all let go at once; what each answered, or the error it ended with."""

        def run(act: Callable[[], Any]) -> Any:
            self._line.wait(timeout=60)
            try:
                return act()
            except Exception as error:
                return error

        assert len(acts) == self.count
        return [future.result(timeout=120) for future in [self._pool.submit(run, act) for act in acts]]

    def finish(self) -> None:
        def close() -> None:
            self._line.wait(timeout=60)
            connection.close()

        for future in [self._pool.submit(close) for _ in range(self.count)]:
            future.result(timeout=60)
        self._pool.shutdown()


@contextmanager
def racers(count: int) -> Iterator[Racers]:
    """So many threads; their connections are closed at the end, so that the database can be removed."""
    these = Racers(count)
    try:
        yield these
    finally:
        these.finish()


def told(answers: list[Any]) -> Counter[str]:
    """How many answers there were of each code; an error that is no refusal counts by what it says."""
    return Counter(
        answer.code
        if isinstance(answer, DomainError)
        else repr(answer)
        if isinstance(answer, Exception)
        else "done"
        for answer in answers
    )


def create(cast: Cast, title: str, **options: Any) -> Document:
    return document_create(
        space=options.pop("space", cast.space),
        kind=Kind.RFC,
        title=title,
        text=f"# {title}\n",
        caller=cast.caller("author"),
        **options,
    ).document


def test_fifty_creates_at_once_give_fifty_numbers_and_no_error(cast: Cast) -> None:
    with racers(50) as threads:
        answers = threads.race(*[lambda n=n: create(cast, f"Title {n}") for n in range(50)])
    assert told(answers) == {"done": 50}
    assert sorted(document.number for document in answers) == list(range(1, 51))
    assert SearchEntry.objects.count() == Version.objects.count() == 50


def test_parts_made_at_once_are_counted_without_gap_or_double(cast: Cast) -> None:
    parent = create(cast, "Parent")
    with racers(12) as threads:
        answers = threads.race(
            *[lambda n=n: create(cast, f"Part {n}", parent_id=parent.pk) for n in range(12)]
        )
    assert told(answers) == {"done": 12}
    assert sorted(document.part for document in answers) == list(range(1, 13))


def test_of_sixteen_writers_from_one_base_one_wins_and_nothing_is_lost(cast: Cast) -> None:
    """Each writer says who it is, so that each version is known for its writer's."""
    rounds = ROUNDS[connection.vendor]
    document = create(cast, "Raced")
    author = cast.caller("author")

    def save(base: int, writer: int) -> Callable[[], Any]:
        return lambda: version_add(
            document=document, base_version=base, text=f"# Raced\n\n{base} {writer}\n", caller=author
        )

    with racers(WRITERS) as threads:
        for base in range(1, rounds + 1):
            answers = threads.race(*[save(base, writer) for writer in range(WRITERS)])
            assert told(answers) == {"done": 1, "conflict": WRITERS - 1}, base
            (winner,) = [number for number, answer in enumerate(answers) if not isinstance(answer, Exception)]
            assert answers[winner].version.number == base + 1
            losers = [answer for answer in answers if isinstance(answer, DomainError)]
            assert {loser.facts["current_version"] for loser in losers} == {base + 1}
            assert Version.objects.get(document=document, number=base + 1).text.endswith(f"{base} {winner}\n")
    versions = Version.objects.filter(document=document)
    assert list(versions.order_by("number").values_list("number", flat=True)) == list(range(1, rounds + 2))
    assert AuditEntry.objects.filter(object_id=document.pk, act="version.added").count() == rounds
    document.refresh_from_db()
    assert document.current_version == rounds + 1
    assert SearchEntry.objects.get(document=document).body == versions.get(number=rounds + 1).text


@pytest.mark.parametrize("round_number", range(5))
def test_a_floor_raised_meanwhile_leaves_no_document_below_it(cast: Cast, round_number: int) -> None:
    """Documents are made, opened and moved under the floor while it is raised; none ends more open."""
    owner, author = cast.caller("owner"), cast.caller("author")
    below = space_create(account_id=cast.account.pk, name="Below", parent_id=cast.space.pk, caller=owner)
    loose = space_create(account_id=cast.account.pk, name="Loose", caller=owner)
    opened = [create(cast, f"Opened {n}", space=space) for n, space in enumerate((cast.space, below, loose))]

    def opens(document: Document) -> Callable[[], Any]:
        return lambda: document_set_access(document=document, access=Access.PUBLIC, caller=author)

    def makes(space: Space) -> Callable[[], Any]:
        return lambda: create(cast, "Made", space=space, access=Access.PUBLIC)

    def changes(space: Space, **what: Any) -> Callable[[], Any]:
        return lambda: space_update(space=space, changes=what, caller=owner)

    with racers(10) as threads:
        answers = threads.race(
            changes(cast.space, access_floor=Access.TEAM),
            *map(opens, opened),
            *map(makes, (cast.space, below, below, loose)),
            changes(loose, parent_id=below.pk),
            changes(below, name="Renamed"),
        )
    assert told(answers).keys() <= {"done", "below_access_floor"}
    assert told(answers)["done"] >= 3
    assert not Document.objects.filter(access__lt=Access.TEAM).exists()
    assert set(Space.objects.values_list("floor_in_force", flat=True)) == {Access.TEAM}


def test_linking_at_once_lists_once(cast: Cast) -> None:
    document = create(cast, "Linked")
    other = space_create(account_id=cast.account.pk, name="Other", caller=cast.caller("owner"))
    member = cast.caller("member")
    with racers(8) as threads:
        answers = threads.race(
            *[lambda: document_link(document=document, target_space_id=other.pk, caller=member)] * 8
        )
    assert told(answers) == {"done": 8}
    assert DocumentListing.objects.count() == 1
    assert AuditEntry.objects.filter(act="document.linked").count() == 1


def test_spaces_of_one_name_made_at_once_get_different_slugs(cast: Cast) -> None:
    owner = cast.caller("owner")
    with racers(8) as threads:
        answers = threads.race(
            *[lambda: space_create(account_id=cast.account.pk, name="Same", caller=owner)] * 8
        )
    assert told(answers) == {"done": 8}
    assert len({space.slug for space in answers}) == 8


def test_two_spaces_moved_under_each_other_at_once_make_no_circle(cast: Cast) -> None:
    owner = cast.caller("owner")
    one, two = (space_create(account_id=cast.account.pk, name=name, caller=owner) for name in ("one", "two"))
    with racers(2) as threads:
        answers = threads.race(
            lambda: space_update(space=one, changes={"parent_id": two.pk}, caller=owner),
            lambda: space_update(space=two, changes={"parent_id": one.pk}, caller=owner),
        )
    assert told(answers) == {"done": 1, "invalid_arguments": 1}
