"""The OpenAPI description of operations, from the same declarations that run them."""

from functools import cache
from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import build_parameter_type
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers

from spaces.kernel.declarations import Operation
from spaces.kernel.repeats import KEY_HEADER
from spaces.kernel.serializers import Input


class IssueShape(serializers.Serializer[Any]):
    path = serializers.CharField()
    problem = serializers.CharField()


class Problem(serializers.Serializer[Any]):
    """The body of every error."""

    error = serializers.CharField(help_text="A code, such as conflict.")
    detail = serializers.CharField()
    fix = serializers.CharField(help_text="What to do next.")
    path = serializers.CharField(allow_null=True)
    issues = IssueShape(many=True)


@cache
def _body_of(input_class: type[Input], in_path: frozenset[str]) -> type[Input]:
    """The arguments that go in a body: those that are not in the path."""
    if not in_path:
        return input_class
    # A declared field set to None is taken out of an inheriting serializer.
    return type(input_class.__name__, (input_class,), dict.fromkeys(in_path))


@cache
def _page_of(row: type[serializers.Serializer[Any]]) -> type[serializers.Serializer[Any]]:
    fields = {
        "items": row(many=True),
        "next_page_token": serializers.CharField(allow_blank=True, help_text="Empty at the end."),
    }
    return type(f"{row.__name__}Page", (serializers.Serializer,), fields)


@cache
def _made_of(output: type[serializers.Serializer[Any]]) -> type[serializers.Serializer[Any]]:
    told = "true: the same call made it before; this is how it is now."
    fields = {"deduped": serializers.BooleanField(required=False, help_text=told)}
    return type(f"{output.__name__}Made", (output,), fields)


_KEY = OpenApiParameter(
    name=KEY_HEADER,
    location=OpenApiParameter.HEADER,
    description="A name for this call, your own: sent again within a day, it makes nothing twice.",
)


class OperationSchema(AutoSchema):
    """Reads an Operation where the view's action has one."""

    @property
    def _operation(self) -> Operation | None:
        return getattr(getattr(self.view, getattr(self.view, "action", "") or "", None), "operation", None)

    def _in_path(self) -> frozenset[str]:
        names = list(self._operation.input().fields) if self._operation else []
        return frozenset(name for name in names if f"{{{name}}}" in self.path)

    def get_request_serializer(self) -> Any:
        if self._operation is None:
            return super().get_request_serializer()
        body = _body_of(self._operation.input, self._in_path())
        return body if body().fields else None

    def get_response_serializers(self) -> Any:
        operation = self._operation
        if operation is None:
            return super().get_response_serializers()
        answer = _page_of(operation.output) if operation.paged else operation.output
        if operation.creates:
            answer = _made_of(operation.output)
        return {str(operation.status): answer, "4XX": Problem}

    def get_override_parameters(self) -> list[Any]:
        operation = self._operation
        if operation is not None and operation.creates:
            return [_KEY]
        if operation is None or self.method not in {"GET", "DELETE"}:
            return []
        return [
            OpenApiParameter(
                name=name,
                type=self._map_serializer_field(field, "request"),
                required=field.required,
                description=str(field.help_text or ""),
                explode=False if isinstance(field, serializers.ListField) else None,
            )
            for name, field in operation.input().fields.items()
            if name not in self._in_path()
        ]

    def _resolve_path_parameters(self, variables: list[str]) -> list[dict[str, Any]]:
        # As the operation declares them: routes are untyped, and spectacular would guess and warn.
        if self._operation is None:
            guessed: list[dict[str, Any]] = super()._resolve_path_parameters(variables)
            return guessed
        fields = self._operation.input().fields
        return [
            build_parameter_type(
                name=name,
                schema=self._map_serializer_field(fields[name], "request"),
                location=OpenApiParameter.PATH,
                description=str(fields[name].help_text or ""),
            )
            for name in variables
        ]

    # Spectacular takes the path from itself, where REST framework's own class is handed it.
    def get_description(self) -> str:  # type: ignore[override]
        """What it does, and the scopes that a credential needs for it."""
        said = super().get_description() or ""
        operation = self._operation
        if operation is None or operation.visitors:
            return said
        return (
            f"{said}\n\nScope: {', '.join(f'`{scope.value}`' for scope in sorted(operation.scopes))}.".strip()
        )

    def get_operation_id(self) -> str:
        """`<resource>_<action>`, which stays when paths change."""
        if self._operation is None:
            return super().get_operation_id()
        view: Any = self.view
        return f"{view.basename}_{view.action}"

    def _is_list_view(self, serializer: Any = None) -> bool:
        # Pages are objects with items, described as such; spectacular would wrap them in an array.
        return False if self._operation else super()._is_list_view(serializer)
