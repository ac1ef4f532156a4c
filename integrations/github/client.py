"""The one place that talks to GitHub."""

import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any, TypeVar

import urllib3
from django.utils import timezone
from github import Auth, BadAttributeException, GithubException
from github.Requester import HTTPRequestsConnectionClass, HTTPSRequestsConnectionClass, Requester

from decisions.domain.text.one_line import one_line
from integrations.domain.pull_requests import Address, Trouble
from integrations.github.app_keys import is_app_key
from integrations.github.batches import Answer, Reading, Stopped, Unanswered, read_in_batches
from integrations.github.bounded import Answered
from integrations.github.failures import refusal_of, refused, unheard
from integrations.github.limits import pause_in_answer
from integrations.github.mapping import query_for
from integrations.github.parts import entries, entry, word

__all__ = ["Credential", "GitHubClient", "Reading"]

API_VERSION = "2022-11-28"
# No request is begun after so many timeouts.
_TIMEOUTS_IN_A_READING = 6

# Never asks again, since whoever waits keeps a worker. Redirects are refused before PyGithub sees them: it follows
# some without their query and without end, and takes the page of others for the answer. It also waits and asks
# again, without end, after a 202.
_ONCE = urllib3.Retry(
    total=0,
    read=False,
    status_forcelist=(202, 300, 301, 302, 303, 307, 308),
    allowed_methods=None,
    respect_retry_after_header=False,
)

# What PyGithub lets out besides its own and its libraries' where an answer is not what it expects: it reads headers
# as numbers, and takes what was sent for objects. Not Exception: a worker's own time limit is one, and is not ours.
_MISREAD = (
    BadAttributeException,
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RuntimeError,
    TypeError,
    ValueError,
)

# PyGithub's log of requests hides the credential it sends, but not the token that an App is given in an answer.
_LOG = "github.Requester"
logging.getLogger(_LOG).addFilter(lambda record: record.levelno > logging.DEBUG)

_SEALED = (
    "This account's credential cannot be opened: the service's key for it was changed. "
    "A manager of the account has to enter the credential again."
)

_T = TypeVar("_T")


class _Bounded:
    """PyGithub's connection, whose answers end in time."""

    def getresponse(self: Any) -> Any:
        call = getattr(self.session, self.verb.lower())
        with call(
            f"{self.protocol}://{self.host}:{self.port}{self.url}",
            headers=self.headers,
            data=self.input,
            timeout=self.timeout,
            verify=self.verify,
            allow_redirects=False,
            stream=True,
        ) as response:
            return Answered(response, seconds=self.timeout)


class _Plain(_Bounded, HTTPRequestsConnectionClass):
    pass


class _Secure(_Bounded, HTTPSRequestsConnectionClass):
    pass


class _Requester(Requester):
    """PyGithub's own, with these connections; another that is made in this process keeps its own."""


_Requester.injectConnectionClasses(_Plain, _Secure)


@dataclass(frozen=True)
class Credential:
    """What an account reads with: a token, or the private key of a GitHub App and where that is installed.

    An empty secret is one that could not be opened.
    """

    kind: str
    secret: str = field(repr=False)
    app_id: int | None = None
    installation_id: int | None = None


class GitHubClient:
    """Reads with one credential at one host; to be made anew for each task, and never shared by threads.

    PyGithub gives one thread's answer to another.
    """

    def __init__(self, *, host: str, api_url: str, credential: Credential, timeout: float = 10.0) -> None:
        """`timeout` is in seconds: for connecting, for the first of an answer, and for the rest of it."""
        self._host = host
        self._api_url = api_url
        self._credential = credential
        self._timeout = timeout
        self._time_for_all = _TIMEOUTS_IN_A_READING * timeout
        self._thread = threading.get_ident()
        self._requests = 0
        # Of an App: its installation's token, which is good for an hour.
        self._installation_token = ""

    def read(self, addresses: Sequence[Address]) -> Reading:
        """What GitHub says of these pull requests, and why it says nothing of others. Raises for no fault of GitHub's.

        Begins no request after six timeouts, and none takes more than three.
        """
        self._refuse_other_threads()
        self._requests = 0
        ends = time.monotonic() + self._time_for_all
        with self._session() as session:
            reading = read_in_batches(
                addresses,
                partial(self._ask, session),
                host=self._host,
                time_left=lambda: time.monotonic() < ends,
            )
        reading.requests = self._requests
        return reading

    def whoami(self) -> str:
        """The login of a token's person, or the name of an App whose installation can be reached.

        DomainError `upstream` where GitHub refuses or cannot be reached, `throttled` where it asks to wait.
        """
        self._refuse_other_threads()
        try:
            with self._session() as session:
                if self._credential.kind == "app":
                    # Its token was just given by the installation, which is therefore there.
                    session()
                    return self._named(self._asked_as_app("GET", "/app"), "name")
                _, person = self._call(lambda: session().requestJsonAndCheck("GET", "/user"))
                return self._named(person, "login")
        except Stopped as stop:
            raise refusal_of(stop, now=timezone.now()) from stop
        except Unanswered as error:
            silent = Stopped(Trouble.UNREACHABLE, f"{self._host} gives no answer: {error.words}.")
            raise refusal_of(silent, now=timezone.now()) from error

    @contextmanager
    def _session(self) -> Iterator[Callable[[], Requester]]:
        """What opens the session when it is first asked for; closed at the end."""
        with ExitStack() as closed_at_end:

            @cache
            def session() -> Requester:
                requester = self._requester(Auth.Token(self._token()))
                closed_at_end.callback(requester.close)
                return requester

            yield session

    def _ask(self, session: Callable[[], Requester], batch: Sequence[Address]) -> Answer:
        requester = session()
        query, variables = query_for(batch)
        headers, body = self._call(lambda: _answered(requester, query, variables))
        pause = pause_in_answer(headers, body, now=timezone.now())
        data, errors = entry(body, "data"), entries(body, "errors")
        if not (isinstance(data, Mapping) or errors or pause):
            raise Stopped(Trouble.UNREACHABLE, self._odd())
        return Answer(data, errors, pause)

    def _token(self) -> str:
        if not self._api_url:
            raise Stopped(Trouble.UNREACHABLE, f"{self._host} is no longer a host that this service asks.")
        if not self._credential.secret:
            raise Stopped(Trouble.BAD_CREDENTIAL, _SEALED)
        if self._credential.kind != "app":
            return self._credential.secret
        if not self._installation_token:
            number = self._credential.installation_id
            body = self._asked_as_app("POST", f"/app/installations/{number}/access_tokens")
            token = word(body, "token")
            if not token:
                raise Stopped(Trouble.UNREACHABLE, self._odd())
            self._installation_token = token
        return self._installation_token

    def _asked_as_app(self, verb: str, path: str) -> object:
        """The body of the answer to an App that asks for itself."""
        # Before it is asked to sign: what that raises depends on which library it is made with.
        if not is_app_key(self._credential.secret):
            raise Stopped(
                Trouble.BAD_CREDENTIAL, "The private key of this account's GitHub App cannot be read."
            )
        app = self._requester(Auth.AppAuth(self._credential.app_id or 0, self._credential.secret))
        with closing(app):
            _, body = self._call(lambda: app.requestJsonAndCheck(verb, path), by_app=True)
        return body

    def _requester(self, auth: Auth.Auth) -> Requester:
        return _Requester(
            auth=auth,
            base_url=self._api_url,
            timeout=self._timeout,  # type: ignore[arg-type]  # whole seconds, it says, and hands it on as it is
            user_agent="decisions",
            per_page=100,
            verify=True,
            retry=_ONCE,
            pool_size=None,
            # The pause belongs to the credential; PyGithub's own would keep a worker.
            seconds_between_requests=None,
            seconds_between_writes=None,
            api_version=API_VERSION,
        )

    def _call(self, ask: Callable[[], _T], *, by_app: bool = False) -> _T:
        """What one request brings; Stopped or Unanswered for whatever else comes of it."""
        self._requests += 1
        failure: Stopped | Unanswered
        try:
            return ask()
        except GithubException as error:
            headers, now = error.headers or {}, timezone.now()
            failure = refused(error.status, headers, error.data, host=self._host, now=now, by_app=by_app)
            cause: Exception = error
        except (OSError, urllib3.exceptions.HTTPError) as error:
            failure, cause = unheard(error, host=self._host), error
        except _MISREAD as error:
            failure, cause = Unanswered("its answer cannot be read"), error
        if by_app and isinstance(failure, Unanswered):
            # Asking for fewer pull requests gives an App no token either.
            failure = Stopped(Trouble.UNREACHABLE, f"{self._host} gives no answer: {failure.words}.")
        raise failure from cause

    def _named(self, body: object, key: str) -> str:
        name = one_line(word(body, key), limit=100)
        if not name:
            raise Stopped(Trouble.UNREACHABLE, self._odd())
        return name

    def _odd(self) -> str:
        return f"{self._host} does not answer as GitHub does."

    def _refuse_other_threads(self) -> None:
        if threading.get_ident() != self._thread:
            raise RuntimeError("A GitHubClient belongs to the thread that made it.")


def _answered(
    requester: Requester, query: str, variables: dict[str, str | int]
) -> tuple[Mapping[str, str], object]:
    """The headers and the body of GitHub's answer.

    PyGithub raises for any error in an answer, under a status of its own: the good part is in there.
    """
    try:
        return requester.graphql_query(query, variables)
    except GithubException as error:
        if error.status in (400, 404) and entries(error.data, "errors"):
            return error.headers or {}, error.data
        raise
