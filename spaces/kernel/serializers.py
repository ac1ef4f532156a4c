"""Strict serializers: unknown arguments are refused by name, "not given" is read as tools.md says."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from rest_framework import serializers

# What many clients send for a field they leave empty. A boolean is given unless it is null.
_NOT_GIVEN: tuple[Any, ...] = (None, "", [])


def _is_not_given(field: Any, value: Any) -> bool:
    if value is None:
        return True
    if isinstance(field, serializers.BooleanField):
        return False
    if isinstance(field, serializers.IntegerField) and value == 0 and not isinstance(value, bool):
        return True
    return value in _NOT_GIVEN


class WholeNumber(serializers.IntegerField):
    """An integer that takes 3 and 3.0; a text only where the context is `textual` (a query string)."""

    def to_internal_value(self, data: Any) -> int:
        textual = bool(self.context.get("textual"))
        if isinstance(data, bool) or (isinstance(data, str) and not textual):
            raise serializers.ValidationError("A whole number is required, not a text.", code="invalid")
        if isinstance(data, float):
            if not data.is_integer():
                raise serializers.ValidationError("A whole number is required.", code="invalid")
            data = int(data)
        return super().to_internal_value(data)


class Truth(serializers.BooleanField):
    """A JSON boolean; the words true and false only where the context is `textual`."""

    def to_internal_value(self, data: Any) -> bool:
        if isinstance(data, bool):
            return data
        if self.context.get("textual") and isinstance(data, str) and data.lower() in {"true", "false"}:
            return data.lower() == "true"
        raise serializers.ValidationError("true or false is required.", code="invalid")


class Text(serializers.CharField):
    """A text kept exactly as sent: never trimmed, never made from a number, free of NUL."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("trim_whitespace", False)
        super().__init__(**kwargs)

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            raise serializers.ValidationError("A text is required.", code="invalid")
        try:
            data.encode()
        except UnicodeEncodeError:
            raise serializers.ValidationError(
                "The text holds a lone surrogate, which is no character.", code="invalid"
            ) from None
        return super().to_internal_value(data)


class Line(Text):
    """A text of one line, trimmed."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("trim_whitespace", True)
        super().__init__(**kwargs)

    def to_internal_value(self, data: Any) -> str:
        value = super().to_internal_value(data)
        if len(value.splitlines()) > 1:
            raise serializers.ValidationError("One line only, please.", code="invalid")
        return value


class Word(serializers.ChoiceField):
    """One of a set of words, sent as a text."""

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str):
            raise serializers.ValidationError("A text is required.", code="invalid")
        return super().to_internal_value(data)


class Input(serializers.Serializer[Any]):
    """The arguments of one operation.

    Unknown names are refused. Optional arguments sent as null, "", [] or 0 count as not given and take
    their default; a required one sent so is refused as missing.
    """

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if not isinstance(data, Mapping):
            raise serializers.ValidationError({"": ["An object with the arguments is required."]})
        fields = self.fields
        unknown = {name: ["There is no such argument."] for name in data if name not in fields}
        if unknown:
            raise serializers.ValidationError(unknown)
        given = {name: value for name, value in data.items() if not _is_not_given(fields[name], value)}
        taken: dict[str, Any] = super().to_internal_value(given)
        return taken


class Output(serializers.Serializer[Any]):
    """What an operation returns. Declared fields only: a ModelSerializer costs twice as much a row."""


@cache
def shape_of(output: type[serializers.Serializer[Any]]) -> serializers.Serializer[Any]:
    """The one instance of a serializer that shapes answers: DRF copies every field for each new one.

    Only `to_representation` may be asked of it; it keeps nothing of what it shapes.
    """
    return output()


@cache
def arguments_of(input_class: type[Input], *, textual: bool) -> Input:
    """The one instance that judges the arguments of an operation, by `run_validation`; it keeps none."""
    return input_class(context={"textual": textual})
