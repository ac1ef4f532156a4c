"""A GitHub on this machine for tests: a real HTTP server whose state the test changes directly.

The fixture `github` is one that runs. A test adds what it needs, lets it live, and looks at what was asked:

    repo = github.add_repo("acme", "web", private=True)
    pull = github.add_pull_request("acme", "web", 7)
    token = github.add_token(repo)                         # token.secret is what a client shows
    github.will(troubles.limited(), credential=token)      # the next request meets it
    pull.review("ann", "APPROVED")
    pull.merge()
    github.deliveries                                      # its webhooks; github.signed(...) makes one to send
    github.requests, token.most_at_once                    # what was asked, in order
"""

from tests.integrations.fake_github.credentials import App, Credential
from tests.integrations.fake_github.deliveries import Delivery, signed
from tests.integrations.fake_github.fake import FakeGitHub
from tests.integrations.fake_github.pull_requests import PullRequest
from tests.integrations.fake_github.repositories import Repository

__all__ = ["App", "Credential", "Delivery", "FakeGitHub", "PullRequest", "Repository", "signed"]
