"""GitHub's limits pause the credential: nobody waits, nothing more is asked, what was read is kept."""

import time
from datetime import UTC, datetime, timedelta

import pytest

from integrations.domain.pull_requests import Trouble
from integrations.github.limits import LONGEST_PAUSE, USUAL_PAUSE, pause_asked_for, pause_in_answer
from spaces.kernel.errors import DomainError
from tests.integrations.fake_github import FakeGitHub, troubles
from tests.integrations.fake_github.troubles import Trouble as Wrong
from tests.integrations.github.asking import client_for, filled

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)
RESET = str(int((NOW + timedelta(minutes=20)).timestamp()))
SPENT = {"x-ratelimit-remaining": "0", "x-ratelimit-reset": RESET}
SECONDARY = {"message": "You have exceeded a secondary rate limit and have been temporarily blocked."}


@pytest.mark.parametrize(
    ("wrong", "seconds"),
    [
        (troubles.limited(minutes=30), 1800),
        (troubles.limited(minutes=30, word="RATE_LIMIT"), 1800),
        (troubles.secondary_limit(403), 60),
        (troubles.secondary_limit(429), 60),
        (troubles.secondary_limit(403, retry_after=7), 7),
        (troubles.secondary_limit(429, retry_after=120), 120),
        (troubles.status(429, "Too many"), 60),
        (troubles.raw(b'{"message": "You have exceeded a secondary rate limit."}'), 60),
    ],
)
def test_a_limit_pauses_the_credential_and_not_the_worker(
    github: FakeGitHub, wrong: Wrong, seconds: int
) -> None:
    addresses = filled(github, 60)
    github.will(wrong, times=None)
    before, started = datetime.now(UTC), time.monotonic()
    reading = client_for(github).read(addresses)
    assert time.monotonic() - started < 2
    assert reading.requests == 1
    assert reading.paused_until
    assert abs((reading.paused_until - before).total_seconds() - seconds) < 3
    assert {failure.trouble for failure in reading.failed.values()} == {Trouble.LIMITED}
    assert set(reading.failed) == set(addresses)
    assert reading.problem


def test_what_was_read_before_the_limit_is_kept(github: FakeGitHub) -> None:
    addresses = filled(github, 75)
    client = client_for(github, github.add_token(limit=2))
    reading = client.read(addresses)
    assert set(reading.found) == set(addresses[:50])
    assert {reading.failed[each].trouble for each in addresses[50:]} == {Trouble.LIMITED}
    assert reading.paused_until


def test_the_last_point_that_is_used_up_pauses_before_github_refuses(github: FakeGitHub) -> None:
    addresses = filled(github, 30)
    reading = client_for(github, github.add_token(limit=1)).read(addresses)
    assert reading.requests == 1
    assert len(reading.found) == 25
    assert reading.paused_until


def test_a_limit_in_the_middle_of_an_answer_keeps_the_rest_of_it(github: FakeGitHub) -> None:
    addresses = filled(github, 4)
    github.will(troubles.some_fail(lambda index: index > 1, kind="RATE_LIMITED"))
    reading = client_for(github).read(addresses)
    assert set(reading.found) == set(addresses[:2])
    assert {each.trouble for each in reading.failed.values()} == {Trouble.LIMITED}
    assert reading.requests == 1


def test_a_person_who_tests_a_credential_is_told_how_long_to_wait(github: FakeGitHub) -> None:
    github.will(troubles.secondary_limit(429, retry_after=90))
    with pytest.raises(DomainError) as raised:
        client_for(github).whoami()
    assert raised.value.code == "throttled"
    assert 85 < raised.value.facts["retry_after"] <= 90


@pytest.mark.parametrize(
    ("status", "headers", "body", "pause"),
    [
        (403, SPENT, None, timedelta(minutes=20)),
        (429, SPENT, None, timedelta(minutes=20)),
        (429, {}, None, USUAL_PAUSE),
        (403, {}, SECONDARY, USUAL_PAUSE),
        (403, {"retry-after": "30"}, None, timedelta(seconds=30)),
        # A Retry-After says more than when the points come anew.
        (403, {"retry-after": "30", **SPENT}, None, timedelta(seconds=30)),
        (403, {"retry-after": "Tue, 01 Dec 2026 12:05:00 GMT"}, None, timedelta(minutes=5)),
        (429, {"retry-after": "21600"}, None, LONGEST_PAUSE),
        (429, {"retry-after": "1e300"}, None, LONGEST_PAUSE),
        (429, {"retry-after": "inf"}, None, USUAL_PAUSE),
        (429, {"retry-after": "soon"}, None, USUAL_PAUSE),
        (429, {"retry-after": "0"}, None, timedelta(seconds=1)),
        (429, {"retry-after": "-5"}, None, timedelta(seconds=1)),
        (429, {"retry-after": "Tue, 01 Dec 2020 12:05:00 GMT"}, None, timedelta(seconds=1)),
        (403, {"x-ratelimit-remaining": "0"}, None, USUAL_PAUSE),
        (403, {"x-ratelimit-remaining": "0", "x-ratelimit-reset": "1"}, None, USUAL_PAUSE),
        (403, {"x-ratelimit-remaining": "0", "x-ratelimit-reset": "9" * 30}, None, USUAL_PAUSE),
        (403, {"x-ratelimit-remaining": "0", "x-ratelimit-reset": "x"}, None, USUAL_PAUSE),
        (403, {"x-ratelimit-remaining": "7", "x-ratelimit-reset": RESET}, None, None),
        (403, {}, {"message": "Resource not accessible"}, None),
        (403, {}, {"message": None}, None),
        (401, SPENT, None, None),
        (500, {"retry-after": "30"}, None, None),
    ],
)
def test_a_refusal_asks_for_a_pause_of_at_most_an_hour(
    status: int, headers: dict[str, str], body: object, pause: timedelta | None
) -> None:
    until = pause_asked_for(status, headers, body, now=NOW)
    assert until == (None if pause is None else NOW + pause)


@pytest.mark.parametrize(
    ("headers", "body", "pause"),
    [
        ({"x-ratelimit-remaining": "17"}, {"data": {}}, None),
        ({}, {"data": {}}, None),
        (SPENT, {"data": {}}, timedelta(minutes=20)),
        ({}, {"errors": [{"type": "RATE_LIMITED"}]}, USUAL_PAUSE),
        ({}, {"errors": ["odd", {"message": "You have exceeded a secondary rate limit."}]}, USUAL_PAUSE),
        ({}, {"errors": [{"type": "NOT_FOUND", "message": "Could not resolve"}]}, None),
    ],
)
def test_an_answer_may_ask_for_a_pause_as_well(
    headers: dict[str, str], body: object, pause: timedelta | None
) -> None:
    assert pause_in_answer(headers, body, now=NOW) == (None if pause is None else NOW + pause)
