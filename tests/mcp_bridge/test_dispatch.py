"""A tool call runs everything that the same request by HTTP would."""

import json
import logging
from collections.abc import Mapping
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.http import HttpResponse
from rest_framework import permissions, serializers
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from mcp_bridge.catalogue import Catalogue
from mcp_bridge.dispatch import Toolbox
from mcp_bridge.tool import Tool
from spaces.api.authentication import ResolvedAuthentication
from spaces.domain.caller import Caller, Person
from spaces.domain.scopes import WORKING_SET, Scope
from spaces.kernel.errors import DomainError
from spaces.kernel.operations import OperationViewSet, operation
from spaces.kernel.serializers import Input, Line, Output, WholeNumber

ANA = Caller(person=Person("user_1", "ana"), scopes=frozenset(WORKING_SET))


class Arguments(Input):
    word = Line(help_text="A word.")
    count = WholeNumber(required=False, default=7, help_text="A number.")


class Said(Output):
    word = serializers.CharField()
    count = serializers.IntegerField()
    by = serializers.CharField()


class NotBob(permissions.BasePermission):
    def has_permission(self, request: Request, view: Any) -> bool:
        return bool(request.auth.person.username != "bob")


class Twice(BaseThrottle):
    def allow_request(self, request: Request, view: Any) -> bool:
        cache.add("calls", 0)
        return cache.incr("calls") <= 2

    def wait(self) -> float:
        return 12


class SayViewSet(OperationViewSet):
    authentication_classes = [ResolvedAuthentication]
    permission_classes = [NotBob]
    throttle_classes = [Twice]

    @operation(input=Arguments, output=Said)
    def say(self, caller: Caller, given: dict[str, Any]) -> Any:
        return {**given, "by": caller.byline}

    @operation(input=Arguments, output=Said, writes=True, status=201)
    def write(self, caller: Caller, given: dict[str, Any]) -> Any:
        raise DomainError("conflict", "Too late.", fix="Read again.", current_version=3)

    @operation(input=Arguments, output=Said)
    def fail(self, caller: Caller, given: dict[str, Any]) -> Any:
        raise RuntimeError("marker-4711")

    def foreign(self, request: Request) -> HttpResponse:
        return HttpResponse("marker-4711")

    foreign.operation = say.operation  # type: ignore[attr-defined]


CATALOGUE = Catalogue(
    Tool(action, "Title", f"{__name__}.SayViewSet", action, "Text.")
    for action in ("say", "write", "fail", "foreign")
)


def call(tool: str, arguments: Mapping[str, Any] | None = None, caller: Caller = ANA) -> dict[str, Any]:
    result = Toolbox(CATALOGUE, caller).called(tool, arguments or {"word": "hi"})
    assert result is not None
    told: dict[str, Any] = json.loads(result)
    return told


def problem(*args: Any, **kwargs: Any) -> dict[str, Any]:
    told = call(*args, **kwargs)
    assert told["isError"] is True
    assert "structuredContent" not in told
    found: dict[str, Any] = json.loads(told["content"][0]["text"])
    return found


def test_a_call_is_made_by_the_caller_with_native_arguments() -> None:
    said = call("say", {"word": "é", "count": 3.0})["structuredContent"]
    assert said == {"word": "é", "count": 3, "by": "ana"}


def test_what_is_not_given_takes_its_default() -> None:
    assert call("say", {"word": "x", "count": 0})["structuredContent"]["count"] == 7


@pytest.mark.parametrize(
    ("arguments", "path"),
    [({"word": "x", "wort": "y"}, "wort"), ({"word": "x", "count": "3"}, "count"), ({"word": ""}, "word")],
)
def test_arguments_meet_the_strict_serializer(arguments: dict[str, Any], path: str) -> None:
    told = problem("say", arguments)
    assert (told["error"], told["path"]) == ("invalid_arguments", path)


def test_the_permission_classes_run() -> None:
    bob = Caller(person=Person("user_2", "bob"), scopes=frozenset(WORKING_SET))
    assert problem("say", caller=bob)["error"] == "forbidden"


def test_the_throttle_classes_run() -> None:
    assert not call("say")["isError"]
    assert not call("say")["isError"]
    told = problem("say")
    assert (told["error"], told["retry_after"]) == ("throttled", 12)


def test_the_exception_handler_runs() -> None:
    told = problem("write")
    assert (told["error"], told["current_version"]) == ("conflict", 3)


@pytest.mark.parametrize("tool", ["fail", "foreign"])
def test_an_unexpected_fault_is_logged_and_not_told(tool: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        told = call(tool)
    assert "marker-4711" not in json.dumps(told)
    assert json.loads(told["content"][0]["text"])["error"] == "internal"
    assert any(record.exc_info for record in caplog.records)
    assert tool == "foreign" or "marker-4711" in caplog.text


READ = {Scope.MCP_READ, Scope.READ}
WRITE = {Scope.MCP_WRITE, Scope.WRITE}


@pytest.mark.parametrize("missing", list(Scope), ids=str)
def test_a_tool_needs_both_scopes_of_its_kind_and_is_listed_only_then(missing: Scope) -> None:
    caller = Caller(person=ANA.person, scopes=frozenset(Scope) - {missing})
    covered = {tool.name for tool in CATALOGUE.covered_by(caller.scopes)}
    for tool, needed in (("say", READ), ("write", WRITE)):
        assert (tool in covered) is (missing not in needed)
        if missing in needed:
            told = problem(tool, caller=caller)
            assert (told["error"], told["needed"]) == ("insufficient_scope", [missing.value])


def test_a_refused_scope_runs_nothing() -> None:
    problem("say", caller=Caller(person=ANA.person, scopes=frozenset()))
    assert cache.get("calls") is None


def test_a_tool_that_there_is_not_is_no_result() -> None:
    assert Toolbox(CATALOGUE, ANA).called("nothing", {}) is None


def test_dispatch_itself_asks_the_database_nothing(db: None) -> None:
    with connection.execute_wrapper(lambda *args: pytest.fail("a statement was sent")):
        assert not call("say")["isError"]
