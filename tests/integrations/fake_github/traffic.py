"""What was asked of this GitHub, in order."""

from dataclasses import dataclass, field
from threading import Lock

from tests.integrations.fake_github.credentials import Credential


@dataclass
class Asked:
    """One request, as it arrived."""

    method: str
    # With what GitHub's documentation writes for its parts: `GET /repos/{owner}/{repo}`.
    endpoint: str
    path: str
    query: str
    # None where no credential is right.
    credential: Credential | None
    headers: dict[str, str]
    # GraphQL's, as `owner/repo#number` and as they were written.
    pull_requests: list[str] = field(default_factory=list)
    # Of what was answered; 0 until then, and for what never was.
    status: int = 0

    @property
    def is_graphql(self) -> bool:
        return self.endpoint == "POST /graphql"

    @property
    def api_version(self) -> str:
        return self.headers.get("x-github-api-version", "")


class Traffic:
    """The log of requests, and how many of a credential were under way at one time."""

    def __init__(self) -> None:
        self.requests: list[Asked] = []
        self._lock = Lock()

    def begin(self, asked: Asked) -> None:
        with self._lock:
            self.requests.append(asked)
            if asked.credential:
                asked.credential.at_once += 1
                asked.credential.most_at_once = max(asked.credential.most_at_once, asked.credential.at_once)

    def end(self, asked: Asked) -> None:
        """Told before the answer leaves: who has it may ask again at once."""
        with self._lock:
            if asked.credential:
                asked.credential.at_once -= 1

    def forget(self) -> None:
        with self._lock:
            self.requests = []

    def of(self, credential: Credential | None = None, endpoint: str = "") -> list[Asked]:
        """The requests of this credential and endpoint, all of them where none is given."""
        return [
            asked
            for asked in list(self.requests)
            if (credential is None or asked.credential is credential)
            and (not endpoint or endpoint in (asked.endpoint, asked.path))
        ]
