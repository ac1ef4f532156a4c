"""One request and what is said to it."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlencode

from tests.integrations.fake_github.credentials import Budget, Credential
from tests.integrations.fake_github.traffic import Asked


class Gone(Exception):
    """Who asked has closed the connection, or this server stops: nothing more is to be said."""


@dataclass
class Call:
    """One request."""

    asked: Asked
    body: bytes
    # The API's address as who asked has it, for the addresses inside what is answered.
    base: str
    # Waits that many seconds; None for as long as the other side does. Raises Gone when it hangs up.
    wait: Callable[[float | None], None]

    @property
    def json(self) -> Any:
        return json.loads(self.body) if self.body else {}

    @property
    def credential(self) -> Credential:
        assert self.asked.credential
        return self.asked.credential


@dataclass
class Answer:
    """What is said to it."""

    status: int
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    # More than is sent, after which the connection closes.
    promised_length: int | None = None


def as_json(shown: object, status: int = 200, headers: dict[str, str] | None = None) -> Answer:
    """An answer of GitHub's usual kind."""
    usual = {"Content-Type": "application/json; charset=utf-8"}
    return Answer(status, json.dumps(shown).encode(), usual | (headers or {}))


def refusal(status: int, message: str, headers: dict[str, str] | None = None) -> Answer:
    """An error as the REST API words it."""
    shown = {
        "message": message,
        "documentation_url": "https://docs.github.com/rest",
        "status": str(status),
    }
    return as_json(shown, status, headers)


def budget_headers(budget: Budget, resource: str) -> dict[str, str]:
    """How much of it is left, as every answer says it."""
    return {
        "x-ratelimit-limit": str(budget.limit),
        "x-ratelimit-remaining": str(budget.remaining),
        "x-ratelimit-used": str(budget.used),
        "x-ratelimit-reset": str(int(budget.reset.timestamp())),
        "x-ratelimit-resource": resource,
    }


def paged(
    call: Call, found: Sequence[object], around: Callable[[Sequence[object]], object] = lambda page: page
) -> Answer:
    """One page of them; the Link header leads to the next."""
    asked = dict(parse_qsl(call.asked.query))
    size = min(100, int(asked.get("per_page", "30")))
    number = int(asked.get("page", "1"))
    last = max(1, -(-len(found) // size))
    said = as_json(around(found[(number - 1) * size : number * size]))
    if number < last:
        links = [
            f'<{call.base}{call.asked.path}?{urlencode({**asked, "page": page})}>; rel="{rel}"'
            for rel, page in (("next", number + 1), ("last", last))
        ]
        said.headers["Link"] = ", ".join(links)
    return said
