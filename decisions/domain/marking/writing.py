"""Marks and insertions written into a rendered text, without touching its own tags."""

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import NamedTuple

from decisions.domain.marking.blocks import TAG

_INK = re.compile(r"\S")


class Mark(NamedTuple):
    """A stretch of the HTML that is marked for something, known by its key."""

    start: int
    end: int
    key: str


class Insertion(NamedTuple):
    """Safe HTML that is put in at a place between two tags, or between a tag and a text."""

    at: int
    html: str


def written(html: str, marks: Iterable[Mark], insertions: Sequence[Insertion]) -> str:
    """Sanitised HTML with its marks and insertions; marks may overlap, and reach over any of its tags.

    A mark is laid on each piece of text in its stretch, so that no element is ever cut.
    """
    opens: dict[int, list[str]] = {}
    closes: dict[int, list[str]] = {}
    put_in: dict[int, list[str]] = {}
    for mark in marks:
        for start, end in _texts(html, mark.start, mark.end):
            opens.setdefault(start, []).append(mark.key)
            closes.setdefault(end, []).append(mark.key)
    for insertion in insertions:
        put_in.setdefault(insertion.at, []).append(insertion.html)
    out: list[str] = []
    here: dict[str, None] = {}
    position = 0
    for at in sorted({*opens, *closes, *put_in}):
        out.append(_marked(html[position:at], here))
        for key in closes.get(at, ()):
            here.pop(key, None)
        out.extend(put_in.get(at, ()))
        here.update(dict.fromkeys(opens.get(at, ())))
        position = at
    out.append(html[position:])
    return "".join(out)


def _marked(piece: str, keys: dict[str, None]) -> str:
    if not keys or not piece:
        return piece
    return f'<mark class="c-quote" data-threads="{escape(" ".join(keys))}">{piece}</mark>'


def _texts(html: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The pieces of text between the tags of a stretch that begins and ends in text; blank ones are left out."""
    position = start
    for tag in TAG.finditer(html, start, end):
        if _INK.search(html, position, tag.start()):
            yield position, tag.start()
        position = tag.end()
    if _INK.search(html, position, end):
        yield position, end
