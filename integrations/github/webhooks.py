"""What GitHub's webhooks say: whether GitHub sent one, and which pull requests it asks to read again."""

import hmac
import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple
from urllib.parse import urlsplit

from decisions.domain.references import Reference
from integrations.domain.pull_request_urls import (
    MAX_IMPLEMENTED,
    NotAPullRequest,
    checked_address,
    implemented_references,
)
from integrations.domain.pull_requests import Address
from integrations.github.parts import commit, entries, entry, node_id, word

_SIGNATURE = re.compile(r"sha256=([0-9a-f]{64})")
# What they say of a pull request's text is new only then.
_NEW_WORDS = frozenset({"opened", "edited"})
_MOVES = frozenset({"renamed", "transferred"})


class PayloadUnread(ValueError):
    """A delivery of an event that matters is not of the shape GitHub gives it; the text says what is missing."""


class _Repository(NamedTuple):
    """The repository a delivery is about."""

    host: str
    owner: str
    name: str
    node_id: str


@dataclass(frozen=True)
class Touched:
    """A pull request that a delivery names; its node id is empty where the delivery has none."""

    address: Address
    node_id: str


@dataclass(frozen=True)
class Event:
    """What one delivery asks to read again. It is a hint only: nothing in it is believed before it was read."""

    # Of the repository's page. Whose secret signed the delivery has a connection to one host: this must be it.
    host: str
    owner: str
    repo: str
    # Empty where the delivery has none.
    repo_node_id: str
    # Those it names. Where it names none, all of the repository's that may still change are meant.
    pull_requests: tuple[Touched, ...] = ()
    # The commit whose checks changed; empty where that is not known.
    head_sha: str = ""
    # The repository has a new name, which is the one above.
    moved: bool = False
    # `owner/name` before, where the delivery says so.
    old_name: str = ""
    # What the pull request's title and description say that it implements.
    implements: tuple[Reference, ...] = ()

    @property
    def whole_repository(self) -> bool:
        """Whether it is about every pull request of the repository that may still change."""
        return not self.pull_requests


def signature_fits(secret: bytes, body: bytes, header: str | None) -> bool:
    """Whether `header` is the signature of exactly these bytes under this secret.

    Takes the same time wherever two signatures differ. No secret signs nothing: anybody could.
    """
    given = _SIGNATURE.fullmatch(header) if header else None
    if not given or not secret:
        return False
    return hmac.compare_digest(hmac.new(secret, body, sha256).hexdigest(), given[1])


def event_of(name: str, payload: object) -> Event | None:
    """What a delivery of the event `name` (the header's) asks for; None where that is nothing.

    PayloadUnread where it asks for something and cannot be read. The host is not checked here.
    """
    action = word(payload, "action")
    if name.startswith("pull_request"):
        return _pull_request_event(payload, with_words=name == "pull_request" and action in _NEW_WORDS)
    if name in ("check_run", "check_suite"):
        return _checks_event(payload, name)
    if name == "status":
        return Event(*_repository(payload), head_sha=commit(payload, "sha"))
    if name == "repository" and action in _MOVES:
        return _moved_event(payload)
    return None


def _pull_request_event(payload: object, *, with_words: bool) -> Event:
    where = _repository(payload)
    pull_request = entry(payload, "pull_request")
    touched = _touched(where, pull_request)
    if touched is None:
        raise PayloadUnread("The delivery has no pull request with a number.")
    return Event(
        *where,
        pull_requests=(touched,),
        head_sha=commit(pull_request, "head", "sha"),
        implements=_implemented(pull_request) if with_words else (),
    )


def _checks_event(payload: object, name: str) -> Event:
    where = _repository(payload)
    if not isinstance(entry(payload, name), Mapping):
        raise PayloadUnread(f"The delivery has no {name}.")
    # Those of other repositories are named too where they start from the same branch.
    here = (None, entry(payload, "repository", "id"))
    named = [
        _touched(where, each)
        for each in entries(payload, name, "pull_requests")
        if entry(each, "base", "repo", "id") in here
    ]
    return Event(
        *where,
        pull_requests=tuple(dict.fromkeys(each for each in named if each)),
        head_sha=commit(payload, name, "head_sha"),
    )


def _moved_event(payload: object) -> Event:
    where = _repository(payload)
    changes = entry(payload, "changes")
    before = entry(changes, "owner", "from")
    old_owner = word(before, "user", "login") or word(before, "organization", "login") or where.owner
    old_name = word(changes, "repository", "name", "from") or where.name
    old = _place(where.host, old_owner, old_name)
    is_other = old is not None and (old.owner, old.repo) != (where.owner, where.name)
    return Event(*where, moved=True, old_name=old.name if old and is_other else "")


def _repository(payload: object) -> _Repository:
    repository = entry(payload, "repository")
    try:
        page = urlsplit(word(repository, "html_url"))
    except ValueError as error:
        raise PayloadUnread("The delivery's repository has no page.") from error
    if page.scheme not in ("http", "https") or not page.netloc or "@" in page.netloc:
        raise PayloadUnread("The delivery's repository has no page.")
    owner, _, repo = word(repository, "full_name").partition("/")
    if not _place(page.netloc.lower(), owner, repo):
        raise PayloadUnread("The delivery's repository has no name.")
    return _Repository(page.netloc.lower(), owner, repo, node_id(repository, "node_id"))


def _place(host: str, owner: str, repo: str, number: object = 1) -> Address | None:
    """The address of these parts, or None; without a number it says whether the names are right."""
    if not isinstance(number, int):
        return None
    try:
        return checked_address(host, owner, repo, str(number))
    except NotAPullRequest:
        return None


def _touched(where: _Repository, pull_request: object) -> Touched | None:
    address = _place(where.host, where.owner, where.name, entry(pull_request, "number"))
    return Touched(address, node_id(pull_request, "node_id")) if address else None


def _implemented(pull_request: object) -> tuple[Reference, ...]:
    named = [
        reference
        for key in ("title", "body")
        for reference in implemented_references(word(pull_request, key))
    ]
    return tuple(dict.fromkeys(named))[:MAX_IMPLEMENTED]
