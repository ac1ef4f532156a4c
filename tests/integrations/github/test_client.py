"""The client reads many pull requests at once: what the facts about PyGithub ask for."""

import logging
import threading

import pytest

from integrations.domain.pull_requests import Checks, Failure, ReviewDecision, State, Trouble
from integrations.github.client import Credential
from tests.integrations.fake_github import FakeGitHub, troubles
from tests.integrations.github.asking import address, client_for, filled


def test_a_hundred_pull_requests_take_four_requests(github: FakeGitHub) -> None:
    addresses = filled(github, 100)
    reading = client_for(github).read(addresses)
    assert list(reading.found) == addresses
    assert reading.requests == len(github.requests) == len(github.graphql_requests) == 4
    assert (reading.failed, reading.paused_until, reading.problem) == ({}, None, "")


def test_what_is_asked_for_twice_is_read_once(github: FakeGitHub) -> None:
    (first,) = filled(github)
    reading = client_for(github).read([first, first])
    assert list(reading.found) == [first]
    assert github.requests[0].pull_requests == ["acme/web.app#1"]


def test_nothing_is_asked_for_nothing(github: FakeGitHub) -> None:
    assert client_for(github).read([]).requests == 0
    assert github.requests == []


def test_a_pull_request_is_read_whole(github: FakeGitHub) -> None:
    (first,) = filled(github)
    pull = github.repo("acme", "web.app").pull_requests[1]
    pull.repo.reviews_required = 1
    pull.review("ann", "APPROVED")
    pull.checks("success")
    pull.merge()
    found = client_for(github).read([first]).found[first]
    assert (found.state, found.title, found.author) == (State.MERGED, "A change", "author")
    assert (found.review_decision, found.checks) == (ReviewDecision.APPROVED, Checks.PASSING)
    assert (found.merged_at, found.merge_commit) == (pull.merged_at, pull.merge_commit)
    assert found.node_id == pull.node_id
    assert found.repo_node_id == pull.repo.node_id
    assert found.url == "https://github.com/acme/web.app/pull/1"


def test_what_can_be_null_is_empty(github: FakeGitHub) -> None:
    (first,) = filled(github)
    pull = github.repo("acme", "web.app").pull_requests[1]
    pull.ghost_author()
    pull.no_checks()
    pull.merge(by=None)
    found = client_for(github).read([first]).found[first]
    assert (found.author, found.review_decision, found.checks) == ("", None, None)


def test_an_enterprise_host_is_asked_below_its_own_api_address(github: FakeGitHub) -> None:
    (first,) = filled(github)
    client = client_for(github, api_url=github.enterprise_url)
    assert first in client.read([first]).found
    assert client.whoami() == "reader"


def test_every_request_pins_the_version_of_the_api(github: FakeGitHub) -> None:
    client = client_for(github)
    client.read(filled(github))
    client.whoami()
    assert {each.api_version for each in github.requests} == {"2022-11-28"}
    assert len(github.requests) == 2


def test_a_client_refuses_the_threads_that_did_not_make_it(github: FakeGitHub) -> None:
    addresses = filled(github)
    client = client_for(github)
    raised: list[BaseException] = []

    def use() -> None:
        for call in (lambda: client.read(addresses), client.whoami):
            try:
                call()
            except RuntimeError as error:
                raised.append(error)

    thread = threading.Thread(target=use)
    thread.start()
    thread.join()
    assert len(raised) == 2
    assert github.requests == []


def test_one_that_is_missing_does_not_lose_the_others(github: FakeGitHub) -> None:
    addresses = filled(github, 24)
    missing = address(99)
    reading = client_for(github).read([*addresses[:10], missing, *addresses[10:]])
    assert set(reading.found) == set(addresses)
    assert reading.failed[missing].trouble is Trouble.NOT_VISIBLE
    assert reading.requests == 1
    assert reading.problem == ""


def test_one_that_may_not_be_read_does_not_lose_the_others(github: FakeGitHub) -> None:
    addresses = filled(github, 3)
    closed = github.add_repo("acme", "closed")
    github.add_pull_request("acme", "closed", 1)
    token = github.add_token()
    github.forbid(closed, token)
    reading = client_for(github, token).read([*addresses, address(1, repo="closed")])
    assert set(reading.found) == set(addresses)
    assert reading.failed[address(1, repo="closed")].trouble is Trouble.FORBIDDEN
    assert (reading.requests, reading.problem) == (1, "")


def test_a_private_one_is_not_visible_to_a_token_that_does_not_see_it(github: FakeGitHub) -> None:
    hidden = github.add_repo("acme", "hidden", private=True)
    github.add_pull_request("acme", "hidden", 1)
    asked = [address(1, repo="hidden")]
    assert client_for(github).read(asked).failed[asked[0]].trouble is Trouble.NOT_VISIBLE
    assert set(client_for(github, github.add_token(hidden)).read(asked).found) == set(asked)


def test_a_renamed_repository_is_followed_to_its_new_name(github: FakeGitHub) -> None:
    (first,) = filled(github)
    github.rename_repo(github.repo("acme", "web.app"), "site")
    found = client_for(github).read([first]).found[first]
    assert found.address == address(1, repo="site")


@pytest.mark.parametrize(
    "wrong",
    [
        address(1, owner="..", repo="user"),
        address(1, owner="acme", repo=".."),
        address(1, owner="acme/web", repo="app"),
        address(1, owner="acme?", repo="app"),
        address(1, owner="", repo="app"),
        address(1, owner="acme", repo="app.git"),
        address(0),
        address(2**31),
        address(1, host="example.com"),
    ],
)
def test_an_address_that_github_cannot_have_is_never_sent(github: FakeGitHub, wrong: object) -> None:
    (first,) = filled(github)
    reading = client_for(github).read([wrong, first])  # type: ignore[list-item]
    assert list(reading.found) == [first]
    (failure,) = reading.failed.values()
    assert isinstance(failure, Failure)
    assert failure.trouble is Trouble.NOT_VISIBLE
    assert [each.pull_requests for each in github.requests] == [["acme/web.app#1"]]


def test_the_credential_is_in_no_log_and_no_repr(
    github: FakeGitHub, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    caplog.set_level(logging.DEBUG, "github.Requester")
    token = github.add_token()
    client = client_for(github, token)
    client.read(filled(github))
    client.whoami()
    # It was sent, and that was logged by those below.
    assert token.secret in github.requests[0].headers["authorization"]
    assert any(record.name.startswith("urllib3") for record in caplog.records)
    assert token.secret not in caplog.text
    assert token.secret not in repr(Credential("token", token.secret)) + repr(client) + str(vars(client))


def test_nothing_of_a_request_is_asked_twice(github: FakeGitHub) -> None:
    addresses = filled(github, 30)
    github.will(troubles.secondary_limit(403, retry_after=3600))
    assert client_for(github).read(addresses).requests == len(github.requests) == 1
