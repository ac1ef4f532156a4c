"""Each trouble of the fake GitHub does to who asks what the real one would."""

import threading
import time
from datetime import UTC, datetime

import pytest
import requests
from github import GithubException, RateLimitExceededException, UnknownObjectException

from tests.integrations.fake_github import Credential, FakeGitHub, PullRequest, troubles
from tests.integrations.plain_clients import Clients

ASKED = "acme/web.app#7"
REPO = "/repos/acme/web.app"


def get(github: FakeGitHub, reader: Credential, path: str = REPO, timeout: float = 5) -> requests.Response:
    """One request, without any client's own ideas; no redirect is followed."""
    return requests.get(
        github.url + path,
        headers={"Authorization": f"Bearer {reader.secret}"},
        timeout=timeout,
        allow_redirects=False,
    )


def test_starting_takes_no_time() -> None:
    def seconds() -> float:
        began = time.perf_counter()
        FakeGitHub().start().stop()
        return time.perf_counter() - began

    # The machine may be busy with something else once.
    assert min(seconds() for _ in range(5)) < 0.05


def test_a_trouble_is_met_so_often_by_whom_it_concerns(
    github: FakeGitHub, pull: PullRequest, reader: Credential
) -> None:
    other = github.add_token(pull.repo)
    ongoing = github.will(
        troubles.status(503), times=2, credential=reader, endpoint="GET /repos/{owner}/{repo}"
    )
    assert get(github, other).status_code == 200
    assert get(github, reader, f"{REPO}/pulls/7").status_code == 200
    assert [get(github, reader).status_code for _ in range(3)] == [503, 503, 200]
    assert ongoing.met == 2
    for_ever = github.will(troubles.status(500), times=None)
    assert [get(github, each).status_code for each in (reader, other)] == [500, 500]
    for_ever.over()
    assert get(github, reader).status_code == 200


def test_slow_answers_come_late_and_silent_ones_never(
    github: FakeGitHub, pull: PullRequest, reader: Credential
) -> None:
    github.will(troubles.slow(0.05))
    began = time.perf_counter()
    assert get(github, reader).status_code == 200
    assert time.perf_counter() - began >= 0.05
    github.will(troubles.silent)
    with pytest.raises(requests.exceptions.ReadTimeout):
        get(github, reader, timeout=0.05)
    github.will(troubles.hung_up)
    with pytest.raises(requests.exceptions.ConnectionError):
        get(github, reader)


def test_a_stopped_one_refuses_connections_and_starts_again_at_its_address(
    github: FakeGitHub, pull: PullRequest, reader: Credential
) -> None:
    address = github.url
    github.stop()
    with pytest.raises(requests.exceptions.ConnectionError):
        get(github, reader)
    github.start()
    assert github.url == address
    assert get(github, reader).status_code == 200


def test_the_primary_limit_is_403_and_for_graphql_200_with_errors(
    github: FakeGitHub, pull: PullRequest, reader: Credential, clients: Clients
) -> None:
    github.will(troubles.limited(minutes=10), times=2)
    with pytest.raises(RateLimitExceededException) as limited:
        clients.of(reader).get_repo("acme/web.app")
    headers = limited.value.headers or {}
    assert headers["x-ratelimit-remaining"] == "0"
    assert 500 < int(headers["x-ratelimit-reset"]) - datetime.now(UTC).timestamp() < 700
    answer = clients.ask(reader, ASKED)
    assert [error["type"] for error in answer["errors"]] == ["RATE_LIMITED"]
    assert "data" not in answer


@pytest.mark.parametrize(("code", "after"), [(403, None), (403, 30), (429, None), (429, 30)])
def test_the_secondary_limit_may_say_when_to_come_back(
    github: FakeGitHub, pull: PullRequest, reader: Credential, code: int, after: int | None
) -> None:
    github.will(troubles.secondary_limit(code, retry_after=after))
    answer = get(github, reader)
    assert answer.status_code == code
    assert answer.headers.get("Retry-After") == (None if after is None else str(after))
    assert "secondary rate limit" in answer.json()["message"]


def test_errors_are_of_githubs_kind(
    github: FakeGitHub, pull: PullRequest, reader: Credential, clients: Clients
) -> None:
    github.will(troubles.status(404))
    with pytest.raises(UnknownObjectException):
        clients.of(reader).get_repo("acme/web.app")
    github.will(troubles.sign_on)
    with pytest.raises(GithubException) as refused:
        clients.of(reader).get_repo("acme/web.app")
    assert refused.value.status == 403
    assert (refused.value.headers or {})["x-github-sso"].startswith("required")
    for code in (401, 500, 502, 503):
        github.will(troubles.status(code))
        assert get(github, reader).status_code == code


def test_answers_that_are_none(github: FakeGitHub, pull: PullRequest, reader: Credential) -> None:
    for code in (200, 502):
        github.will(troubles.page(code))
        answer = get(github, reader)
        assert (answer.status_code, answer.headers["Content-Type"][:9]) == (code, "text/html")
        assert answer.text.startswith("<!DOCTYPE html>")
    github.will(troubles.raw(b""))
    assert get(github, reader).content == b""
    github.will(troubles.raw(b'{"id": 1,'))
    with pytest.raises(requests.exceptions.JSONDecodeError):
        get(github, reader).json()
    github.will(troubles.cut())
    with pytest.raises(requests.exceptions.ChunkedEncodingError):
        get(github, reader)


@pytest.mark.parametrize("code", [301, 302, 307, 308])
def test_redirects_lead_to_themselves_or_anywhere(
    github: FakeGitHub, pull: PullRequest, reader: Credential, code: int
) -> None:
    github.will(troubles.redirect(code))
    answer = get(github, reader, f"{REPO}/pulls?state=all")
    assert (answer.status_code, answer.headers["Location"]) == (code, f"{github.url}{REPO}/pulls?state=all")
    github.will(troubles.redirect(code, keep_query=False))
    assert get(github, reader, f"{REPO}/pulls?state=all").headers["Location"] == f"{github.url}{REPO}/pulls"
    github.will(troubles.redirect(code, "https://elsewhere.test/"))
    assert get(github, reader).headers["Location"] == "https://elsewhere.test/"


def test_half_a_batch_fails_and_one_that_is_too_large_fails_whole(
    github: FakeGitHub, pull: PullRequest, reader: Credential, clients: Clients
) -> None:
    github.will(troubles.some_fail(lambda index: index % 2 == 1))
    answer = clients.ask(reader, *[ASKED] * 4)
    assert [answer["data"][f"a{index}"] is None for index in range(4)] == [False, True, False, True]
    assert [error["path"] for error in answer["errors"]] == [["a1"], ["a3"]]
    github.will(troubles.too_many(3), times=None)
    with pytest.raises(GithubException) as too_many:
        clients.ask(reader, *[ASKED] * 4)
    assert too_many.value.status == 502
    assert "errors" not in clients.ask(reader, *[ASKED] * 3)


def test_a_version_of_the_api_that_is_not_known_is_refused(
    github: FakeGitHub, pull: PullRequest, reader: Credential
) -> None:
    headers = {"Authorization": f"token {reader.secret}", "X-GitHub-Api-Version": "2031-01-01"}
    assert requests.get(github.url + REPO, headers=headers, timeout=5).status_code == 400
    assert github.requests[-1].api_version == "2031-01-01"
    assert requests.get(github.url + REPO, headers={"User-Agent": ""}, timeout=5).status_code == 403


def test_requests_at_one_time_are_counted_by_credential(
    github: FakeGitHub, pull: PullRequest, reader: Credential
) -> None:
    other = github.add_token(pull.repo)
    gate = troubles.Gate()
    github.will(gate, times=None)
    threads = [
        threading.Thread(target=get, args=(github, each, f"{REPO}/pulls/7"))
        for each in (reader, reader, other)
    ]
    for thread in threads:
        thread.start()
    until = time.monotonic() + 5
    while len(github.requests) < 3 and time.monotonic() < until:
        time.sleep(0.002)
    assert gate.arrived.is_set()
    gate.opened.set()
    for thread in threads:
        thread.join()
    assert (reader.most_at_once, other.most_at_once) == (2, 1)
    for _ in range(3):
        get(github, other)
    assert other.most_at_once == 1
    assert len(github.traffic.of(other, "GET /repos/{owner}/{repo}")) == 3


def test_something_may_happen_while_an_answer_is_on_its_way(
    github: FakeGitHub, pull: PullRequest, reader: Credential, clients: Clients
) -> None:
    github.will(troubles.meanwhile(pull.merge))
    assert clients.ask(reader, ASKED)["data"]["a0"]["pullRequest"]["state"] == "OPEN"
    assert clients.ask(reader, ASKED)["data"]["a0"]["pullRequest"]["state"] == "MERGED"


def test_a_fault_of_the_fake_itself_is_raised_and_taken_for_no_trouble(
    reader: Credential, pull: PullRequest
) -> None:
    broken = FakeGitHub().start()

    def fault(*_: object) -> None:
        raise KeyError("a mistake in here")

    broken.will(fault)  # type: ignore[arg-type]
    with pytest.raises(requests.exceptions.ConnectionError):
        get(broken, reader)
    with pytest.raises(KeyError, match="a mistake in here"):
        broken.stop()
    assert [each.status for each in broken.requests] == [0]
