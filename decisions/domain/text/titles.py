"""The title a document gives itself, and the number in it."""

import re
from dataclasses import dataclass

from decisions.domain.text.scanner import TextScan

# With a series before it a number may stand alone (`RFC 12 Name`); without, only a separator makes it one (`12. Name`).
_SERIES = r"(?P<series>[A-Za-z]{2,8})[ \-_#]{0,2}(?P<number>[0-9]{1,9}(?:\.[0-9]{1,9})?)(?:[ \t]*[:.)–—-][ \t]*|[ \t]+)"
_BARE = r"(?P<bare>[0-9]{1,9}(?:\.[0-9]{1,9})?)[ \t]*(?:[:.)–—]|-(?=[ \t]))[ \t]+"
_NUMBERED = re.compile(rf"(?:{_SERIES}|{_BARE})(?P<name>\S.*)", re.DOTALL)
_SERIES_WORDS = frozenset({"rfc", "prd", "adr", "study"})


@dataclass(frozen=True, slots=True)
class Title:
    """A title as written and what it is made of: `RFC 12: Queues` has series `rfc`, number `12`, name `Queues`."""

    text: str
    series: str | None
    number: str | None
    name: str
    line: int


def title_of(scan: TextScan) -> Title | None:
    """The first heading of level 1 that has words, else the front matter's `title:`, else None."""
    for heading in scan.headings:
        if heading.level == 1 and heading.text:
            return read_title(heading.text, heading.line)
    if scan.front_matter and (words := scan.front_matter.words("title")):
        return read_title(words, scan.front_matter.first_line)
    return None


def read_title(text: str, line: int = 1) -> Title:
    """`text` taken apart; leading zeros of the number are dropped, and a word such as `HTTP 2` is part of the name."""
    match = _NUMBERED.fullmatch(text)
    if match and (match["bare"] or match["series"].lower() in _SERIES_WORDS):
        series = match["series"].lower() if match["series"] else None
        number = ".".join(str(int(part)) for part in (match["bare"] or match["number"]).split("."))
        return Title(text, series, number, match["name"].strip(), line)
    return Title(text, None, None, text, line)
