"""Header blocks set apart from the prose: front matter, RFC 822 lines, a leading `<pre>` or code fence."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from decisions.domain.headers.fields import LINE_LIMIT, SERIES, Field, Fields, bare, field_of, normal_key
from decisions.domain.text.front_matter import FrontMatter, read_front_matter

# A header block longer than this is no header.
BLOCK_LINES = 400

# Some wikis set a notice of recent changes before the header.
PRE_WITHIN = 60

# What people put where a field does not apply.
_NOTHING = frozenset({"n/a", "none", "-", "--", "tbd", "todo"})

_KEY_LINE = re.compile(r"[ \t]{0,4}([^\W\d_][\w .\-]{0,40}):(?:[ \t]+|$)(.*)")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})[ \t]*\w*[ \t]*$")


@dataclass(slots=True)
class Block:
    """What one header block says; `end` is the first line after it."""

    fields: Fields = field(default_factory=dict)
    series: str = ""
    end: int = 0
    readable: bool = True

    def put(self, key: str, value: str) -> None:
        """Take the first value given for a field; keys not understood and empty values are let go."""
        what = field_of(key)
        value = bare(value)
        if not what or what in self.fields or not value or value.casefold() in _NOTHING:
            return
        self.fields[what] = value
        if what is Field.NUMBER:
            self.series = SERIES.get(normal_key(key), "")

    @property
    def is_header(self) -> bool:
        """Whether these lines are a header and not prose that happens to hold a colon."""
        return bool(self.series) or {Field.TITLE, Field.STATUS} <= self.fields.keys()


def header_block(lines: list[str], *, whole_is_yaml: bool = False) -> Block:
    """The first header block that the document starts with; an empty one where there is none."""
    if whole_is_yaml:
        return _front_matter(["---", *lines, "---"]) or Block()
    for read in _READERS:
        if block := read(lines):
            return block
    return Block()


def _front_matter(lines: list[str]) -> Block | None:
    if not lines or lines[0].rstrip() != "---":
        return None
    found = read_front_matter("\n".join(lines), start=0)
    if not found:
        return None
    if found.problem is None:
        return _block_of(found)
    # Unquoted colons are common in titles; line by line the header is still plain to see.
    block = _key_lines(lines[1 : min(found.last_line - 1, BLOCK_LINES)])
    block.end, block.readable = found.last_line, False
    return block


def _block_of(front_matter: FrontMatter) -> Block:
    block = Block(end=front_matter.last_line)
    for key, value in front_matter.values.items():
        if isinstance(value, str):
            block.put(key, value)
    return block


def _pre_block(lines: list[str]) -> Block | None:
    for start, line in enumerate(lines[:PRE_WITHIN]):
        if line.strip().lower() == "<pre>":
            end = _find(lines, start + 1, lambda later: "</pre>" in later.lower())
            return _headers_between(lines, start + 1, end, end + 1) if end else None
    return None


def _fenced_block(lines: list[str]) -> Block | None:
    start = _first_line(lines)
    opening = _FENCE.match(lines[start][:LINE_LIMIT]) if start < len(lines) else None
    if not opening:
        return None
    end = _find(lines, start + 1, lambda line: line.strip() == opening[1])
    return _headers_between(lines, start + 1, end, end + 1) if end else None


def _leading_block(lines: list[str]) -> Block | None:
    start = _first_line(lines)
    end = _find(lines, start, lambda line: not line.strip()) or min(len(lines), start + BLOCK_LINES)
    return _headers_between(lines, start, end, end)


_READERS: tuple[Callable[[list[str]], Block | None], ...] = (
    _front_matter,
    _pre_block,
    _fenced_block,
    _leading_block,
)


def _headers_between(lines: list[str], start: int, end: int, after: int) -> Block | None:
    block = _key_lines(lines[start:end])
    block.end = after
    return block if block.is_header else None


def _key_lines(lines: list[str]) -> Block:
    """What `Key: value` lines say; a line indented deeper than the keys goes on with the value before it."""
    pairs: list[tuple[str, list[str]]] = []
    margin: int | None = None
    for line in lines:
        indent = len(line) - len(line.lstrip())
        found = _KEY_LINE.match(line[:LINE_LIMIT])
        if found and (margin is None or indent <= margin):
            margin = indent if margin is None else margin
            pairs.append((found[1], [found[2]]))
        elif pairs and line.strip() and margin is not None and indent > margin:
            pairs[-1][1].append(line.strip()[:LINE_LIMIT])
    block = Block()
    for key, parts in pairs:
        block.put(key, " ".join(parts))
    return block


def _first_line(lines: list[str]) -> int:
    return next((at for at, line in enumerate(lines[:BLOCK_LINES]) if line.strip()), len(lines))


def _find(lines: list[str], start: int, is_end: Callable[[str], bool]) -> int:
    stop = min(len(lines), start + BLOCK_LINES)
    return next((at for at in range(start, stop) if is_end(lines[at])), 0)
