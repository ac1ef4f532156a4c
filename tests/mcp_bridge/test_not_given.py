"""Optional arguments that a client sends empty mean the same as left out, for every tool."""

from typing import Any

import pytest
from rest_framework import serializers

from mcp_bridge.tools import TOOLS
from spaces.kernel.serializers import arguments_of

ID = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
GIVEN: tuple[tuple[type[Any], Any], ...] = (
    (serializers.ListField, [f"user_{ID}"]),
    (serializers.IntegerField, 1),
)


def value_for(field: Any) -> Any:
    """Something that the field takes."""
    for known, value in GIVEN:
        if isinstance(field, known):
            return value
    if isinstance(field, serializers.ChoiceField):
        return next(iter(field.choices))
    return f"{field.prefix}_{ID}" if hasattr(field, "prefix") else "Words"


def empties_of(field: Any) -> list[Any]:
    if isinstance(field, serializers.BooleanField):
        return [None]
    return [None, "", [], 0] if isinstance(field, serializers.IntegerField) else [None, "", []]


OPTIONAL = [
    (tool.name, name)
    for tool in TOOLS
    for name, field in tool.operation.input().fields.items()
    if not field.required
]
INPUTS = {tool.name: tool.operation.input for tool in TOOLS}


@pytest.mark.parametrize(("tool", "name"), OPTIONAL, ids="-".join)
def test_an_optional_argument_that_is_empty_is_not_given(tool: str, name: str) -> None:
    judge = arguments_of(INPUTS[tool], textual=False)
    required = {each: value_for(field) for each, field in judge.fields.items() if field.required}
    without = judge.run_validation(required)
    for empty in empties_of(judge.fields[name]):
        assert judge.run_validation({**required, name: empty}) == without


def test_every_tool_was_tried() -> None:
    optional = {tool for tool, _ in OPTIONAL}
    bare = {name for name in INPUTS if name not in optional}
    assert bare == {
        name for name, given in INPUTS.items() if all(field.required for field in given().fields.values())
    }
    assert len(OPTIONAL) > 60


@pytest.mark.parametrize("tool", INPUTS)
def test_a_required_argument_that_is_empty_is_refused(tool: str) -> None:
    judge = arguments_of(INPUTS[tool], textual=False)
    required = {name: value_for(field) for name, field in judge.fields.items() if field.required}
    for name in required:
        for empty in empties_of(judge.fields[name]):
            with pytest.raises(serializers.ValidationError) as refused:
                judge.run_validation({**required, name: empty})
            assert set(refused.value.detail) == {name}


@pytest.mark.parametrize("tool", INPUTS)
def test_whole_numbers_may_be_floats_and_never_texts(tool: str) -> None:
    judge = arguments_of(INPUTS[tool], textual=False)
    required = {name: value_for(field) for name, field in judge.fields.items() if field.required}
    for name, field in judge.fields.items():
        if isinstance(field, serializers.IntegerField):
            taken = judge.run_validation({**required, name: 3.0})
            assert (taken[name], type(taken[name])) == (3, int)
            for wrong in ("3", 3.5, True):
                with pytest.raises(serializers.ValidationError) as refused:
                    judge.run_validation({**required, name: wrong})
                assert set(refused.value.detail) == {name}
