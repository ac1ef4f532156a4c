"""What there is on a GitHub, and who may see it; the test adds and changes it directly."""

from threading import RLock

from tests.integrations.fake_github.clock import Clock, Ids
from tests.integrations.fake_github.credentials import App, Credential
from tests.integrations.fake_github.deliveries import Delivery, Outbox, signed
from tests.integrations.fake_github.pull_requests import PullRequest
from tests.integrations.fake_github.repositories import Names, Repository
from tests.integrations.fake_github.shapes import Shapes


class World:
    """Repositories, pull requests, credentials, and the webhooks of all that happens to them."""

    def __init__(self, host: str) -> None:
        self.host = host
        self.clock = Clock()
        self.names = Names()
        self.credentials: list[Credential] = []
        self.apps: dict[int, App] = {}
        self._ids = Ids()
        self._outbox = Outbox(lambda: self.shapes(self.url), self._ids, self._installation_of)
        # One answer is about one moment.
        self.lock = RLock()

    @property
    def url(self) -> str:
        """The API's address."""
        raise NotImplementedError

    @property
    def page(self) -> str:
        """Where people read, which is never asked."""
        return f"https://{self.host}"

    def shapes(self, api: str) -> Shapes:
        return Shapes(api, self.page)

    # What is there.

    def add_repo(
        self,
        owner: str,
        name: str,
        *,
        private: bool = False,
        archived: bool = False,
        reviews_required: int = 0,
    ) -> Repository:
        with self.lock:
            number = self._ids.number()
            repo = Repository(number, owner, name, private, self.clock.tick(), archived, reviews_required)
            self.names.add(repo)
        return repo

    def add_pull_request(
        self,
        owner: str,
        name: str,
        number: int,
        *,
        title: str = "A change",
        body: str = "",
        author: str | None = "author",
        draft: bool = False,
        from_fork: bool = False,
    ) -> PullRequest:
        """Opens it, in a repository that is there."""
        with self.lock:
            repo = self.repo(owner, name)
            assert number not in repo.pull_requests, f"{owner}/{name}#{number} is there already"
            now = self.clock.tick()
            found = PullRequest(
                repo=repo,
                number=number,
                id=self._ids.number(),
                title=title,
                body=body,
                author=author,
                draft=draft,
                head_sha=self._ids.commit(),
                created_at=now,
                updated_at=now,
                clock=self.clock,
                ids=self._ids,
                tell=self._outbox.of_pull_request,
                lock=self.lock,
                from_fork=from_fork,
                merge_commit=self._ids.commit(),
            )
            repo.pull_requests[number] = found
            self._outbox.of_pull_request("pull_request", "opened", found)
        return found

    def repo(self, owner: str, name: str) -> Repository:
        """The repository that has this name now."""
        found = self.names.current(owner, name)
        assert found, f"there is no {owner}/{name}"
        return found

    def rename_repo(self, repo: Repository, name: str) -> None:
        with self.lock:
            before = repo.name
            self.names.move(repo, repo.owner, name)
            changes = {"repository": {"name": {"from": before}}}
            self._outbox.of_repository("repository", "renamed", repo, changes=changes)

    def transfer_repo(self, repo: Repository, owner: str) -> None:
        with self.lock:
            before = repo.owner
            self.names.move(repo, owner, repo.name)
            changes = {"owner": {"from": {"user": self.shapes(self.url).user(before)}}}
            self._outbox.of_repository("repository", "transferred", repo, changes=changes)

    def delete_repo(self, repo: Repository) -> None:
        with self.lock:
            self.names.drop(repo)
            self._outbox.of_repository("repository", "deleted", repo)

    def replace_repo(self, owner: str, name: str, *, private: bool = False) -> Repository:
        """Another repository takes this name, with other ids; who has the name still is deleted."""
        with self.lock:
            before = self.names.current(owner, name)
            if before is not None:
                self.delete_repo(before)
            repo = self.add_repo(owner, name, private=private)
            self._outbox.of_repository("repository", "created", repo)
        return repo

    @property
    def deliveries(self) -> list[Delivery]:
        """The webhooks of all that happened, in order."""
        return self._outbox.sent

    def signed(self, delivery: Delivery, secret: str | bytes) -> tuple[bytes, dict[str, str]]:
        """The body and the headers of a delivery under this secret."""
        return signed(delivery, secret)

    # Who may ask.

    def add_token(
        self, *sees: Repository, secret: str = "", login: str = "reader", limit: int = 5000
    ) -> Credential:
        """A personal token. Public repositories it sees anyway, and private ones only where they are named."""
        token = Credential(login, {secret or f"ghp_{self._ids.number():036d}": None}, set(sees))
        token.core.limit = token.graphql.limit = limit
        self.credentials.append(token)
        return token

    def add_app(self, app_id: int = 0, name: str = "decisions") -> App:
        """An app without an installation."""
        app = App(app_id or self._ids.number(), name)
        self.apps[app.id] = app
        return app

    def install(self, app: App, *sees: Repository) -> Credential:
        """An installation of the app: its tokens see these repositories."""
        number = self._ids.number()
        credential = Credential(f"{app.name}[bot]", {}, set(sees), installation_id=number)
        app.installations[number] = credential
        self.credentials.append(credential)
        return credential

    def hide(self, repo: Repository, credential: Credential) -> None:
        """The credential sees it no longer: 404."""
        credential.hidden.add(repo)

    def forbid(self, repo: Repository, credential: Credential, *, sign_on: bool = True) -> None:
        """The credential may not read it: 403, because of the owner's single sign-on or of its permissions."""
        credential.forbidden.add(repo)
        credential.forbidden_by_sign_on = sign_on

    def show(self, repo: Repository, credential: Credential) -> None:
        """The credential may read it again."""
        credential.hidden.discard(repo)
        credential.forbidden.discard(repo)
        credential.sees.add(repo)

    def _installation_of(self, repo: Repository) -> int | None:
        found = (
            each.installation_id
            for each in self.credentials
            if each.installation_id is not None and repo in each.sees
        )
        return next(found, None)
