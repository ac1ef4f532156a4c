"""The part of a text that a reader sees, with every line in its place."""

import re
from collections.abc import Iterable

from decisions.domain.text.structure import Block

# Runs longer than eight open no span here: each length can fail to close once a paragraph, and the bound keeps that
# linear. What may not stand before is looked at after the first backtick, so that the search can jump to one.
_CODE_SPAN = re.compile(r"(`(?<![`\\]`)`{0,7}+)(?!`)(?:[^`\n]++|(?!\1(?!`))`++|\n(?![ \t]*+\n))*+\1(?!`)")


def visible_prose(flat: str, blocks: Iterable[Block]) -> str:
    """`flat` with blocks and inline comments emptied and each code span made one backtick; line ends stay."""
    pieces, done = [], 0
    for block in blocks:
        pieces.append(flat[done : block.start])
        pieces.append("\n" * flat.count("\n", block.start, block.end))
        done = block.end
    pieces.append(flat[done:])
    prose = "".join(pieces)
    if "`" in prose:
        prose = _CODE_SPAN.sub(_one_backtick, prose)
    return _without_comments(prose) if "<!--" in prose else prose


def _one_backtick(span: re.Match[str]) -> str:
    return "`" + "\n" * span[0].count("\n")


def _without_comments(prose: str) -> str:
    # A pattern would look for `-->` once per `<!--` and be quadratic where there is none.
    pieces, done = [], 0
    while (start := prose.find("<!--", done)) >= 0 and (close := prose.find("-->", start + 4)) >= 0:
        pieces.append(prose[done:start])
        pieces.append("\n" * prose.count("\n", start, close))
        done = close + 3
    pieces.append(prose[done:])
    return "".join(pieces)
