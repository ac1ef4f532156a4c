"""The webhooks of all that happens, kept for the test to send, in whatever order and as often as it likes."""

import hmac
import json
from collections.abc import Callable
from hashlib import sha1, sha256
from typing import Any, NamedTuple
from uuid import NAMESPACE_URL, uuid5

from tests.integrations.fake_github.checks import Check
from tests.integrations.fake_github.clock import Ids, written
from tests.integrations.fake_github.pull_requests import PullRequest, Review
from tests.integrations.fake_github.repositories import Repository
from tests.integrations.fake_github.shapes import Shapes


class Delivery(NamedTuple):
    """One webhook, as it stood when it was made."""

    event: str
    id: str
    payload: dict[str, Any]


def signed(delivery: Delivery, secret: str | bytes) -> tuple[bytes, dict[str, str]]:
    """The body and the headers of a delivery under this secret."""
    key = secret.encode() if isinstance(secret, str) else secret
    body = json.dumps(delivery.payload).encode()
    return body, {
        "Content-Type": "application/json",
        "User-Agent": "GitHub-Hookshot/044aadd",
        "X-GitHub-Event": delivery.event,
        "X-GitHub-Delivery": delivery.id,
        "X-GitHub-Hook-ID": "1",
        "X-Hub-Signature": f"sha1={hmac.new(key, body, sha1).hexdigest()}",
        "X-Hub-Signature-256": f"sha256={hmac.new(key, body, sha256).hexdigest()}",
    }


class Outbox:
    """Writes the deliveries."""

    def __init__(
        self, shapes: Callable[[], Shapes], ids: Ids, installation: Callable[..., int | None]
    ) -> None:
        self.sent: list[Delivery] = []
        self._shapes = shapes
        self._ids = ids
        self._installation = installation

    def of_pull_request(self, event: str, action: str, found: PullRequest, **more: Any) -> None:
        """Whatever happens to one."""
        shapes = self._shapes()
        match event:
            case "pull_request":
                about = {
                    "number": found.number,
                    "pull_request": shapes.pull_request(found),
                    **_plain(shapes, more),
                }
            case "pull_request_review":
                said: Review = more["review"]
                shown = shapes.review(found, said)
                # Only here GitHub writes the word in lower case.
                about = {
                    "review": shown | {"state": said.state.lower()},
                    "pull_request": shapes.pull_request_brief(found),
                }
            case _:
                about = _of_checks(shapes, event, found, more["check"])
        self.of_repository(event, action, found.repo, sender=found.author, **about)

    def of_repository(
        self, event: str, action: str, repo: Repository, sender: str | None = None, **about: Any
    ) -> None:
        """Anything that happens in one."""
        shapes = self._shapes()
        payload: dict[str, Any] = {"action": action} if action else {}
        payload |= about
        payload["repository"] = shapes.repository(repo)
        installation = self._installation(repo)
        if installation is not None:
            payload["installation"] = {"id": installation, "node_id": f"I_kwDO{installation}"}
        payload["sender"] = shapes.user(sender or "somebody")
        number = uuid5(NAMESPACE_URL, f"delivery {self._ids.number()}")
        # Written and read again: nothing in it changes with what happens later.
        self.sent.append(Delivery(event, str(number), json.loads(json.dumps(payload))))


def _plain(shapes: Shapes, more: dict[str, Any]) -> dict[str, Any]:
    if "requested_reviewer" in more:
        return more | {"requested_reviewer": shapes.user(more["requested_reviewer"])}
    return more


def _of_checks(shapes: Shapes, event: str, found: PullRequest, check: Check) -> dict[str, Any]:
    repo = found.repo
    if event == "status":
        shown = shapes.status(repo, check)
        # Of its addresses and ids this webhook has only one.
        return {name: shown[name] for name in shown if name not in ("url", "node_id")} | {
            "sha": check.sha,
            "name": repo.full_name,
            "branches": [{"name": found.head, "commit": {"sha": check.sha}, "protected": False}],
        }
    # GitHub names none for a branch of a fork.
    named = [] if found.from_fork else [shapes.pull_request_named(found)]
    suite = {
        "id": check.id + 1,
        "head_branch": found.head,
        "head_sha": check.sha,
        "status": check.status,
        "conclusion": check.conclusion,
        "pull_requests": named,
        "created_at": written(check.at),
        "updated_at": written(check.at),
    }
    if event == "check_suite":
        return {"check_suite": suite}
    return {"check_run": shapes.check_run(repo, check) | {"check_suite": suite, "pull_requests": named}}
