"""Serializers as JSON Schema."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator
from rest_framework import serializers

from mcp_bridge.schemas import UnknownField, input_schema, output_schema
from spaces.kernel.serializers import Input, Line, Output, Text, Truth, WholeNumber, Word


class Arguments(Input):
    text = Text(max_length=90, help_text="A text.")
    word = Word(choices=("one", "two", ""), required=False)
    number = WholeNumber(required=False, min_value=1, max_value=20, default=3)
    rows = WholeNumber(required=False, default=0)
    flag = Truth(required=False, default=False)
    names = serializers.ListField(child=Line(max_length=64), required=False, min_length=1, max_length=2)
    parts = serializers.ListField(child=Word(choices=("a", "b")), default=list)
    seen = Line(read_only=True)


class Inner(Output):
    deep = serializers.DictField(child=serializers.IntegerField())
    flat = serializers.CharField(allow_null=True)


class Outer(Output):
    title = serializers.CharField()
    count = serializers.IntegerField(allow_null=True)
    share = serializers.FloatField()
    day = serializers.DateField()
    inner = Inner()
    many = Inner(many=True)
    maybe = Inner(allow_null=True)
    words = serializers.ListField(child=serializers.ChoiceField(choices=("a",)))
    secret = serializers.CharField(write_only=True)


def test_arguments_are_described_with_their_bounds() -> None:
    assert input_schema(Arguments) == {
        "type": "object",
        "properties": {
            "text": {"type": "string", "maxLength": 90, "description": "A text."},
            "word": {"type": "string", "enum": ["one", "two"]},
            "number": {"type": "integer", "minimum": 0, "maximum": 20, "default": 3},
            "rows": {"type": "integer"},
            "flag": {"type": "boolean", "default": False},
            "names": {"type": "array", "maxItems": 2, "items": {"type": "string"}},
            "parts": {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}},
        },
        "required": ["text"],
        "additionalProperties": False,
    }


def test_what_the_serializer_takes_for_not_given_its_schema_takes_too() -> None:
    sent = {"text": "x", "number": 0, "names": [], "rows": 0, "parts": []}
    Draft202012Validator(input_schema(Arguments)).validate(sent)
    arguments = Arguments(data=sent)
    arguments.is_valid(raise_exception=True)
    assert arguments.validated_data["number"] == 3


def test_an_answer_is_described_at_its_top_and_in_its_rows() -> None:
    rows = {"deep": {"type": "object"}, "flat": {"type": ["string", "null"]}}
    assert output_schema(Outer, paged=False) == {
        "type": "object",
        "properties": {
            "title": {"type": "string"},
            "count": {"type": ["integer", "null"]},
            "share": {"type": "number"},
            "day": {"type": "string"},
            "inner": {"type": "object", "properties": rows},
            "many": {"type": "array", "items": {"type": "object", "properties": rows}},
            "maybe": {"type": ["object", "null"], "properties": rows},
            "words": {"type": "array", "items": {"type": "string"}},
        },
    }


def test_a_page_is_items_and_a_token() -> None:
    schema = output_schema(Inner, paged=True)
    assert schema["required"] == ["items", "next_page_token"]
    assert schema["properties"]["items"]["items"]["properties"]["deep"] == {"type": "object"}
    Draft202012Validator(schema).validate(
        {"items": [{"deep": {"a": 1}, "flat": None}], "next_page_token": "", "counts": {"draft": 1}}
    )


def test_words_that_are_known_but_refused_are_left_out_of_the_schema() -> None:
    class Shown(Word):
        shown = ("team",)

    class Access(Input):
        access = Shown(choices=("public", "team"))

    assert input_schema(Access)["properties"]["access"]["enum"] == ["team"]


@pytest.mark.parametrize(
    "field",
    [
        serializers.SerializerMethodField(),
        serializers.ReadOnlyField(),
        serializers.JSONField(),
        serializers.MultipleChoiceField(choices=("a",)),
        serializers.ListField(),
    ],
    ids=lambda field: type(field).__name__,
)
def test_a_field_that_no_row_maps_is_an_error(field: serializers.Field[Any, Any, Any, Any]) -> None:
    shape = type("Shape", (Output,), {"odd": field, "get_odd": lambda self, source: source})
    with pytest.raises(UnknownField):
        output_schema(shape, paged=False)


def test_an_object_is_no_argument() -> None:
    shape = type("Shape", (Input,), {"odd": serializers.DictField(child=serializers.CharField())})
    with pytest.raises(UnknownField):
        input_schema(shape)
