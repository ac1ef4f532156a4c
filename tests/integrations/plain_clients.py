"""PyGithub without anything of this service around it, for what is compared with it."""

from typing import Any

from github import Auth, Github

from integrations.domain.pull_requests import Address
from integrations.github.mapping import query_for
from tests.integrations.fake_github import Credential, FakeGitHub


class Clients:
    """PyGithub's clients of a test, which are closed at its end."""

    def __init__(self, github: FakeGitHub) -> None:
        self.github = github
        self.opened: list[Github] = []

    def of(self, credential: Credential, base_url: str = "") -> Github:
        return self.with_secret(credential.secret, base_url)

    def with_secret(self, secret: str, base_url: str = "") -> Github:
        client = Github(
            auth=Auth.Token(secret),
            base_url=base_url or self.github.url,
            retry=None,
            seconds_between_requests=0,
            api_version="2022-11-28",
        )
        self.opened.append(client)
        return client

    def ask(self, credential: Credential, *named: str, change: tuple[str, str] = ("", "")) -> dict[str, Any]:
        """The whole answer to our own query for these, as `owner/repo#number`."""
        parts = [name.replace("#", "/").split("/") for name in named]
        query, variables = query_for([Address("github.com", o, r, int(n)) for o, r, n in parts])
        requester = self.of(credential).requester
        asked = {"query": query.replace(*change) if change[0] else query, "variables": variables}
        _, answer = requester.requestJsonAndCheck("POST", requester.graphql_url, input=asked)
        assert isinstance(answer, dict)
        return answer

    def close(self) -> None:
        for client in self.opened:
            client.close()
