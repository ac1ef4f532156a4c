"""Pull requests, and what can happen to one."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from functools import wraps
from threading import RLock
from typing import Any, TypeVar, cast

from tests.integrations.fake_github.checks import RUNS, STATUSES, Check, rollup
from tests.integrations.fake_github.clock import Clock, Ids
from tests.integrations.fake_github.repositories import Repository

OPINIONS = frozenset({"APPROVED", "CHANGES_REQUESTED", "DISMISSED"})


Act = TypeVar("Act", bound=Callable[..., Any])


def _whole(act: Act) -> Act:
    """Nobody reads the pull request half-way through `act`."""

    @wraps(act)
    def at_once(self: "PullRequest", *args: Any, **kwargs: Any) -> Any:
        with self.lock:
            return act(self, *args, **kwargs)

    return cast(Act, at_once)


@dataclass
class Review:
    """What one person said of a pull request once."""

    id: int
    login: str | None
    state: str
    submitted_at: datetime
    sha: str


@dataclass(eq=False)
class PullRequest:
    """One pull request. Every method is something people do, and GitHub sends a webhook of it."""

    repo: Repository
    number: int
    id: int
    title: str
    body: str
    author: str | None
    draft: bool
    head_sha: str
    created_at: datetime
    updated_at: datetime
    clock: Clock
    ids: Ids
    # Takes the event, the action, this pull request and what else stands in the payload.
    tell: Callable[..., None]
    lock: RLock = field(repr=False)
    state: str = "OPEN"
    closed_at: datetime | None = None
    merged_at: datetime | None = None
    merged_by: str | None = None
    # Of a merged one the merge; of any other only a trial, which says nothing.
    merge_commit: str | None = None
    base: str = "main"
    head: str = "topic"
    from_fork: bool = False
    in_merge_queue: bool = False
    reviews: list[Review] = field(default_factory=list)
    asked_reviewers: list[str] = field(default_factory=list)

    @property
    def node_id(self) -> str:
        return f"PR_kwDO{self.id:08d}"

    @property
    def merged(self) -> bool:
        return self.state == "MERGED"

    @_whole
    def push(self) -> None:
        """A new commit, on which no check ran yet."""
        before, self.head_sha = self.head_sha, self.ids.commit()
        self._told("synchronize", before=before, after=self.head_sha)

    @_whole
    def ready(self) -> None:
        self.draft = False
        self._told("ready_for_review")

    @_whole
    def to_draft(self) -> None:
        self.draft = True
        self._told("converted_to_draft")

    @_whole
    def close(self) -> None:
        """Closed without a merge."""
        assert self.state == "OPEN"
        self.state, self.closed_at = "CLOSED", self.clock.tick()
        self._told("closed", at=self.closed_at)

    @_whole
    def reopen(self) -> None:
        assert self.state == "CLOSED", "a merged one stays merged"
        self.state, self.closed_at = "OPEN", None
        self._told("reopened")

    @_whole
    def merge(self, by: str | None = "merger") -> None:
        """Merged; `by=None` is an account that was deleted since."""
        assert self.state == "OPEN"
        self.state, self.draft, self.merged_by = "MERGED", False, by
        self.merged_at = self.closed_at = self.clock.tick()
        self.merge_commit = self.ids.commit()
        self._told("closed", at=self.merged_at)

    @_whole
    def retitle(self, title: str) -> None:
        before, self.title = self.title, title
        self._told("edited", changes={"title": {"from": before}})

    @_whole
    def describe(self, body: str) -> None:
        before, self.body = self.body, body
        self._told("edited", changes={"body": {"from": before}})

    @_whole
    def label(self, name: str) -> None:
        """Something that changes nothing but the time of the last change."""
        self._told("labeled", label={"id": self.ids.number(), "name": name, "color": "ededed"})

    @_whole
    def review(self, login: str | None, state: str) -> Review:
        """`state` is APPROVED, CHANGES_REQUESTED or COMMENTED; no login is a deleted account."""
        assert state in {"APPROVED", "CHANGES_REQUESTED", "COMMENTED"}
        said = Review(self.ids.number(), login, state, self.clock.tick(), self.head_sha)
        self.reviews.append(said)
        if login in self.asked_reviewers:
            self.asked_reviewers.remove(login)
        self._told("submitted", event="pull_request_review", at=said.submitted_at, review=said)
        return said

    @_whole
    def dismiss(self, login: str) -> None:
        """Their latest opinion counts no longer; a comment is none, and cannot be dismissed."""
        said = next(each for each in reversed(self.reviews) if each.login == login and each.state in OPINIONS)
        said.state = "DISMISSED"
        self._told("dismissed", event="pull_request_review", review=said)

    @_whole
    def request_review(self, login: str) -> None:
        self.asked_reviewers.append(login)
        self._told("review_requested", requested_reviewer=login)

    @_whole
    def ghost_author(self) -> None:
        """The author's account is deleted: GitHub sends nothing, and no time moves."""
        self.author = None

    @_whole
    def checks(self, word: str, *, count: int = 1, name: str = "", legacy: bool = False) -> None:
        """So many checks of the head come to `word`, which moves no time of the pull request.

        Without a name they are the same ones each time: those that were pending come to success. A legacy one is
        a commit status, and sends `status`; the others send `check_run` and `check_suite`.
        """
        assert word in (STATUSES if legacy else RUNS), word
        on_head = self.repo.checks.setdefault(self.head_sha, [])
        for index in range(count):
            called = name or f"{'status' if legacy else 'run'}-{index}"
            on_head[:] = [check for check in on_head if check.name != called]
            on_head.append(Check(self.ids.number(), called, word, self.head_sha, self.clock.tick(), legacy))
        last = on_head[-1]
        if legacy:
            self.tell("status", "", self, check=last)
            return
        self.tell("check_run", "completed" if last.conclusion else "created", self, check=last)
        self.tell("check_suite", "completed" if last.conclusion else "requested", self, check=last)

    @_whole
    def no_checks(self) -> None:
        """Forget what ran on the head, as after a re-run of everything."""
        self.repo.checks.pop(self.head_sha, None)

    @property
    def on_head(self) -> list[Check]:
        return self.repo.checks.get(self.head_sha, [])

    @property
    def rollup(self) -> str | None:
        return rollup(self.on_head)

    def latest_opinions(self) -> list[Review]:
        """Each reviewer's latest opinion, the author's own excepted; a comment is none."""
        latest: dict[str | None, Review] = {}
        for said in self.reviews:
            if said.state in OPINIONS and (said.login is None or said.login != self.author):
                latest.pop(said.login, None)
                latest[said.login] = said
        return list(latest.values())

    @property
    def review_decision(self) -> str | None:
        if not self.repo.reviews_required:
            return None
        states = [said.state for said in self.latest_opinions()]
        if "CHANGES_REQUESTED" in states:
            return "CHANGES_REQUESTED"
        approved = states.count("APPROVED") >= self.repo.reviews_required
        return "APPROVED" if approved else "REVIEW_REQUIRED"

    def _told(
        self, action: str, *, event: str = "pull_request", at: datetime | None = None, **more: Any
    ) -> None:
        self.updated_at = at or self.clock.tick()
        self.tell(event, action, self, **more)
