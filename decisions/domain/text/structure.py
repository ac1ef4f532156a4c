"""What a line of Markdown can open or close, as patterns, and the records the scanner makes of it.

Every pattern is anchored to the start of a line and possessive where it repeats: a line is read a bounded number of
times.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class BlockKind(StrEnum):
    FRONT_MATTER = "front_matter"
    FENCE = "fence"
    COMMENT = "comment"
    RAW_HTML = "raw_html"
    UNREAD = "unread"


@dataclass(frozen=True, slots=True)
class Block:
    """Lines `first` to `last` (from 1) that hold no headings; `start` and `end` are their place in `TextScan.flat`.

    `closer` is the line that would close a block that runs to the end of the text unclosed, else empty.
    """

    kind: BlockKind
    first: int
    last: int
    start: int
    end: int
    info: str = ""
    closer: str = ""


class Heading(NamedTuple):
    """A heading of the document itself (a tuple, since a text may hold a quarter of a million of them).

    `text` is without markup, `path` ends with it, `line` counts from 1 and `body_line` is the line after it.
    """

    level: int
    text: str
    line: int
    body_line: int
    path: tuple[str, ...]

    @property
    def label(self) -> str:
        """The path as people write it: `Design > Storage`."""
        return " > ".join(self.path)


# A fence may stand in a quote and behind a list marker. Any indentation counts: inside a list only a parser could say
# what is too much, and real texts indent fences in lists far more often than they show a fence as indented code.
OPENING = re.compile(
    r"""^(?=[ \t>*+`~<\#=0-9-])(?:
        (?P<lead>[ \t>]*+ (?:(?P<item>[-*+]|[0-9]{1,9}[.)])[ \t]++)?+)
        (?P<run>`{3,}+(?=[^`\n]*+$)|~{3,}+) (?P<info>[^\n]*+)
      | [ ]{0,3}+ <(?P<html>!--|(?i:script|pre|style|textarea)(?=[\s>]))
      | [ ]{0,3}+ (?P<marks>\#{1,6}+) (?:[ \t]++(?P<title>[^\n]*+))?+ $
      | [ ]{0,3}+ (?P<underline>=++|-++) [ \t]*+ $
    )""",
    re.MULTILINE | re.VERBOSE,
)

# Either the line that ends the quote or list item the fence stands in, or the fence's own closing line.
_CLOSING = r"^(?:{left}|(?P<lead>[ \t{quote}]*+)(?P<run>{mark}{{3,}}+)[ \t]*+$)"
_LEFT = {"plain": "(?!)", "quote": r"(?![ \t]*+>)", "item": r"(?=[^\s])"}
CLOSINGS = {
    (mark, where): re.compile(
        _CLOSING.format(mark=mark, left=left, quote=">" if where == "quote" else ""), re.MULTILINE
    )
    for mark in "`~"
    for where, left in _LEFT.items()
}
RAW_HTML_END = re.compile(r"</(?:script|pre|style|textarea)>", re.IGNORECASE)

# Lines a paragraph cannot go back over: quotes, list items, rules of stars, HTML blocks.
NOT_A_PARAGRAPH = re.compile(
    r"[ ]{0,3}(?:>|(?:[-*+_]|[0-9]{1,9}[.)])(?:[ \t]|$)|\*\*\*|___|</?[A-Za-z][\w-]*+[\s/>])"
)
INDENTED_CODE = re.compile(r" {4}| {0,3}\t")

# A longer heading is kept as written: nobody reads it, and taking markup off one line of 512 KiB is work.
MAX_CLEANED_TITLE = 1_000

_CLOSING_MARKS = re.compile(r"(?:^|[ \t])#+$")
_MARKUP = re.compile(r"[*_`\[<\\]")
_LINK = re.compile(r"!?\[([^\[\]]*)\](?:\([^()\[\]]*\)|\[[^\[\]]*\])")
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_EMPHASIS = re.compile(r"(?<!\\)\*|\b__?|__?\b|(?<!\\)`")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")


def heading_text(title: str) -> str:
    """The words of a heading: closing marks, emphasis, code marks, link targets and tags taken off."""
    text = title.strip(" \t")
    if len(text) > MAX_CLEANED_TITLE:
        return text
    if text.endswith("#"):
        text = _CLOSING_MARKS.sub("", text).rstrip(" \t")
    if _MARKUP.search(text):
        text = _TAG.sub("", _LINK.sub(r"\1", text))
        text = _ESCAPE.sub(r"\1", _EMPHASIS.sub("", text)).strip(" \t")
    return text
