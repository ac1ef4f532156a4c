"""JSON Schema 2020-12 from serializers: one mapper, plain keywords only.

No `$ref`, `anyOf`, `nullable` or `format`: clients exist that drop a tool, or all tools, over each of them.
"""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers
from rest_framework.fields import empty

Schema = dict[str, Any]
AnyField = serializers.Field[Any, Any, Any, Any]

# Objects inside a row are told as objects: deeper detail would cost more bytes than it helps a model.
_OUTPUT_DEPTH = 2


class UnknownField(TypeError):
    """A serializer field that no row of the table maps."""


def input_schema(serializer: type[serializers.Serializer[Any]]) -> Schema:
    """The schema of an operation's arguments; names outside it are refused."""
    fields = _fields(serializer(), unseen="read_only")
    schema: Schema = {
        "type": "object",
        "properties": {name: _argument(field) for name, field in fields.items()},
        "additionalProperties": False,
    }
    if required := [name for name, field in fields.items() if field.required]:
        schema["required"] = required
    return schema


def output_schema(serializer: type[serializers.Serializer[Any]], *, paged: bool) -> Schema:
    """The schema of what an operation returns: its top level and its rows.

    Open to more: a page's facts, and fields that a later release adds.
    """
    if not paged:
        return _object(serializer(), depth=_OUTPUT_DEPTH)
    return {
        "type": "object",
        "properties": {
            "items": {"type": "array", "items": _object(serializer(), depth=1)},
            "next_page_token": {"type": "string"},
        },
        "required": ["items", "next_page_token"],
    }


def _fields(serializer: serializers.Serializer[Any], *, unseen: str) -> Mapping[str, AnyField]:
    return {name: field for name, field in serializer.fields.items() if not getattr(field, unseen)}


def _json_type(field: AnyField) -> str:
    for known, json_type in _TYPES:
        if isinstance(field, known):
            return json_type
    raise UnknownField(f"{type(field).__name__} ({field.field_name}) has no JSON Schema here; add a row")


# Read from the top: the first row that a field is an instance of is its type.
_TYPES: tuple[tuple[type[Any] | tuple[type[Any], ...], str], ...] = (
    (serializers.MultipleChoiceField, "array"),
    (serializers.BooleanField, "boolean"),
    (serializers.IntegerField, "integer"),
    (serializers.FloatField, "number"),
    ((serializers.CharField, serializers.ChoiceField, serializers.UUIDField), "string"),
    ((serializers.DateTimeField, serializers.DateField), "string"),
    ((serializers.ListField, serializers.ListSerializer), "array"),
    ((serializers.Serializer, serializers.DictField), "object"),
)


def _argument(field: AnyField) -> Schema:
    schema: Schema = {"type": _json_type(field), **_bounds(field)}
    if schema["type"] == "object":
        raise UnknownField(f"{field.field_name}: arguments are flat; an object is not mapped")
    if schema["type"] == "array":
        schema["items"] = _argument(_child(field))
    if _says_something(field.default):
        schema["default"] = field.default
    if field.help_text:
        schema["description"] = str(field.help_text)
    return schema


def _says_something(default: Any) -> bool:
    """Whether a default is worth its bytes: an empty one is what leaving the argument out says."""
    return default is False or not (default in (empty, None, "", 0, []) or callable(default))


# Ids and references: nobody sends a longer one by mistake, and a listing repeats them in every tool.
_ID_LENGTH = 64

_BOUNDS = (
    ("min_length", {"string": "minLength", "array": "minItems"}),
    ("max_length", {"string": "maxLength", "array": "maxItems"}),
    ("min_value", {"integer": "minimum", "number": "minimum"}),
    ("max_value", {"integer": "maximum", "number": "maximum"}),
)


def _bounds(field: AnyField) -> Schema:
    json_type = _json_type(field)
    found: Schema = {
        keywords[json_type]: bound
        for name, keywords in _BOUNDS
        if json_type in keywords and (bound := getattr(field, name, None)) is not None
    }
    if found.get("maxLength", _ID_LENGTH + 1) <= _ID_LENGTH:
        del found["maxLength"]
    if not field.required:
        # Clients that send every field send 0, "" or [] for one that is not given, and may check it first.
        found.pop("minLength", None)
        found.pop("minItems", None)
        if "minimum" in found:
            found["minimum"] = min(found["minimum"], 0)
    if isinstance(field, serializers.ChoiceField) and json_type == "string":
        # Shown may be fewer than known: a word that is known but refused is answered with the reason.
        words = getattr(field, "shown", None) or field.choices
        found["enum"] = [word for word in words if word != ""]
    return found


def _object(serializer: serializers.Serializer[Any], *, depth: int) -> Schema:
    fields = _fields(serializer, unseen="write_only")
    return {
        "type": "object",
        "properties": {name: _returned(field, depth=depth - 1) for name, field in fields.items()},
    }


def _returned(field: AnyField, *, depth: int) -> Schema:
    json_type = _json_type(field)
    # What an answer may leave out is told by name and type: the budget of bytes is for what always comes.
    depth = depth if field.required else 0
    schema: Schema = {"type": [json_type, "null"] if field.allow_null else json_type}
    if json_type == "array":
        schema["items"] = _returned(_child(field), depth=depth)
    elif isinstance(field, serializers.Serializer) and depth > 0:
        schema["properties"] = _object(field, depth=depth)["properties"]
    return schema


def _child(field: AnyField) -> AnyField:
    child: AnyField | None = getattr(field, "child", None)
    if child is None or type(child) is serializers.Field:
        raise UnknownField(f"{field.field_name}: a list says what it holds")
    return child
