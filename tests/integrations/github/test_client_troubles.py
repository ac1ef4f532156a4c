"""Whatever GitHub or the network does, a reading ends in time and says what came of each pull request."""

import time

import pytest

from integrations.domain.pull_requests import SHARED_TROUBLES, Trouble
from integrations.github.client import Credential, GitHubClient
from spaces.kernel.errors import DomainError
from tests.integrations.fake_github import FakeGitHub, troubles
from tests.integrations.fake_github.troubles import Trouble as Wrong
from tests.integrations.github.asking import address, client_for, filled

REDIRECTS = [
    troubles.redirect(code, to)
    for code in (301, 302, 303, 307, 308)
    for to in ("", "http://127.0.0.1:9/graphql", "https://127.0.0.1:9/graphql", "/elsewhere")
]
# What is wrong, what it is called, and after how many requests that is known of a host that never does better.
WRONG: list[tuple[Wrong, Trouble, int]] = [
    (troubles.status(401), Trouble.BAD_CREDENTIAL, 1),
    (troubles.status(403), Trouble.BAD_CREDENTIAL, 1),
    (troubles.sign_on, Trouble.BAD_CREDENTIAL, 1),
    (troubles.status(404), Trouble.UNREACHABLE, 1),
    (troubles.status(400), Trouble.UNREACHABLE, 1),
    (troubles.status(422), Trouble.UNREACHABLE, 1),
    (troubles.status(202), Trouble.UNREACHABLE, 1),
    (troubles.page(200), Trouble.UNREACHABLE, 1),
    (troubles.page(403), Trouble.UNREACHABLE, 1),
    (troubles.raw(b"[]"), Trouble.UNREACHABLE, 1),
    (troubles.raw(b"{}"), Trouble.UNREACHABLE, 1),
    (troubles.raw(b'"text"'), Trouble.UNREACHABLE, 1),
    (troubles.raw(b'{"data": "text"}'), Trouble.UNREACHABLE, 1),
    *((each, Trouble.UNREACHABLE, 1) for each in REDIRECTS),
    *((troubles.status(code), Trouble.UNREACHABLE, 10) for code in (500, 502, 503, 504)),
    (troubles.page(502), Trouble.UNREACHABLE, 10),
    (troubles.raw(b"[]", 502), Trouble.UNREACHABLE, 10),
    (troubles.raw(b""), Trouble.UNREACHABLE, 10),
    (troubles.raw(b"null"), Trouble.UNREACHABLE, 10),
    (troubles.raw(b'{"data": {"a0": '), Trouble.UNREACHABLE, 10),
    (troubles.raw(b"[" * 100_000), Trouble.UNREACHABLE, 10),
    (troubles.raw(b'{"errors": "text"}'), Trouble.UNREACHABLE, 1),
    (troubles.raw(b'{"errors": ["text"]}'), Trouble.UNREACHABLE, 10),
    (troubles.raw(b'{"errors": [{}]}'), Trouble.UNREACHABLE, 10),
    (
        troubles.raw(b'{"data": null, "errors": [{"message": "Something went wrong"}]}'),
        Trouble.UNREACHABLE,
        10,
    ),
    (troubles.status(200, "odd", x_ratelimit_remaining="x", x_ratelimit_limit="y"), Trouble.UNREACHABLE, 10),
    (troubles.cut(), Trouble.UNREACHABLE, 10),
    (troubles.cut(0), Trouble.UNREACHABLE, 10),
    (troubles.hung_up, Trouble.UNREACHABLE, 10),
]


@pytest.mark.parametrize(("wrong", "trouble", "requests"), WRONG)
def test_a_trouble_of_the_credential_or_the_host_stops_the_rest(
    github: FakeGitHub, wrong: Wrong, trouble: Trouble, requests: int
) -> None:
    addresses = filled(github, 60)
    github.will(wrong, times=None)
    reading = client_for(github).read(addresses)
    assert {each.trouble for each in reading.failed.values()} == {trouble}
    assert set(reading.failed) == set(addresses)
    assert reading.requests == len(github.requests) == requests
    assert reading.problem in {each.words for each in reading.failed.values()}
    assert reading.paused_until is None
    assert trouble in SHARED_TROUBLES


@pytest.mark.parametrize(("wrong", "trouble", "requests"), WRONG)
def test_a_person_who_tests_a_credential_is_told_of_each_trouble(
    github: FakeGitHub, wrong: Wrong, trouble: Trouble, requests: int
) -> None:
    github.will(wrong, times=None)
    with pytest.raises(DomainError) as raised:
        client_for(github).whoami()
    assert raised.value.code == "upstream"
    assert len(github.requests) == 1


def test_a_host_that_is_down_for_a_while_says_until_when(github: FakeGitHub) -> None:
    addresses = filled(github, 60)
    github.will(troubles.status(503, retry_after="300"), times=None)
    reading = client_for(github).read(addresses)
    assert {each.trouble for each in reading.failed.values()} == {Trouble.UNREACHABLE}
    assert reading.paused_until
    assert reading.requests == 1


def test_a_host_that_is_not_there_is_unreachable(github: FakeGitHub) -> None:
    addresses = filled(github, 60)
    client = client_for(github)
    github.stop()
    reading = client.read(addresses)
    assert {each.trouble for each in reading.failed.values()} == {Trouble.UNREACHABLE}
    assert reading.requests == 1
    with pytest.raises(DomainError) as raised:
        client.whoami()
    assert raised.value.code == "upstream"


def test_a_host_whose_name_nobody_knows_is_unreachable() -> None:
    # A name that is reserved for being nowhere.
    client = GitHubClient(
        host="github.com", api_url="https://api.invalid", credential=Credential("token", "x"), timeout=1
    )
    assert client.read([address(1)]).failed[address(1)].trouble is Trouble.UNREACHABLE


def test_a_host_that_speaks_no_tls_is_unreachable(github: FakeGitHub) -> None:
    client = client_for(github, api_url=github.url.replace("http:", "https:"))
    assert client.read([address(1)]).failed[address(1)].trouble is Trouble.UNREACHABLE


def test_a_host_that_never_answers_costs_seven_timeouts_at_most(github: FakeGitHub) -> None:
    addresses = filled(github, 60)
    github.will(troubles.silent, times=None)
    client = client_for(github, timeout=0.2)
    started = time.monotonic()
    reading = client.read(addresses)
    assert time.monotonic() - started < 7 * 0.2 + 0.5
    assert {each.trouble for each in reading.failed.values()} == {Trouble.UNREACHABLE}
    assert set(reading.failed) == set(addresses)


@pytest.mark.parametrize("code", [500, 502, 503])
def test_a_query_that_is_too_much_is_halved_until_github_answers(github: FakeGitHub, code: int) -> None:
    addresses = filled(github, 60)
    github.will(troubles.too_many(7, code), times=None)
    reading = client_for(github).read(addresses)
    assert set(reading.found) == set(addresses)
    assert (reading.failed, reading.problem) == ({}, "")
    assert reading.requests == len(github.requests) < 25


@pytest.mark.parametrize(
    "once",
    [
        troubles.status(502), troubles.page(502), troubles.cut(), troubles.raw(b""), troubles.hung_up,
        troubles.raw(b'{"data": null, "errors": [{"message": "Something went wrong"}]}'),
    ],
)  # fmt: skip
def test_what_fails_once_is_read_all_the_same(github: FakeGitHub, once: Wrong) -> None:
    addresses = filled(github, 30)
    github.will(once)
    reading = client_for(github).read(addresses)
    assert set(reading.found) == set(addresses)
    assert reading.requests == 4


def test_a_query_that_takes_too_long_is_halved(github: FakeGitHub) -> None:
    addresses = filled(github, 10)
    github.will(troubles.silent)
    reading = client_for(github, timeout=0.3).read(addresses)
    assert set(reading.found) == set(addresses)
    assert reading.requests == 3


def test_those_of_an_answer_that_have_a_fault_are_asked_for_again(github: FakeGitHub) -> None:
    addresses = filled(github, 25)
    github.will(troubles.some_fail(lambda index: index % 2 == 0))
    reading = client_for(github).read(addresses)
    assert set(reading.found) == set(addresses)
    assert reading.requests == 2
    assert len(github.requests[1].pull_requests) == 13


def test_one_that_always_has_a_fault_fails_alone(github: FakeGitHub) -> None:
    addresses = filled(github, 60)
    # Always the first of a query: it is one after the other that is left.
    github.will(troubles.some_fail(lambda index: index == 0), times=None)
    reading = client_for(github).read(addresses)
    assert len(reading.found) == 57
    assert {each.trouble for each in reading.failed.values()} == {Trouble.BAD_ANSWER}
    assert reading.problem == ""


def test_a_credential_that_could_not_be_opened_is_never_sent(github: FakeGitHub) -> None:
    client = GitHubClient(host="github.com", api_url=github.url, credential=Credential("token", ""))
    reading = client.read(filled(github))
    assert {each.trouble for each in reading.failed.values()} == {Trouble.BAD_CREDENTIAL}
    with pytest.raises(DomainError) as raised:
        client.whoami()
    assert raised.value.code == "upstream"
    assert github.requests == []


def test_a_host_that_is_no_longer_in_the_settings_is_never_asked(github: FakeGitHub) -> None:
    client = GitHubClient(host="github.com", api_url="", credential=Credential("token", "x"))
    assert client.read([address(1)]).failed[address(1)].trouble is Trouble.UNREACHABLE
