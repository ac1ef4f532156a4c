"""GitHub's REST objects, as its API and its webhooks write them."""

from dataclasses import dataclass
from typing import Any
from zlib import crc32

from tests.integrations.fake_github.checks import Check
from tests.integrations.fake_github.clock import written
from tests.integrations.fake_github.pull_requests import PullRequest, Review
from tests.integrations.fake_github.repositories import Repository


@dataclass(frozen=True)
class Shapes:
    """The objects, with their addresses under this API and these pages."""

    api: str
    page: str

    def user(self, login: str | None) -> dict[str, Any] | None:
        if login is None:
            return None
        number = crc32(login.lower().encode())
        return {
            "login": login,
            "id": number,
            "node_id": f"U_kgDO{number}",
            "avatar_url": "",
            "url": f"{self.api}/users/{login}",
            "html_url": f"{self.page}/{login}",
            "type": "Bot" if login.endswith("[bot]") else "User",
            "site_admin": False,
        }

    def repository(self, repo: Repository) -> dict[str, Any]:
        at = f"{self.api}/repos/{repo.full_name}"
        return {
            "id": repo.id,
            "node_id": repo.node_id,
            "name": repo.name,
            "full_name": repo.full_name,
            "private": repo.private,
            "owner": self.user(repo.owner),
            "html_url": f"{self.page}/{repo.full_name}",
            "description": None,
            "fork": False,
            "url": at,
            "pulls_url": f"{at}/pulls{{/number}}",
            "statuses_url": f"{at}/statuses/{{sha}}",
            "commits_url": f"{at}/commits{{/sha}}",
            "created_at": written(repo.created_at),
            "updated_at": written(repo.created_at),
            "archived": repo.archived,
            "disabled": False,
            "default_branch": "main",
        }

    def pull_request(self, found: PullRequest) -> dict[str, Any]:
        """With all that is told of one alone."""
        return self.pull_request_brief(found) | {
            "merged": found.merged,
            "mergeable": None,
            "rebaseable": None,
            "mergeable_state": "unknown",
            "merged_by": self.user(found.merged_by),
            "comments": 0,
            "review_comments": 0,
            "maintainer_can_modify": False,
            "commits": 1,
            "additions": 1,
            "deletions": 0,
            "changed_files": 1,
        }

    def pull_request_brief(self, found: PullRequest) -> dict[str, Any]:
        """As in lists and in the webhooks of reviews."""
        at, page = self._of(found)
        branch = {"user": self.user(found.repo.owner), "repo": self.repository(found.repo)}
        fork = {"user": None, "repo": None} if found.from_fork else branch
        return {
            "url": at,
            "id": found.id,
            "node_id": found.node_id,
            "html_url": page,
            "issue_url": at.replace("/pulls/", "/issues/"),
            "number": found.number,
            "state": "open" if found.state == "OPEN" else "closed",
            "locked": False,
            "title": found.title,
            "user": self.user(found.author),
            "body": found.body or None,
            "created_at": written(found.created_at),
            "updated_at": written(found.updated_at),
            "closed_at": written(found.closed_at),
            "merged_at": written(found.merged_at),
            # A trial merge has one too: it says nothing of whether this was merged.
            "merge_commit_sha": found.merge_commit,
            "assignee": None,
            "assignees": [],
            "requested_reviewers": [self.user(login) for login in found.asked_reviewers],
            "requested_teams": [],
            "labels": [],
            "milestone": None,
            "draft": found.draft,
            "head": {"label": found.head, "ref": found.head, "sha": found.head_sha, **fork},
            "base": {"label": found.base, "ref": found.base, "sha": "0" * 40, **branch},
            "author_association": "MEMBER",
            "auto_merge": None,
            "active_lock_reason": None,
        }

    def pull_request_named(self, found: PullRequest) -> dict[str, Any]:
        """As few words as the checks' webhooks have for one: its node id is not among them."""
        at, _ = self._of(found)
        repo = {
            "id": found.repo.id,
            "name": found.repo.name,
            "url": f"{self.api}/repos/{found.repo.full_name}",
        }
        return {
            "id": found.id,
            "number": found.number,
            "url": at,
            "head": {"ref": found.head, "sha": found.head_sha, "repo": repo},
            "base": {"ref": found.base, "sha": "0" * 40, "repo": repo},
        }

    def review(self, found: PullRequest, said: Review) -> dict[str, Any]:
        at, page = self._of(found)
        return {
            "id": said.id,
            "node_id": f"PRR_kwDO{said.id:08d}",
            "user": self.user(said.login),
            "body": "",
            "commit_id": said.sha,
            "submitted_at": written(said.submitted_at),
            "state": said.state,
            "html_url": f"{page}#pullrequestreview-{said.id}",
            "pull_request_url": at,
            "author_association": "MEMBER",
        }

    def check_run(self, repo: Repository, check: Check) -> dict[str, Any]:
        return {
            "id": check.id,
            "node_id": f"CR_kwDO{check.id:08d}",
            "head_sha": check.sha,
            "external_id": "",
            "url": f"{self.api}/repos/{repo.full_name}/check-runs/{check.id}",
            "html_url": f"{self.page}/{repo.full_name}/runs/{check.id}",
            "status": check.status,
            "conclusion": check.conclusion,
            "started_at": written(check.at),
            "completed_at": written(check.at) if check.conclusion else None,
            "name": check.name,
        }

    def status(self, repo: Repository, check: Check) -> dict[str, Any]:
        return {
            "id": check.id,
            "node_id": f"SC_kwDO{check.id:08d}",
            "url": f"{self.api}/repos/{repo.full_name}/statuses/{check.sha}",
            "state": check.word,
            "description": None,
            "target_url": None,
            "context": check.name,
            "created_at": written(check.at),
            "updated_at": written(check.at),
        }

    def _of(self, found: PullRequest) -> tuple[str, str]:
        repo = found.repo.full_name
        return f"{self.api}/repos/{repo}/pulls/{found.number}", f"{self.page}/{repo}/pull/{found.number}"
