"""What is linked is read at once, with the account's own credential."""

import pytest
from django.utils import timezone
from pytest_django import Settings

from integrations.domain.pull_requests import State
from integrations.models import PullRequest, PullRequestLink
from integrations.services.connections import connection_add
from integrations.services.pull_request_links import pull_request_link
from tests.cast import Cast
from tests.integrations.carrying.stage import decided, implementation
from tests.integrations.fake_github import FakeGitHub


@pytest.fixture
def reading(github: FakeGitHub, cast: Cast, settings: Settings) -> FakeGitHub:
    """A GitHub that the account reads."""
    settings.GITHUB_HOSTS = github.hosts
    repo = github.add_repo("acme", "web")
    token = github.add_token(repo)
    github.add_pull_request("acme", "web", 7, title="A change")
    connection_add(
        account_id=cast.account.pk, host="github.com", secret=token.secret, caller=cast.caller("owner")
    )
    return github


def test_a_link_says_what_was_read_and_the_document_follows(reading: FakeGitHub, cast: Cast) -> None:
    document = decided(cast)
    link = pull_request_link(document=document, url="acme/web#7", caller=cast.caller("member"))
    row = link.pull_request
    assert (row.state, row.title, row.error) == (State.OPEN, "A change", "")
    assert row.last_read_at is not None
    assert implementation(document) == "active"


def test_one_that_is_not_visible_is_linked_as_unknown_with_why(reading: FakeGitHub, cast: Cast) -> None:
    document = decided(cast)
    link = pull_request_link(document=document, url="acme/web#8", caller=cast.caller("member"))
    assert link.pull_request.state == State.UNKNOWN
    assert link.pull_request.error
    assert implementation(document) == "planned"


def test_linking_under_a_former_name_is_the_link_that_there_is(reading: FakeGitHub, cast: Cast) -> None:
    document, member = decided(cast), cast.caller("member")
    first = pull_request_link(document=document, url="acme/web#7", caller=member)
    # As if it had been linked under a name that GitHub leads on from.
    PullRequest.objects.update(owner="acme", repo="site", name_key="acme/site", created_at=timezone.now())
    again = pull_request_link(document=document, url="acme/web#7", caller=member)
    assert again.pk == first.pk
    assert again.pull_request_id == PullRequest.objects.get().pk
    assert PullRequestLink.objects.count() == 1
