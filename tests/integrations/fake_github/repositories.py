"""Repositories, and the names that lead to them."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from tests.integrations.fake_github.checks import Check

if TYPE_CHECKING:
    from tests.integrations.fake_github.pull_requests import PullRequest


@dataclass(eq=False)
class Repository:
    """One repository; its ids stay whatever it is called."""

    id: int
    owner: str
    name: str
    private: bool
    created_at: datetime
    archived: bool = False
    # As many approvals as its rules ask for; with none, GitHub has no review decision at all.
    reviews_required: int = 0
    pull_requests: dict[int, "PullRequest"] = field(default_factory=dict)
    checks: dict[str, list[Check]] = field(default_factory=dict)
    deleted: bool = False

    @property
    def node_id(self) -> str:
        return f"R_kgDO{self.id:06d}"

    @property
    def full_name(self) -> str:
        return f"{self.owner}/{self.name}"


class Names:
    """Which repository a name leads to, the names of before included. Upper and lower case are the same."""

    def __init__(self) -> None:
        self._current: dict[tuple[str, str], Repository] = {}
        self._before: dict[tuple[str, str], Repository] = {}

    def add(self, repo: Repository) -> None:
        """Who takes a name ends what it led to before."""
        key = _key(repo.owner, repo.name)
        assert key not in self._current, f"{repo.full_name} is taken"
        self._before.pop(key, None)
        self._current[key] = repo

    def move(self, repo: Repository, owner: str, name: str) -> None:
        old = _key(repo.owner, repo.name)
        assert old == _key(owner, name) or _key(owner, name) not in self._current, f"{owner}/{name} is taken"
        del self._current[old]
        self._before[old] = repo
        repo.owner, repo.name = owner, name
        self.add(repo)

    def drop(self, repo: Repository) -> None:
        """The repository is gone, under all of its names."""
        repo.deleted = True
        for names in (self._current, self._before):
            for key in [key for key, value in names.items() if value is repo]:
                del names[key]

    def current(self, owner: str, name: str) -> Repository | None:
        return self._current.get(_key(owner, name))

    def before(self, owner: str, name: str) -> Repository | None:
        """The repository that had this name, where nobody has it now."""
        return self._before.get(_key(owner, name))

    def by_id(self, number: int) -> Repository | None:
        return next((repo for repo in self._current.values() if repo.id == number), None)

    def all(self) -> list[Repository]:
        return list(self._current.values())


def _key(owner: str, name: str) -> tuple[str, str]:
    return owner.lower(), name.lower()
