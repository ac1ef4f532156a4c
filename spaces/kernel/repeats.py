"""When a call of a creating operation is the same call once more: what tells calls apart."""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Protocol

from rest_framework.request import Request

from spaces.domain.caller import Caller
from spaces.kernel.errors import invalid

KEY_HEADER = "Idempotency-Key"

# An assistant whose connection broke calls again within seconds. After a minute it may well mean a second
# comment with the same words.
_UNKEYED = timedelta(seconds=60)
# A program that names its call may come back hours later, from a queue that stood still overnight.
_KEYED = timedelta(hours=24)

_LONGEST_KEY = 255


@dataclass(frozen=True)
class Call:
    """One call of a creating operation, as it is recognised when it comes again."""

    caller: Caller
    operation: str
    # The call's name: of its arguments, or of the key the client gave it. Callers are told apart beside it.
    digest: str
    arguments_digest: str
    remembered: timedelta


class Creation(Protocol):
    """How an operation's object is made no more than once."""

    def once(self, *, call: Call, given: dict[str, Any], act: Callable[[], Any]) -> tuple[Any, bool]:
        """What `act` made; or what it made when the same call was made before, and True."""


def call_of(request: Request, caller: Caller, operation: str, given: Mapping[str, Any]) -> Call | None:
    """This request as a call to be recognised; None for a REST request that gives itself no key.

    An assistant's call is known by its arguments alone: it has no way to say that it calls again.
    """
    if caller.person is None:
        return None
    arguments = _digest(caller.account_id, given)
    if getattr(request._request, "arguments", None) is not None:
        return Call(caller, operation, arguments, arguments, _UNKEYED)
    key = request.headers.get(KEY_HEADER, "")
    if not key:
        return None
    if len(key) > _LONGEST_KEY or not (key.isascii() and key.isprintable()):
        raise invalid(KEY_HEADER, f"A key is 1 to {_LONGEST_KEY} printable ASCII characters.")
    return Call(caller, operation, _digest(caller.account_id, {KEY_HEADER: key}), arguments, _KEYED)


def _digest(account_id: str | None, told: Mapping[str, Any]) -> str:
    # The account too: an app's two tokens for two accounts do not share what either made.
    canonical = json.dumps([account_id, told], sort_keys=True, default=str)
    return hashlib.sha256(canonical.encode()).hexdigest()
