"""What a tool is: a name for an operation, which says itself what it takes, returns and needs."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.http import HttpRequest
from django.utils.module_loading import import_string
from rest_framework.response import Response

from spaces.domain.scopes import Scope
from spaces.kernel.declarations import Operation

if TYPE_CHECKING:
    # DRF's views read settings that name models: this module is imported before these are ready.
    from spaces.kernel.operations import OperationViewSet


@dataclass(frozen=True)
class Tool:
    """One tool: a name for an operation, told to a model that has never seen the service."""

    name: str
    title: str
    # The viewset by its dotted name, and the action that is the operation.
    viewset: str
    action: str
    description: str
    # Calling it again with the same arguments changes nothing more; true of every tool that only reads.
    repeatable: bool = False
    # Reaches a service other than this one.
    open_world: bool = False

    @cached_property
    def view_class(self) -> "type[OperationViewSet]":
        view_class: type[OperationViewSet] = import_string(self.viewset)
        return view_class

    @cached_property
    def operation(self) -> Operation:
        """The operation; AttributeError when the action is none."""
        operation: Operation = getattr(self.view_class, self.action).operation
        return operation

    @cached_property
    def view(self) -> Callable[[HttpRequest], Response]:
        """The view that runs the operation, the checks of the HTTP API included."""
        method = "post" if self.operation.writes else "get"
        view: Callable[[HttpRequest], Response] = self.view_class.as_view({method: self.action})
        return view

    @property
    def scopes(self) -> frozenset[Scope]:
        """The scopes a credential needs for it."""
        opens = Scope.MCP_WRITE if self.operation.writes else Scope.MCP_READ
        return self.operation.scopes | {opens}

    @property
    def hints(self) -> dict[str, Any]:
        """The four annotations of the protocol; nothing here destroys: every change is a new version."""
        return {
            "readOnlyHint": not self.operation.writes,
            "destructiveHint": False,
            "idempotentHint": self.repeatable or not self.operation.writes,
            "openWorldHint": self.open_world,
        }
