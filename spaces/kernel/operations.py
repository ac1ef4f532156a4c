"""Viewset actions as operations: arguments in, one service called, an answer out."""

from collections.abc import Callable, Collection, Mapping
from functools import wraps
from typing import Any

from django.http import QueryDict
from rest_framework import serializers, viewsets
from rest_framework.request import Request
from rest_framework.response import Response

from spaces.domain.caller import Caller
from spaces.domain.scopes import Scope
from spaces.kernel.answers import page_body
from spaces.kernel.declarations import Operation, caller_of
from spaces.kernel.errors import invalid
from spaces.kernel.paging import Page
from spaces.kernel.repeats import Call, Creation, call_of
from spaces.kernel.serializers import Input, arguments_of, shape_of


class OperationViewSet(viewsets.ViewSet):
    """A viewset whose actions are operations: arguments in, one service called, an answer out."""

    @property
    def operation(self) -> Operation | None:
        """The operation this request is for, None for a method the route does not have."""
        return getattr(getattr(self, self.action or "", None), "operation", None)

    def arguments(self, declared: Operation, from_path: Mapping[str, Any]) -> dict[str, Any]:
        """The validated arguments of this request, from its path and its query string or body.

        An in-process caller, a tool's, passes them whole as `arguments` on the HttpRequest.
        """
        request = self.request
        native = getattr(request._request, "arguments", None)
        input_class = declared.input if native is None else declared.tool_input
        textual = native is None and request.method in {"GET", "DELETE"}
        if native is not None:
            sent = native
        elif textual:
            sent = _from_query(request.query_params, input_class)
        else:
            sent = request.data
        if from_path and isinstance(sent, Mapping):
            sent = {**sent, **from_path}
        taken: dict[str, Any] = arguments_of(input_class, textual=textual).run_validation(sent)
        return taken


def _from_query(query: QueryDict, input_class: type[Input]) -> dict[str, Any]:
    """A query string as arguments; a list may be repeated or separated by commas."""
    fields = arguments_of(input_class, textual=True).fields
    sent: dict[str, Any] = {}
    for name in query:
        values = query.getlist(name)
        if isinstance(fields.get(name), serializers.ListField):
            sent[name] = [part for value in values for part in value.split(",") if part]
        elif len(values) > 1:
            raise invalid(name, "Given more than once.")
        else:
            sent[name] = values[0]
    return sent


Act = Callable[[Any, Caller, dict[str, Any]], Any]


def operation(
    *,
    input: type[Input],  # noqa: A002
    output: type[serializers.Serializer[Any]],
    writes: bool = False,
    status: int = 200,
    paged: bool = False,
    visitors: bool = False,
    scopes: Collection[Scope] = (),
    tool_input: type[Input] | None = None,
    creates: Creation | None = None,
) -> Callable[[Act], Callable[..., Response]]:
    """Make a viewset action of `act(self, caller, given)`, which returns what `output` shows.

    The action validates the arguments first and shapes the answer last, so that it holds only the act. A credential
    needs the scope of data for it, to read or to write, where no other `scopes` are named.
    """
    declared = Operation(
        input=input,
        tool_input=tool_input or input,
        output=output,
        writes=writes,
        status=status,
        paged=paged,
        visitors=visitors,
        scopes=frozenset(scopes or [Scope.WRITE if writes else Scope.READ]),
        creates=creates,
    )

    def decorate(act: Act) -> Callable[..., Response]:
        @wraps(act)
        def action(self: OperationViewSet, request: Request, **from_path: Any) -> Response:
            given = self.arguments(declared, from_path)
            caller = caller_of(request)
            shape = shape_of(output)
            call = call_of(request, caller, act.__qualname__, given) if creates else None
            if creates and call:
                return _once(creates, call, given, shape, status, lambda: act(self, caller, given))
            result = act(self, caller, given)
            if isinstance(result, Page):
                return Response(page_body(result, shape), status=status)
            return Response(shape.to_representation(result), status=status)

        action.operation = declared  # type: ignore[attr-defined]
        return action

    return decorate


def _once(
    creates: Creation,
    call: Call,
    given: dict[str, Any],
    shape: serializers.Serializer[Any],
    status: int,
    act: Callable[[], Any],
) -> Response:
    """The answer to a call that makes something: what it made, or what it had made before, which is said."""
    result, deduped = creates.once(call=call, given=given, act=act)
    shown = shape.to_representation(result)
    return Response({**shown, "deduped": True} if deduped else shown, status=status)
