"""Fixtures of the tests of what is outside: a GitHub on this machine."""

from collections.abc import Iterator

import pytest

from tests.integrations.fake_github import Credential, FakeGitHub, PullRequest
from tests.integrations.plain_clients import Clients


@pytest.fixture
def github() -> Iterator[FakeGitHub]:
    """A GitHub that answers on 127.0.0.1, empty, until the test ends."""
    fake = FakeGitHub().start()
    yield fake
    fake.stop()


@pytest.fixture
def clients(github: FakeGitHub) -> Iterator[Clients]:
    """PyGithub's clients of this GitHub, which are closed at the end."""
    made = Clients(github)
    yield made
    made.close()


@pytest.fixture
def pull(github: FakeGitHub) -> PullRequest:
    """One in a private repository, whose rules ask for a review."""
    github.add_repo("acme", "web.app", private=True, reviews_required=1)
    return github.add_pull_request("acme", "web.app", 7, title="A change")


@pytest.fixture
def reader(github: FakeGitHub, pull: PullRequest) -> Credential:
    """A token that sees it."""
    return github.add_token(pull.repo)
