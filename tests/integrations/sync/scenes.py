"""An account that reads a GitHub on this machine, and what the tests of that do to both."""

from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from pytest_django import Settings

from decisions.models import Document
from integrations.domain.pull_requests import Address
from integrations.models import GitHubConnection, PullRequest, PullRequestLink
from integrations.services.connections import connection_add
from integrations.services.pull_request_links import pull_request_row
from integrations.services.reading import pull_requests_read
from tests.cast import Cast
from tests.integrations.fake_github import Credential, FakeGitHub
from tests.integrations.fake_github import PullRequest as Remote


@dataclass
class Scene:
    """One account, its token, and a document."""

    github: FakeGitHub
    cast: Cast
    token: Credential
    connection: GitHubConnection
    document: Document

    def remote(self, number: int = 1, **options: Any) -> Remote:
        """A pull request of acme/web on GitHub."""
        if self.github.names.current("acme", "web") is None:
            self.github.add_repo("acme", "web")
        return self.github.add_pull_request("acme", "web", number, **options)

    def link(
        self, number: int = 1, name: str = "acme/web", document: Document | None = None, **columns: Any
    ) -> PullRequest:
        """The row of one that a document links, due now."""
        owner, _, repo = name.partition("/")
        address = Address(self.connection.host, owner, repo, number)
        row = pull_request_row(account_id=self.connection.account_id, address=address)
        link_to(row, document or self.document, self.cast, **columns)
        return row

    def read(self, *rows: PullRequest) -> int:
        """How many were read, after these were made due; the rows say then what is stored."""
        PullRequest.objects.filter(pk__in=[row.pk for row in rows]).update(next_read_at=timezone.now())
        read = pull_requests_read(connection=self.connection)
        for row in rows:
            row.refresh_from_db()
        self.connection.refresh_from_db()
        return read


def link_to(row: PullRequest, document: Document, cast: Cast, **columns: Any) -> PullRequestLink:
    return PullRequestLink.objects.create(
        account_id=document.account_id,
        space_id=document.space_id,
        document=document,
        pull_request=row,
        linked_by=cast.people["member"],
        byline="member",
        linked_at=timezone.now(),
        **columns,
    )


def scene_of(github: FakeGitHub, cast: Cast, settings: Settings) -> Scene:
    """The scene before anything is linked."""
    settings.GITHUB_HOSTS = github.hosts
    token = github.add_token()
    connection, _ = connection_add(
        account_id=cast.account.pk, host=github.host, secret=token.secret, caller=cast.caller("manager")
    )
    return Scene(github, cast, token, connection, cast.document())
