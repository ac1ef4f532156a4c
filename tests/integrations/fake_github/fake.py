"""The fake GitHub itself: how a request finds its answer, what was asked, and what goes wrong."""

from datetime import UTC, datetime
from urllib.parse import urlsplit

from tests.integrations.fake_github.apps import answer_app
from tests.integrations.fake_github.credentials import Credential
from tests.integrations.fake_github.endpoints import endpoint_of
from tests.integrations.fake_github.exchange import Answer, Call, as_json, budget_headers, refusal
from tests.integrations.fake_github.graph import LIMITED, Asker, answer
from tests.integrations.fake_github.rest import answer_rest
from tests.integrations.fake_github.server import Handler, Server
from tests.integrations.fake_github.traffic import Asked, Traffic
from tests.integrations.fake_github.troubles import Ongoing, Trouble, Troubles
from tests.integrations.fake_github.world import World

# Where an installation of GitHub's own has its API; github.com has it at the root.
ENTERPRISE = "/api/v3"
ENTERPRISE_GRAPHQL = "/api/graphql"


class FakeGitHub(World):
    """A GitHub with the pages of `host` and an API on 127.0.0.1."""

    def __init__(self, host: str = "github.com") -> None:
        super().__init__(host)
        self.troubles = Troubles()
        self.traffic = Traffic()
        self._server: Server | None = None
        self._port = 0

    def start(self) -> "FakeGitHub":
        """Listens, at the same address as before where it was stopped."""
        assert self._server is None
        self._server = Server(self._respond, self._port)
        self._port = self._server.port
        return self

    def stop(self) -> None:
        """Refuses connections from now on. Raises what went wrong here and not by order of the test."""
        if self._server is not None:
            server, self._server = self._server, None
            server.close()

    @property
    def url(self) -> str:
        """The API's address."""
        return f"http://127.0.0.1:{self._port}"

    @property
    def enterprise_url(self) -> str:
        """The same API where an installation of GitHub's own has it."""
        return self.url + ENTERPRISE

    @property
    def hosts(self) -> dict[str, str]:
        """For the setting GITHUB_HOSTS: only github.com has its API at the root."""
        return {self.host: self.url if self.host == "github.com" else self.enterprise_url}

    # What was asked, and what goes wrong.

    @property
    def requests(self) -> list[Asked]:
        """Every request, in order."""
        return self.traffic.requests

    @property
    def graphql_requests(self) -> list[Asked]:
        return [asked for asked in self.requests if asked.is_graphql]

    def will(
        self,
        trouble: Trouble,
        *,
        times: int | None = 1,
        credential: Credential | None = None,
        endpoint: str = "",
    ) -> Ongoing:
        """The next `times` requests (None: all) have this trouble.

        Those of this credential and to this endpoint only, where they are given; an endpoint is a path, or what
        `Asked.endpoint` says.
        """
        return self.troubles.add(trouble, times, credential, endpoint)

    # How a request finds its answer.

    def _respond(self, handler: Handler, body: bytes) -> Answer:
        parts = urlsplit(handler.path)
        enterprise = parts.path == ENTERPRISE_GRAPHQL or parts.path.startswith(ENTERPRISE + "/")
        path = "/graphql" if parts.path == ENTERPRISE_GRAPHQL else parts.path.removeprefix(ENTERPRISE)
        headers = {name.lower(): value for name, value in handler.headers.items()}
        secret = headers.get("authorization", "").partition(" ")[2]
        asked = Asked(
            method=handler.command,
            endpoint=endpoint_of(handler.command, path),
            path=path,
            query=parts.query,
            credential=self._credential(secret),
            headers=headers,
        )
        call = Call(asked, body, self.enterprise_url if enterprise else self.url, handler.wait)
        self.traffic.begin(asked)
        try:
            said = self.troubles.meet(call, lambda: self._answer(call, secret))
            asked.status = said.status
        finally:
            self.traffic.end(asked)
        return said

    def _credential(self, secret: str) -> Credential | None:
        for credential in self.credentials:
            if secret in credential.secrets:
                until = credential.secrets[secret]
                return credential if until is None or datetime.now(UTC) < until else None
        return None

    def _answer(self, call: Call, secret: str) -> Answer:
        asked = call.asked
        with self.lock:
            if not asked.headers.get("user-agent"):
                return refusal(403, "Missing or invalid User Agent string.")
            if asked.path.startswith("/app") or asked.path.endswith("/installation"):
                app = next((app for app in self.apps.values() if app.signed(secret)), None)
                return answer_app(call, app, self)
            if asked.credential is None:
                return refusal(401, "Bad credentials")
            if asked.credential.suspended:
                return refusal(403, "This installation has been suspended")
            return self._graphql(call) if asked.is_graphql else answer_rest(call, self)

    def _graphql(self, call: Call) -> Answer:
        try:
            query, variables = call.json.get("query"), call.json.get("variables")
        except ValueError:
            return refusal(400, "Problems parsing JSON")
        budget = call.credential.graphql
        if budget.spent:
            return as_json({"errors": [LIMITED]}, headers=budget_headers(budget, "graphql"))
        asker = Asker(call.credential, self.names, self.page)
        shown = answer(query, variables, asker)
        budget.spend(asker.cost)
        call.asked.pull_requests = asker.pull_requests
        return as_json(shown, headers=budget_headers(budget, "graphql"))
