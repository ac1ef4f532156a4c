"""When a pull request is read again, for every state, age and number of failures."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise, product

import pytest

from integrations.domain.pull_requests import ACTIVE, State
from integrations.domain.schedule import (
    CLOSED_EVERY,
    CLOSED_FOR,
    FIRST_BACK_OFF,
    LIVE_EVERY,
    LIVE_FOR,
    LONGEST_BACK_OFF,
    QUIET_EVERY,
    back_off,
    next_read,
    rhythm_of,
)

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)
AGES = (None, timedelta(), LIVE_FOR - SECOND, LIVE_FOR, CLOSED_FOR - SECOND, CLOSED_FOR, timedelta(days=999))
# A clock of GitHub's that is ahead of ours.
AHEAD = -timedelta(minutes=5)


def expected(state: State, age: timedelta) -> timedelta | None:
    if state is State.MERGED:
        return None
    if state is State.CLOSED:
        return CLOSED_EVERY if age < CLOSED_FOR else None
    return LIVE_EVERY if age < LIVE_FOR else QUIET_EVERY


@pytest.mark.parametrize("state", State)
@pytest.mark.parametrize("age", [*AGES, AHEAD])
def test_every_state_at_every_age_has_its_rhythm(state: State, age: timedelta | None) -> None:
    changed_at = None if age is None else NOW - age
    assert rhythm_of(state, now=NOW, changed_at=changed_at) == expected(state, age or timedelta())


@pytest.mark.parametrize("state", sorted(ACTIVE))
def test_live_ones_are_read_within_two_minutes_with_the_half_that_the_scheduler_takes(state: State) -> None:
    waits = [next_read(state, now=NOW, changed_at=NOW, key=f"pull_{n}") for n in range(2_000)]
    assert max(each for each in waits if each) - NOW + timedelta(seconds=30) < timedelta(minutes=2)


def test_merged_ones_are_never_read_again_whatever_failed() -> None:
    for age, failures in product(AGES, (0, 1, 50)):
        changed_at = None if age is None else NOW - age
        assert next_read(State.MERGED, now=NOW, changed_at=changed_at, failures=failures) is None


def test_failures_double_the_wait_up_to_a_day() -> None:
    waits = [back_off(failures) for failures in range(100)]
    assert waits[0] == timedelta()
    assert waits[1] == FIRST_BACK_OFF
    assert waits[-1] == LONGEST_BACK_OFF
    for earlier, later in pairwise(waits[1:]):
        assert later == min(earlier * 2, LONGEST_BACK_OFF)
    assert back_off(1_000_000) == LONGEST_BACK_OFF


def test_a_failing_one_waits_no_shorter_than_its_rhythm() -> None:
    quiet = NOW - LIVE_FOR
    assert next_read(State.OPEN, now=NOW, changed_at=quiet, failures=1) == NOW + QUIET_EVERY
    assert next_read(State.OPEN, now=NOW, changed_at=NOW, failures=1) == NOW + FIRST_BACK_OFF
    assert next_read(State.CLOSED, now=NOW, changed_at=NOW - CLOSED_FOR, failures=3) is None


def test_the_same_key_waits_the_same_and_many_are_spread_over_a_tenth() -> None:
    waits = {next_read(State.OPEN, now=NOW, changed_at=NOW, key=f"pull_{n}") for n in range(500)}
    assert waits == {next_read(State.OPEN, now=NOW, changed_at=NOW, key=f"pull_{n}") for n in range(500)}
    seconds = sorted((each - NOW) / LIVE_EVERY for each in waits if each)
    assert seconds[0] >= 1
    assert seconds[-1] <= 1.1
    assert seconds[-1] - seconds[0] > 0.08
    assert len(seconds) > 300
