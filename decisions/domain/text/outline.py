"""Headings as people name them, and the sections they open."""

import re

from decisions.domain.text.lines import line_starts
from decisions.domain.text.scanner import TextScan
from decisions.domain.text.structure import MAX_CLEANED_TITLE, Heading

_NUMBERING = re.compile(r"(?:[0-9][0-9.]{0,11}\)?|[A-Za-z0-9][.)])[ \t]+(?=\S)")
_SPACES = re.compile(r"\s+")


def outline(scan: TextScan) -> list[Heading]:
    """The headings in order; sections in quotes and list items are not the document's and not among them."""
    return list(scan.headings)


def heading_key(text: str) -> str:
    """What two spellings of one heading share: case, numbering, `&` and closing punctuation do not count."""
    words = _SPACES.sub(" ", text[:MAX_CLEANED_TITLE].replace("&", " and ")).strip()
    return _NUMBERING.sub("", words, count=1).rstrip(" .:!?…").casefold()


def section_end(scan: TextScan, index: int) -> int:
    """The line after the section that heading number `index` opens, its subsections included."""
    level = scan.headings[index].level
    for later in range(index + 1, len(scan.headings)):
        if scan.headings[later].level <= level:
            return scan.headings[later].line
    return len(scan.lines) + 1


def own_end(scan: TextScan, index: int) -> int:
    """The line after what stands directly under heading number `index`, before the next heading of any level."""
    following = index + 1
    return scan.headings[following].line if following < len(scan.headings) else len(scan.lines) + 1


def find_sections(scan: TextScan, path: str) -> list[Heading]:
    """The headings that `path` can mean: `Storage`, `Design > Storage`, or all headings from the top.

    A whole path goes before the end of one, so `Design` is the top heading where a deeper one has that name too.
    """
    wanted = [(heading_key(path),), tuple(heading_key(part) for part in path.split(">"))]
    keys = [tuple(heading_key(part) for part in heading.path) for heading in scan.headings]
    whole = [heading for heading, key in zip(scan.headings, keys, strict=True) if key in wanted]
    return whole or [
        heading
        for heading, key in zip(scan.headings, keys, strict=True)
        if any(key[-len(end) :] == end for end in wanted)
    ]


def section_text(scan: TextScan, path: str) -> str | None:
    """The section at `path` with heading and subsections, its bytes as they stand in the text.

    None where no heading or more than one is meant; `find_sections` tells which.
    """
    found = find_sections(scan, path)
    if len(found) != 1:
        return None
    first, end = found[0].line, section_end(scan, scan.headings.index(found[0]))
    starts = line_starts(scan.text, (first, end))
    return scan.text[starts[first] : starts[end]]
