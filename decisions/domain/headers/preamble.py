"""What the prose says of itself before its matter begins: lists, tables, a status section, the title."""

import re
from collections.abc import Sequence
from itertools import pairwise

from decisions.domain.headers.blocks import Block
from decisions.domain.headers.fields import normal_key
from decisions.domain.headers.markup import Outline

# A decision record opens with its status; a section of that name further down is about something else
# (the status of an API object, say). Title, table of contents and one section may come before.
STATUS_WITHIN_HEADINGS = 4

# A title may stand under a notice or two; a heading under more paragraphs than this is a section of theirs.
NOTICE_PARAGRAPHS = 2

STATUS_SECTIONS = frozenset({"status", "状态", "סטטוס"})

# First headings that open the matter, or that a template left to be filled in; they name no document.
SECTION_TITLES = frozenset(
    {
        "abstract", "background", "context", "context and problem statement", "description", "goals",
        "introduction", "issue", "motivation", "overview", "preamble", "problem", "problem background",
        "problem statement", "purpose", "simple summary", "status", "summary", "table of contents",
        "概述", "背景", "总结", "方案描述", "摘要", "title", "untitled", "标题", "任务名", "方案名称",
    }
)  # fmt: skip

_SECTION_NUMBER = re.compile(r"(?:\d{1,2}(?:\.\d{1,2})*[.)、]?|[一二三四五六七八九十]{1,3}[、.．])\s*")
_FIELD_LINE = re.compile(
    r"[ \t]{0,3}(?:[-*+][ \t]+)?(?P<open>[*_`:]{0,3})"
    r"(?P<key>[^\W\d_][\w \-()]{0,40}?)(?P<close>[*_`]{0,3})[ \t]{0,3}[:：](?P<value>.*)"
)
_NO_PROSE = re.compile(r"\s*(?:$|[>|<]|[-*+] |!\[|\[!|\[[^\]]{1,80}\]:|[-=*_]{3,}\s*$|\.\. |:[\w-]{1,40}:)")


def preamble(outline: Outline, start: int) -> tuple[Block, Block]:
    """What is written before the first heading, and what below it up to the next heading that has a text.

    Where fields come before the first heading, the matter begins with that heading.
    """
    ends = [heading.line for heading in outline.headings[:3]] + [len(outline.prose)] * 3
    above = _fields_in(outline.prose[start : ends[0]])
    if above.fields:
        return above, Block()
    below = _fields_in(outline.prose[ends[0] : ends[1]])
    if len(outline.headings) > 1 and not any(
        line.strip() for line in outline.prose[outline.headings[0].body : ends[1]]
    ):
        below = _fields_in(outline.prose[ends[1] : ends[2]])
    return above, below


def status_section(outline: Outline) -> str:
    """The first paragraph of the section named for the status, as one line; empty where there is none."""
    for at, heading in enumerate(outline.headings[:STATUS_WITHIN_HEADINGS]):
        if normal_key(heading.text) in STATUS_SECTIONS:
            following = outline.headings[at + 1 : at + 2]
            end = following[0].line if following else len(outline.prose)
            return _first_paragraph(outline.prose[heading.body : end])
    return ""


def heading_title(outline: Outline, start: int, *, fields_follow: bool) -> str:
    """The first heading where it names the document and not one of its sections; else empty."""
    if not outline.headings:
        return ""
    first = outline.headings[0]
    notices = _paragraphs(outline.prose[start : first.line])
    if is_section_title(first.text):
        return ""
    if first.level == 1:
        return first.text if notices <= NOTICE_PARAGRAPHS else ""
    stands_alone = all(heading.level > first.level for heading in outline.headings[1:])
    return first.text if fields_follow or (stands_alone and not notices) else ""


def is_section_title(heading: str) -> bool:
    """Whether a heading names a section that documents share and not this document."""
    bare = heading.strip(" \t*_:：").casefold()
    return bare in SECTION_TITLES or _SECTION_NUMBER.sub("", bare, count=1) in SECTION_TITLES


def _paragraphs(lines: Sequence[str]) -> int:
    is_prose = [False, *(not _NO_PROSE.match(line) and not _FIELD_LINE.match(line) for line in lines)]
    return sum(now and not before for before, now in pairwise(is_prose))


def _first_paragraph(lines: Sequence[str]) -> str:
    paragraph: list[str] = []
    for line in lines:
        if line.strip():
            paragraph.append(line.strip())
        elif paragraph:
            break
    return " ".join(paragraph)


def _fields_in(lines: Sequence[str]) -> Block:
    block = Block()
    for line in lines:
        if line.lstrip().startswith("|"):
            cells = line.strip().strip("|").split("|")
            if len(cells) > 1:
                block.put(cells[0], cells[1])
        elif found := _FIELD_LINE.match(line):
            block.put(found["key"], _inside_marks(found["open"], found["close"], found["value"]))
    return block


def _inside_marks(opened: str, closed: str, value: str) -> str:
    """The value without the end of an emphasis that began before its key: `**Status:** X`."""
    value = value.strip().removesuffix("\\")
    if not opened or closed or opened == ":":
        return value
    return value.removeprefix(opened) if value.startswith(opened) else value.removesuffix(opened)
