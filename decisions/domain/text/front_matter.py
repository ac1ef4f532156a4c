"""YAML front matter, read as strings and never trusted: no aliases, no tags, no dates, no numbers."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

import yaml

from decisions.domain.text.lines import LINE_END

Value: TypeAlias = "str | list[Value] | dict[str, Value]"

# Front matter is a page of keys at most; the bound keeps the YAML parser off the rest of a hostile text.
MAX_CHARACTERS = 32_768

# Deeper nesting has no use in front matter, and the parser's own stack is the attack.
MAX_DEPTH = 12

_FENCED = re.compile(r"---[ \t]*(?:\r\n|\r|\n)")
_CLOSING = re.compile(r"(?:---|\.\.\.)[ \t]*(?=[\r\n]|\Z)")
_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


class _Refused(Exception):
    pass


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The block between the `---` lines at the top, `first_line` to `last_line`; its scalars are strings as written.

    With a `problem` there are no values. `status_span` is where in the text the status word stands, so that another can
    be put there; None where there is no plain or quoted word to replace.
    """

    values: dict[str, Value]
    problem: str | None
    first_line: int
    last_line: int
    status_span: tuple[int, int] | None = None

    def words(self, key: str) -> str | None:
        """The value of `key` where it is a non-empty scalar."""
        value = self.values.get(key)
        return value.strip() or None if isinstance(value, str) else None


def read_front_matter(text: str, *, start: int) -> FrontMatter | None:
    """The front matter that begins at character `start`, or None where the text has none."""
    opening = _FENCED.match(text, start)
    if not opening:
        return None
    body = opening.end()
    last_line, position = 2, body
    while not _CLOSING.match(text, position):
        line_end = LINE_END.search(text, position)
        if not line_end:
            return None
        position = line_end.end()
        last_line += 1
    if position - body > MAX_CHARACTERS:
        return FrontMatter({}, f"it is longer than {MAX_CHARACTERS} characters", 1, last_line)
    try:
        reading = _Reading(yaml.parse(text[body:position], Loader=_LOADER))
        values = reading.document()
    except _Refused as refusal:
        return FrontMatter({}, str(refusal), 1, last_line)
    except (yaml.YAMLError, ValueError) as error:
        return FrontMatter({}, _in_words(error), 1, last_line)
    span = reading.status_span
    return FrontMatter(values, None, 1, last_line, span and (span[0] + body, span[1] + body))


def _in_words(error: Exception) -> str:
    problem = getattr(error, "problem", None) or getattr(error, "reason", None)
    return str(problem) if problem else "it is not YAML"


@dataclass
class _Reading:
    """Builds values from parser events: the parser keeps its state on a heap, so depth is ours to bound."""

    events: Iterator[yaml.Event]
    status_span: tuple[int, int] | None = None

    def document(self) -> dict[str, Value]:
        value: Value = {}
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent | yaml.StreamStartEvent | yaml.StreamEndEvent):
                continue
            if not isinstance(event, yaml.DocumentEndEvent):
                value = self._value(event, depth=0)
        if value == "":
            return {}
        if not isinstance(value, dict):
            raise _Refused("it is not a list of keys with values")
        return value

    def _value(self, event: yaml.Event, depth: int) -> Value:
        if depth > MAX_DEPTH:
            raise _Refused(f"it is nested more than {MAX_DEPTH} deep")
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise _Refused("it uses anchors and aliases")
        if getattr(event, "tag", None):
            raise _Refused("it uses tags")
        if isinstance(event, yaml.ScalarEvent):
            return str(event.value)
        if isinstance(event, yaml.SequenceStartEvent):
            return [self._value(item, depth + 1) for item in self._until(yaml.SequenceEndEvent)]
        return self._mapping(depth)

    def _mapping(self, depth: int) -> dict[str, Value]:
        values: dict[str, Value] = {}
        for key_event in self._until(yaml.MappingEndEvent):
            key = self._value(key_event, depth + 1)
            if not isinstance(key, str):
                raise _Refused("one of its keys is not a word")
            if key in values:
                raise _Refused(f"the key {key[:40]!r} appears twice")
            event = next(self.events)
            values[key] = self._value(event, depth + 1)
            if depth == 0 and key == "status":
                self.status_span = _replaceable(event)
        return values

    def _until(self, end: type[yaml.Event]) -> Iterator[yaml.Event]:
        for event in self.events:
            if isinstance(event, end):
                return
            yield event


def _replaceable(event: yaml.Event) -> tuple[int, int] | None:
    if not isinstance(event, yaml.ScalarEvent) or event.style in ("|", ">"):
        return None
    if event.start_mark is None or event.end_mark is None:
        return None
    start, end = event.start_mark.index, event.end_mark.index
    return (start + 1, end - 1) if event.style in ("'", '"') else (start, end)
