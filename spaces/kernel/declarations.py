"""What an operation of the API declares of itself, and who called it.

Apart from the viewsets: DRF's views import the permission and throttle classes, and these need this.
"""

from dataclasses import dataclass
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

from spaces.domain.caller import VISITOR, Caller
from spaces.domain.scopes import Scope
from spaces.kernel.repeats import Creation
from spaces.kernel.serializers import Input


@dataclass(frozen=True)
class Operation:
    """What a surface must know of an operation without running it."""

    input: type[Input]
    # What a tool of it takes: the same, but where a contract with clients fixes a tool's arguments.
    tool_input: type[Input]
    output: type[serializers.Serializer[Any]]
    writes: bool
    status: int
    # A page: `output` describes one row, the answer is items and next_page_token.
    paged: bool
    # What a credential needs for it by REST.
    scopes: frozenset[Scope]
    # Open to callers without a credential, for what is public.
    visitors: bool
    # What it makes is made once, however often the same call comes; None where repeating it is safe.
    creates: Creation | None = None


def caller_of(request: Request) -> Caller:
    """Who asks; a request without credential is a visitor's."""
    return request.auth if isinstance(request.auth, Caller) else VISITOR
