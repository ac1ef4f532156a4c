"""Batches: halved where there is no answer, given up where there never is one, ended when the time is over."""

from collections.abc import Callable, Collection, Sequence

import pytest

from integrations.domain.pull_requests import Address, Trouble
from integrations.github.batches import BATCH, GIVE_UP_AFTER, Answer, Reading, Unanswered, read_in_batches
from tests.integrations.github.asking import address

ADDRESSES = [address(number) for number in range(1, 101)]


def answered(batch: Sequence[Address]) -> Answer:
    """What GitHub says where all is well."""
    return Answer(
        {
            f"a{index}": {
                "id": "R_1",
                "nameWithOwner": each.name,
                "pullRequest": {
                    "id": f"PR_{each.number}",
                    "number": each.number,
                    "title": "A change",
                    "state": "OPEN",
                    "isDraft": False,
                    "mergedAt": None,
                    "updatedAt": "2026-12-01T12:00:00Z",
                },
            }
            for index, each in enumerate(batch)
        },
        None,
    )


def read(
    addresses: Sequence[Address],
    *,
    silent: Collection[int] = (),
    most: int = BATCH,
    time_left: Callable[[], bool] = lambda: True,
) -> tuple[Reading, list[list[int]]]:
    """The reading, and the numbers that each request was for.

    One with a number of `silent`, or with more than `most`, has no answer.
    """
    asked: list[list[int]] = []

    def ask(batch: Sequence[Address]) -> Answer:
        asked.append([each.number for each in batch])
        if len(batch) > most or not set(silent).isdisjoint(asked[-1]):
            raise Unanswered("it takes too long")
        return answered(batch)

    return read_in_batches(addresses, ask, host="github.com", time_left=time_left), asked


@pytest.mark.parametrize("how_many", [0, 1, BATCH - 1, BATCH, BATCH + 1, 100])
def test_as_many_batches_are_asked_for_as_are_needed(how_many: int) -> None:
    reading, asked = read(ADDRESSES[:how_many])
    assert len(reading.found) == how_many
    assert len(asked) == -(-how_many // BATCH)


@pytest.mark.parametrize("number", range(1, BATCH + 1))
def test_one_without_an_answer_fails_alone_wherever_it_stands(number: int) -> None:
    reading, asked = read(ADDRESSES[:BATCH], silent=[number])
    assert list(reading.failed) == [address(number)]
    assert reading.failed[address(number)].trouble is Trouble.BAD_ANSWER
    assert len(reading.found) == BATCH - 1
    assert reading.problem == ""
    assert len(asked) <= 11


@pytest.mark.parametrize("start", range(1, 97))
def test_five_side_by_side_stop_none_of_the_others(start: int) -> None:
    silent = range(start, start + 5)
    reading, _ = read(ADDRESSES, silent=silent)
    assert {each.number for each in reading.failed} == set(silent)
    assert {each.trouble for each in reading.failed.values()} == {Trouble.BAD_ANSWER}
    assert len(reading.found) == 95


@pytest.mark.parametrize("most", range(1, BATCH))
def test_a_host_that_answers_few_at_a_time_answers_for_all(most: int) -> None:
    reading, _ = read(ADDRESSES, most=most)
    assert list(reading.failed) == []
    assert set(reading.found) == set(ADDRESSES)


def test_one_that_failed_alone_before_a_host_was_given_up_keeps_its_own_trouble() -> None:
    reading, _ = read(ADDRESSES, silent=[1, *range(51, 101)])
    assert reading.failed[ADDRESSES[0]].trouble is Trouble.BAD_ANSWER
    assert {reading.failed[each].trouble for each in ADDRESSES[50:]} == {Trouble.UNREACHABLE}


def test_a_host_that_never_answers_is_given_up() -> None:
    reading, asked = read(ADDRESSES, silent=range(1, 101))
    assert len(asked) == GIVE_UP_AFTER
    assert set(reading.failed) == set(ADDRESSES)
    assert {each.trouble for each in reading.failed.values()} == {Trouble.UNREACHABLE}
    assert reading.problem


def test_a_host_that_stops_answering_keeps_what_it_said_before() -> None:
    reading, asked = read(ADDRESSES, silent=range(51, 101))
    assert set(reading.found) == set(ADDRESSES[:50])
    assert {reading.failed[each].trouble for each in ADDRESSES[50:]} == {Trouble.UNREACHABLE}
    assert len(asked) == 2 + GIVE_UP_AFTER


def test_the_only_one_without_an_answer_may_be_the_hosts_fault() -> None:
    reading, _ = read(ADDRESSES[:1], silent=[1])
    assert reading.failed[ADDRESSES[0]].trouble is Trouble.UNREACHABLE
    assert reading.problem


def test_those_that_there_was_no_time_for_are_in_neither_dictionary() -> None:
    times = iter([True, True, False])
    reading, asked = read(ADDRESSES, time_left=lambda: next(times))
    assert set(reading.found) == set(ADDRESSES[:50])
    assert reading.failed == {}
    assert reading.problem == ""
    assert len(asked) == 2


def test_a_host_that_is_silent_when_the_time_is_over_is_unreachable() -> None:
    times = iter([True, True, False])
    reading, _ = read(ADDRESSES, silent=range(26, 101), time_left=lambda: next(times))
    assert set(reading.found) == set(ADDRESSES[:25])
    assert {reading.failed[each].trouble for each in ADDRESSES[25:]} == {Trouble.UNREACHABLE}
