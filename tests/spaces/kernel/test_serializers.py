"""Strict arguments: what counts as given, what is refused, and by which path."""

from typing import Any

import pytest
from rest_framework import serializers

from spaces.kernel.errors import DomainError
from spaces.kernel.problems import invalid_arguments
from spaces.kernel.serializers import Input, Line, Text, Truth, WholeNumber, Word


class Everything(Input):
    line = Line(required=False, max_length=10)
    text = Text(required=False)
    number = WholeNumber(required=False, min_value=0, max_value=20)
    truth = Truth(required=False)
    word = Word(choices=["a", "b"], required=False)
    words = serializers.ListField(child=Word(choices=["a", "b"]), required=False)


class Needed(Input):
    text = Text()
    base_version = WholeNumber(min_value=1)


def taken(arguments: Any, shape: type[Input] = Everything, *, textual: bool = False) -> dict[str, Any]:
    serializer = shape(data=arguments, context={"textual": textual})
    serializer.is_valid(raise_exception=True)
    return dict(serializer.validated_data)


def refusal(arguments: Any, shape: type[Input] = Everything, *, textual: bool = False) -> DomainError:
    with pytest.raises(serializers.ValidationError) as refused:
        taken(arguments, shape, textual=textual)
    return invalid_arguments(refused.value)


@pytest.mark.parametrize("nothing", [None, "", []])
@pytest.mark.parametrize("name", ["line", "text", "word", "words", "number"])
def test_null_the_empty_text_and_the_empty_list_are_not_given(name: str, nothing: Any) -> None:
    assert taken({name: nothing}) == {}


@pytest.mark.parametrize("nothing", [0, 0.0])
def test_an_optional_number_is_not_given_as_zero(nothing: Any) -> None:
    assert taken({"number": nothing}) == {}


@pytest.mark.parametrize("value", [True, False])
def test_a_boolean_is_given_whenever_it_is_there(value: bool) -> None:
    assert taken({"truth": value}) == {"truth": value}


def test_a_boolean_is_not_given_as_null_alone() -> None:
    assert taken({"truth": None}) == {}
    for nothing in ("", [], 0, "true", "false", 1):
        assert refusal({"truth": nothing}).path == "truth"


@pytest.mark.parametrize(
    "arguments",
    [
        {"base_version": 1},
        {"base_version": 1, "text": ""},
        {"base_version": 1, "text": None},
        {"base_version": 1, "text": []},
    ],
)
def test_nothing_for_a_required_text_is_refused_as_missing(arguments: dict[str, Any]) -> None:
    assert refusal(arguments, Needed).path == "text"


@pytest.mark.parametrize("nothing", [0, None, "", [], 0.0])
def test_nothing_for_a_required_number_is_refused_as_missing(nothing: Any) -> None:
    assert refusal({"text": "x", "base_version": nothing}, Needed).path == "base_version"


def test_a_whole_float_is_a_whole_number() -> None:
    assert taken({"number": 3.0}) == {"number": 3}
    assert isinstance(taken({"number": 3.0})["number"], int)


@pytest.mark.parametrize(
    "value", ["3", 3.5, True, False, {}, [3], float("inf"), float("nan"), -1, 21, 10**30]
)
def test_what_is_no_whole_number_in_range_is_refused_by_its_path(value: Any) -> None:
    told = refusal({"number": value})
    assert (told.code, told.path) == ("invalid_arguments", "number")


@pytest.mark.parametrize("name", ["line", "text", "word"])
@pytest.mark.parametrize("value", [3, 1.5, True, {"a": 1}, ["a"]])
def test_nothing_but_a_text_is_a_text(name: str, value: Any) -> None:
    assert refusal({name: value}).path == name


def test_unknown_arguments_are_refused_by_name_all_at_once() -> None:
    told = refusal({"numbr": 1, "line": "x", "page": None})
    assert {issue["path"] for issue in told.issues} == {"numbr", "page"}
    assert told.path == "numbr"


@pytest.mark.parametrize("sent", [[], "text", 3, [{"line": "x"}]])
def test_arguments_are_an_object(sent: Any) -> None:
    assert refusal(sent).code == "invalid_arguments"


def test_the_path_of_a_fault_inside_a_list_names_the_item() -> None:
    assert refusal({"words": ["a", "c"]}).path == "words.1"


def test_a_query_string_is_textual() -> None:
    assert taken({"number": "3", "truth": "true"}, textual=True) == {"number": 3, "truth": True}
    assert taken({"truth": "FALSE"}, textual=True) == {"truth": False}
    assert refusal({"number": "3.5"}, textual=True).path == "number"
    assert refusal({"truth": "1"}, textual=True).path == "truth"


def test_a_text_is_kept_as_sent_and_a_line_is_trimmed() -> None:
    assert taken({"text": "  a\r\n\tb \n"})["text"] == "  a\r\n\tb \n"
    assert taken({"line": "  a b  "})["line"] == "a b"


@pytest.mark.parametrize("value", ["a\nb", "a\rb", "a\u2028b", "a\x85b", "a\x0bb"])
def test_a_line_is_one_line(value: str) -> None:
    assert refusal({"line": value}).path == "line"


@pytest.mark.parametrize("value", ["a\0b", "a\ud800b"])
@pytest.mark.parametrize("name", ["line", "text"])
def test_nul_and_lone_surrogates_are_refused(name: str, value: str) -> None:
    assert refusal({name: value}).path == name
