"""What can go wrong between this GitHub and who asks it; the test says when, how often and for whom."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from threading import Event, Lock

from tests.integrations.fake_github.credentials import Credential
from tests.integrations.fake_github.exchange import Answer, Call, Gone, as_json, refusal
from tests.integrations.fake_github.graph import aliases_of

# Takes the request, and what would answer it without the trouble.
Trouble = Callable[[Call, Callable[[], Answer]], Answer]

PAGE = b"<!DOCTYPE html><html><head><title>Unicorn!</title></head><body><p>We had issues.</p></body></html>"


@dataclass(eq=False)
class Ongoing:
    """One trouble that was switched on."""

    trouble: Trouble
    # None is for ever.
    left: int | None
    credential: Credential | None
    endpoint: str
    met: int = 0

    def over(self) -> None:
        """Switched off again."""
        self.left = 0

    def concerns(self, call: Call) -> bool:
        asked = call.asked
        return (
            self.left != 0
            and self.credential in (None, asked.credential)
            and self.endpoint in ("", asked.endpoint, asked.path)
        )


class Troubles:
    """All that were switched on. A request meets each that concerns it, the first added outermost."""

    def __init__(self) -> None:
        self._ongoing: list[Ongoing] = []
        self._lock = Lock()

    def add(
        self, trouble: Trouble, times: int | None, credential: Credential | None, endpoint: str
    ) -> Ongoing:
        ongoing = Ongoing(trouble, times, credential, endpoint)
        self._ongoing.append(ongoing)
        return ongoing

    def meet(self, call: Call, answer: Callable[[], Answer]) -> Answer:
        with self._lock:
            met = [each for each in self._ongoing if each.concerns(call)]
            for each in met:
                each.met += 1
                if each.left is not None:
                    each.left -= 1
        for each in reversed(met):
            answer = _around(each.trouble, call, answer)
        return answer()


def _around(trouble: Trouble, call: Call, answer: Callable[[], Answer]) -> Callable[[], Answer]:
    return lambda: trouble(call, answer)


# Late, or never.


def slow(seconds: float) -> Trouble:
    """The answer comes so much later."""

    def trouble(call: Call, answer: Callable[[], Answer]) -> Answer:
        call.wait(seconds)
        return answer()

    return trouble


def silent(call: Call, answer: Callable[[], Answer]) -> Answer:
    """No answer ever comes, and the connection stays."""
    call.wait(None)
    raise Gone


def hung_up(call: Call, answer: Callable[[], Answer]) -> Answer:
    """The connection closes without a word."""
    raise Gone


@dataclass
class Gate:
    """Requests wait at it until the test opens it: `github.will(gate)`."""

    arrived: Event = field(default_factory=Event)
    opened: Event = field(default_factory=Event)

    def __call__(self, call: Call, answer: Callable[[], Answer]) -> Answer:
        self.arrived.set()
        while not self.opened.is_set():
            call.wait(0.005)
        return answer()


def meanwhile(act: Callable[[], object]) -> Trouble:
    """`act` happens after the answer was made, and before it arrives."""

    def trouble(call: Call, answer: Callable[[], Answer]) -> Answer:
        said = answer()
        act()
        return said

    return trouble


# GitHub's limits.


def limited(*, minutes: float = 30, word: str = "RATE_LIMITED") -> Trouble:
    """The credential's points are used up until then: 403, and for GraphQL 200 with errors."""

    def trouble(call: Call, answer: Callable[[], Answer]) -> Answer:
        reset = datetime.now(UTC) + timedelta(minutes=minutes)
        headers = {
            "x-ratelimit-limit": "5000",
            "x-ratelimit-remaining": "0",
            "x-ratelimit-used": "5000",
            "x-ratelimit-reset": str(int(reset.timestamp())),
        }
        message = "API rate limit exceeded for user ID 1."
        if call.asked.is_graphql:
            return as_json({"errors": [{"type": word, "message": message}]}, headers=headers)
        return refusal(403, message, headers)

    return trouble


def secondary_limit(status: int = 403, *, retry_after: int | str | None = None) -> Trouble:
    """Too much at once: 403 or 429, with or without a word of when to come back."""
    message = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again."
    headers = {} if retry_after is None else {"retry-after": str(retry_after)}
    return _always(refusal(status, message, headers))


# Answers that are no answer.


def status(code: int, message: str = "", **headers: str) -> Trouble:
    """An error of GitHub's own kind: 401, 403, 404, 500, 502, 503 and any other.

    The headers' names are written with underscores.
    """
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    usual = {401: "Bad credentials", 403: "Resource not accessible", 404: "Not Found"}
    return _always(refusal(code, message or usual.get(code, "Server Error"), named))


def sign_on(call: Call, answer: Callable[[], Answer]) -> Answer:
    """The owner asks for a single sign-on, which the credential did not make."""
    where = f"required; url=https://github.com/orgs/o/sso?authorization_request={'A' * 8}"
    return refusal(403, "Resource protected by organization SAML enforcement.", {"x-github-sso": where})


def page(code: int = 200) -> Trouble:
    """A page of HTML, as a proxy or a broken GitHub sends it."""
    return _always(Answer(code, PAGE, {"Content-Type": "text/html; charset=utf-8"}))


def raw(body: bytes, code: int = 200) -> Trouble:
    """These bytes, said to be JSON: none at all, or what is no JSON."""
    return _always(Answer(code, body, {"Content-Type": "application/json; charset=utf-8"}))


def cut(keep: float = 0.5) -> Trouble:
    """Only this part of the body arrives, and the connection closes."""

    def trouble(call: Call, answer: Callable[[], Answer]) -> Answer:
        said = answer()
        said.promised_length = len(said.body)
        said.body = said.body[: int(len(said.body) * keep)]
        return said

    return trouble


def redirect(code: int, to: str = "", *, keep_query: bool = True) -> Trouble:
    """301, 302, 307 or 308 to that address; to the very same one where none is given."""

    def trouble(call: Call, answer: Callable[[], Answer]) -> Answer:
        query = f"?{call.asked.query}" if call.asked.query and keep_query else ""
        where = to or f"{call.base}{call.asked.path}{query}"
        shown = {"message": "Moved Permanently" if code == 301 else "Found", "url": where}
        return as_json(shown, code, {"Location": where})

    return trouble


# Of a query for many.


def too_many(most: int, code: int = 502) -> Trouble:
    """A query for more than so many is too much for GitHub as a whole."""

    def trouble(call: Call, answer: Callable[[], Answer]) -> Answer:
        if not call.asked.is_graphql or len(aliases_of(call.json.get("query", ""))) <= most:
            return answer()
        return Answer(code, PAGE, {"Content-Type": "text/html"})

    return trouble


def some_fail(
    which: Callable[[int], bool], *, kind: str = "", message: str = "Something went wrong."
) -> Trouble:
    """Of a query for many, those whose place `which` picks are null, each with an error of this type."""

    def trouble(call: Call, answer: Callable[[], Answer]) -> Answer:
        said = answer()
        shown = json.loads(said.body)
        if not call.asked.is_graphql or not shown.get("data"):
            return said
        errors = shown.setdefault("errors", [])
        for index, alias in enumerate(aliases_of(call.json.get("query", ""))):
            if which(index):
                shown["data"][alias] = None
                errors.append({**({"type": kind} if kind else {}), "path": [alias], "message": message})
        if not errors:
            del shown["errors"]
        said.body = json.dumps(shown).encode()
        return said

    return trouble


def _always(said: Answer) -> Trouble:
    return lambda call, answer: Answer(said.status, said.body, dict(said.headers))
