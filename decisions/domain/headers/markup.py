"""The markups a document may be written in: its prose, line for line, and the headings in it."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from pathlib import PurePosixPath

from decisions.domain.headers.fields import LINE_LIMIT
from decisions.domain.text.scanner import scan


class Format(StrEnum):
    MARKDOWN = "markdown"
    RST = "rst"
    MEDIAWIKI = "mediawiki"
    ASCIIDOC = "asciidoc"
    PLAIN = "plain"


FORMAT_OF_SUFFIX = {
    ".md": Format.MARKDOWN,
    ".markdown": Format.MARKDOWN,
    ".mdown": Format.MARKDOWN,
    ".rst": Format.RST,
    ".rest": Format.RST,
    ".mediawiki": Format.MEDIAWIKI,
    ".wiki": Format.MEDIAWIKI,
    ".adoc": Format.ASCIIDOC,
    ".asciidoc": Format.ASCIIDOC,
}


@dataclass(frozen=True, slots=True)
class Heading:
    """`line` counts from 0 and `body` is the first line after the heading; `text` is as written."""

    line: int
    body: int
    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Outline:
    """The lines, each cut to what a header can need, those of code and comments empty; and the headings."""

    prose: list[str]
    headings: list[Heading]


def format_of(path: str) -> Format:
    """The format a path's suffix names; plain for any other."""
    return FORMAT_OF_SUFFIX.get(PurePosixPath(path.replace("\\", "/")).suffix.lower(), Format.PLAIN)


def outline(text_format: Format, text: str) -> Outline:
    """The outline of a text whose line ends are all `\\n`."""
    return _OUTLINES[text_format](text)


def _markdown(text: str) -> Outline:
    found = scan(text)
    prose = [_without_comments(line[:LINE_LIMIT]) for line in found.lines]
    for block in found.blocks:
        prose[block.first - 1 : block.last] = [""] * (block.last - block.first + 1)
    headings = [
        Heading(line - 1, body - 1, level, _written(prose, line - 1, body - 1))
        for level, _, line, body, _ in found.headings
    ]
    return Outline(prose, headings)


def _written(prose: list[str], line: int, body: int) -> str:
    """The heading's own words: the scan gives them without their code marks, which titles keep."""
    if body - line > 1:
        return " ".join(part.strip() for part in prose[line : body - 1])
    text = prose[line].strip().lstrip("#").strip()
    cut = text.rstrip("#")
    # A closing row of marks counts only after a blank: "C#" keeps its mark.
    return cut.strip() if cut[-1:] in ("", " ", "\t") else text


def _without_comments(line: str) -> str:
    while (start := line.find("<!--")) >= 0 and (end := line.find("-->", start)) >= 0:
        line = line[:start] + line[end + 3 :]
    return line


_UNDERLINE = re.compile(r"([=\-`:'\"~^_*+#<>.])\1{2,}[ \t]*$")


def _rst(text: str) -> Outline:
    lines = [line[:LINE_LIMIT] for line in text.split("\n")]
    levels: dict[str, int] = {}
    headings: list[Heading] = []
    for at, (title, below) in enumerate(pairwise(lines)):
        under = _UNDERLINE.match(below)
        words = title.strip()
        # Shorter than its text an underline is a slip that docutils lets pass, from four marks on.
        if not under or not words or _UNDERLINE.match(title) or len(below.rstrip()) < min(len(words), 4):
            continue
        has_overline = at > 0 and lines[at - 1].rstrip() == below.rstrip()
        # Levels are numbered in the order in which their marks first appear.
        level = levels.setdefault(under[1] * (1 + has_overline), len(levels) + 1)
        headings.append(Heading(at - has_overline, at + 2, level, words))
    return Outline(lines, headings)


def _mediawiki_heading(line: str) -> tuple[int, str] | None:
    bare = line.strip()
    text = bare.strip("=")
    level = min(len(bare) - len(bare.lstrip("=")), len(bare) - len(bare.rstrip("=")))
    return (level, text.strip()) if level and text.strip() else None


def _asciidoc_heading(line: str) -> tuple[int, str] | None:
    mark = line[:1] if line[:1] in ("=", "#") else ""
    text = line.lstrip(mark) if mark else ""
    return (len(line) - len(text), text.strip()) if text[:1] == " " and text.strip() else None


@dataclass(frozen=True, slots=True)
class _Marked:
    """A markup whose headings are one line each and whose code stands between two lines of its own."""

    opening: re.Pattern[str]
    heading: Callable[[str], tuple[int, str] | None]

    def __call__(self, text: str) -> Outline:
        prose = list(self._prose(text.split("\n")))
        found = ((at, self.heading(line)) for at, line in enumerate(prose) if line)
        return Outline(prose, [Heading(at, at + 1, *heading) for at, heading in found if heading])

    def _prose(self, lines: list[str]) -> Iterator[str]:
        closer = ""
        for line in lines:
            if closer:
                closer = "" if closer in line.lower() else closer
                yield ""
            elif opening := self.opening.match(line):
                tag = (opening["tag"] or "").lower()
                closer = f"</{tag}>" if tag else opening["closer"] or "-->"
                closer = "" if closer in line[opening.end() :].lower() else closer
                yield ""
            else:
                yield _without_comments(line[:LINE_LIMIT])


_OUTLINES: dict[Format, Callable[[str], Outline]] = {
    Format.MARKDOWN: _markdown,
    Format.RST: _rst,
    Format.MEDIAWIKI: _Marked(
        re.compile(
            r"\s*<(?:!--(?P<closer>)|(?P<tag>pre|source|syntaxhighlight|nowiki)(?=[\s>]))", re.IGNORECASE
        ),
        _mediawiki_heading,
    ),
    Format.ASCIIDOC: _Marked(
        re.compile(r"(?P<tag>(?!))?(?P<closer>-{4,}|\.{4,}|/{4,})[ \t]*$"), _asciidoc_heading
    ),
    Format.PLAIN: _rst,
}
