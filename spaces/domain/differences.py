"""How two recorded values differ: the fields one by one, long texts line by line."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import unified_diff
from typing import Any

# Lines of a text that are compared; difflib takes seconds on much longer ones.
MAX_COMPARED_LINES = 1_500


@dataclass(frozen=True, slots=True)
class Difference:
    """A field with what it held before and after, empty where it was not there.

    `lines` compare texts of several lines, each with its sort: added, removed, hunk or same.
    """

    name: str
    before: str
    after: str
    lines: tuple[tuple[str, str], ...] = ()

    @property
    def changed(self) -> bool:
        return self.before != self.after


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Difference]:
    """Every field of the two, nested ones by their path, in the order they were recorded."""
    old, new = dict(_fields(before)), dict(_fields(after))
    found = [_difference(name, old.get(name, ""), new.get(name, "")) for name in {**old, **new}]
    return [each for each in found if each.before or each.after]


def _fields(values: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for name, value in values.items():
        path = f"{prefix}{name}"
        if isinstance(value, Mapping) and value:
            yield from _fields(value, f"{path}.")
        else:
            yield path, _in_words(value)


def _in_words(value: Any) -> str:
    if value is None or value == {} or value == []:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "\n".join(_in_words(each) for each in value)
    return str(value)


def _difference(name: str, before: str, after: str) -> Difference:
    old, new = before.splitlines(), after.splitlines()
    several = max(len(old), len(new)) > 1
    if not several or before == after or len(old) + len(new) > MAX_COMPARED_LINES:
        return Difference(name, before, after)
    compared = list(unified_diff(old, new, lineterm="", n=2))[2:]
    return Difference(name, before, after, tuple((_SORTS.get(line[:1], "same"), line) for line in compared))


_SORTS = {"+": "added", "-": "removed", "@": "hunk"}
