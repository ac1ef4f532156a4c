"""What the tests of the client start from: a repository with pull requests, and a client that reads them."""

from integrations.domain.pull_requests import Address
from integrations.github.client import Credential, GitHubClient
from tests.integrations import fake_github
from tests.integrations.fake_github import FakeGitHub


def filled(github: FakeGitHub, how_many: int = 1) -> list[Address]:
    """The addresses of so many open pull requests of acme/web.app."""
    github.add_repo("acme", "web.app")
    for number in range(1, how_many + 1):
        github.add_pull_request("acme", "web.app", number)
    return [address(number) for number in range(1, how_many + 1)]


def address(number: int, owner: str = "acme", repo: str = "web.app", host: str = "github.com") -> Address:
    return Address(host, owner, repo, number)


def client_for(
    github: FakeGitHub,
    token: fake_github.Credential | None = None,
    *,
    api_url: str = "",
    timeout: float = 10.0,
) -> GitHubClient:
    """A client with this token, or one that sees all that is public."""
    secret = (token or github.add_token()).secret
    return GitHubClient(
        host=github.host,
        api_url=api_url or github.url,
        credential=Credential("token", secret),
        timeout=timeout,
    )


def app_client(
    github: FakeGitHub, key: str, app_id: int, installation_id: int | None, *, api_url: str = ""
) -> GitHubClient:
    """A client of a GitHub App."""
    credential = Credential("app", key, app_id, installation_id)
    return GitHubClient(host=github.host, api_url=api_url or github.url, credential=credential)
