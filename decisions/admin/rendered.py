"""Rendered texts and remarks, kept by what they are made of."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from html.parser import HTMLParser

from django.core.cache import cache
from django.utils.safestring import SafeString, mark_safe

from decisions.domain.marking import Block, Diagram, blocks_of, diagrams_of
from decisions.domain.rendering import render, render_remark
from decisions.models import Document, Version

# Rendering is a function of the text alone, so that what is kept never goes stale; a new renderer counts up.
_RENDERER = 2
_KEPT_SECONDS = 7 * 24 * 3600
# A cache holds many texts: one whose HTML is larger than this is made anew each time.
_KEPT_CHARACTERS = 1024 * 1024

# More headings than anybody finds their way by.
_MAX_HEADINGS = 300

_TAGS = {f"h{level}": level for level in range(1, 7)}


@dataclass(frozen=True, slots=True)
class HeadingLink:
    """A heading of a rendered text, and the id it is reached by."""

    level: int
    text: str
    anchor: str


@dataclass(frozen=True, slots=True)
class RenderedText:
    """Safe HTML, its headings, blocks and diagrams, and why it is shown as written where it is."""

    html: SafeString
    headings: tuple[HeadingLink, ...]
    problem: str | None
    blocks: tuple[Block, ...] = ()
    diagrams: tuple[Diagram, ...] = ()


def rendered_text(document: Document, version: Version) -> RenderedText:
    """A version as a page shows it; from the cache where the same text was rendered before."""
    key = f"rendered:{_RENDERER}:{document.format}:{version.sha256}"
    kept = cache.get(key)
    if kept is None:
        rendered = render(version.text, document.format)
        html = rendered.html
        # Plain tuples: what a cache keeps outlives the classes of today.
        places = [tuple(block) for block in blocks_of(html)], [tuple(each) for each in diagrams_of(html)]
        kept = (html, _headings(html), rendered.problem, *places)
        if len(html) <= _KEPT_CHARACTERS:
            cache.set(key, kept, timeout=_KEPT_SECONDS)
    html, headings, problem, blocks, diagrams = kept
    return RenderedText(
        # render() answers sanitised HTML only.
        mark_safe(html),  # noqa: S308
        tuple(HeadingLink(*each) for each in headings),
        problem,
        tuple(Block(*each) for each in blocks),
        tuple(Diagram(*each) for each in diagrams),
    )


def rendered_remarks(bodies: Iterable[str]) -> dict[str, SafeString]:
    """Each of these Markdown texts as safe HTML; one look into the cache for all of them."""
    keys = {body: f"remark:{_RENDERER}:{hashlib.sha256(body.encode()).hexdigest()}" for body in bodies}
    kept = cache.get_many(keys.values())
    made = {key: render_remark(body) for body, key in keys.items() if key not in kept}
    if made:
        cache.set_many(made, timeout=_KEPT_SECONDS)
    # render_remark() answers sanitised HTML only.
    return {body: mark_safe({**kept, **made}[key]) for body, key in keys.items()}  # noqa: S308


def rendered_draft(document: Document, text: str) -> RenderedText:
    """A text that is not saved, as the document's page would show it; nothing of it is kept."""
    rendered = render(text, document.format)
    # render() answers sanitised HTML only.
    return RenderedText(mark_safe(rendered.html), (), rendered.problem)  # noqa: S308


class _HeadingReader(HTMLParser):
    """Finds headings with their ids, or those of the sections they open (as reStructuredText has them)."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[int, str, str]] = []
        self._section = ""
        self._open: tuple[int, str] | None = None
        self._words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        anchor = dict(attrs).get("id") or ""
        if tag == "section":
            self._section = anchor
        elif tag in _TAGS:
            self._open = (_TAGS[tag], anchor or self._section)
            self._section = ""
            self._words = []

    def handle_data(self, data: str) -> None:
        if self._open:
            self._words.append(data)

    def handle_endtag(self, tag: str) -> None:
        if self._open and tag in _TAGS:
            level, anchor = self._open
            words = " ".join("".join(self._words).split())
            if anchor and words:
                self.found.append((level, words, anchor))
            self._open = None


def _headings(html: str) -> list[tuple[int, str, str]]:
    if len(html) > _KEPT_CHARACTERS:
        # What is not kept would be read again for each visit.
        return []
    reader = _HeadingReader()
    reader.feed(html)
    return reader.found[:_MAX_HEADINGS]
