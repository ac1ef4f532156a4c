"""What a rule is, what it is given and what it gives back."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import TypeAlias

from decisions.domain.kinds import Kind
from decisions.domain.text import BlockKind, StatusLineText, TextScan, heading_key, parse_status_lines, scan


class Severity(StrEnum):
    """`error`: the text contradicts the record or is misread; `warning`: a reader misses something; `info`: polish."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


# A line where a rule is broken, and the words that its message and fix are filled with. A plain tuple, and filled in
# only for findings that are kept: a hostile text holds a hundred thousand.
Hit: TypeAlias = tuple[int, *tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Finding:
    rule: str
    severity: Severity
    line: int
    message: str
    fix: str


@dataclass(frozen=True)
class Subject:
    """The text a rule looks at, with what the record says of its document."""

    scan: TextScan
    kind: Kind
    title: str
    reference: str
    status: str
    required_sections: tuple[str, ...] = ()
    template: str = ""

    @cached_property
    def heading_keys(self) -> list[str]:
        """`heading_key` of each heading, in order."""
        return [heading_key(heading.text) for heading in self.scan.headings]

    @cached_property
    def status_lines(self) -> list[StatusLineText]:
        return parse_status_lines(self.scan)

    @cached_property
    def code_lines(self) -> list[int]:
        """The first line of each block of code or raw HTML, in order."""
        shown = (BlockKind.FENCE, BlockKind.RAW_HTML)
        return [block.first for block in self.scan.blocks if block.kind in shown]

    @cached_property
    def template_scan(self) -> TextScan:
        return scan(self.template)


@dataclass(frozen=True, slots=True)
class Rule:
    """`id` is stable and names the rule's page in the docs; `message` and `fix` take a hit's words as `{0}`, `{1}`, ….

    `markdown_only` rules are not asked about other formats.
    """

    id: str
    severity: Severity
    summary: str
    check: Callable[[Subject], Iterable[Hit]]
    message: str
    fix: str
    markdown_only: bool = True

    def finding(self, hit: Hit) -> Finding:
        """The hit in words."""
        line, *words = hit
        shown = [excerpt(word) for word in words]
        return Finding(self.id, self.severity, line, self.message.format(*shown), self.fix.format(*shown))


def matches(pattern: re.Pattern[str], text: str) -> Iterator[tuple[int, re.Match[str]]]:
    """Each match with the line it starts on; lines are counted along the way, so that the whole stays linear."""
    line, counted = 1, 0
    for match in pattern.finditer(text):
        line += text.count("\n", counted, match.start())
        counted = match.start()
        yield line, match


def excerpt(words: str, limit: int = 150) -> str:
    """The beginning of `words` on one line, for a message."""
    line = " ".join(words[: limit * 2].split())
    return line if len(line) <= limit and len(words) <= limit * 2 else line[: limit - 1] + "…"
