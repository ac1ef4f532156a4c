"""The last word on what reaches a page: an allow-list of elements, attributes, classes and addresses."""

# ruff: noqa: SIM905 - a list of names is read as words, not down a column of quotes

import re
from typing import Any

from nh3 import Cleaner

from decisions.domain.rendering.code import CLASSES, LANGUAGES

# Before every id and local link: a text can neither take over the page's own elements nor link to them.
ID_PREFIX = "user-content-"

# The line of the text a block begins on. A text may claim another one; its remarks then stand elsewhere in it.
LINE = "data-line"

_LINE_DIGITS = 6

_BLOCKS = frozenset(
    """aside blockquote caption dd details div dl dt figcaption figure h1 h2 h3 h4 h5 h6 li ol p section
    summary table td th ul""".split()
)
TAGS = _BLOCKS | frozenset(
    """a abbr b br cite code del dfn em hr i img input ins kbd mark pre q s samp small span strong sub sup
    tbody tfoot thead tr tt u var""".split()
)

_ATTRIBUTES = {
    "*": frozenset({"id", "lang", "title", LINE}),
    "a": frozenset({"href"}),
    "img": frozenset({"src", "alt", "width", "height"}),
    "input": frozenset({"checked", "aria-label"}),
    "details": frozenset({"open"}),
    "ol": frozenset({"start", "reversed"}),
    "li": frozenset({"value"}),
    "td": frozenset({"colspan", "rowspan"}),
    "th": frozenset({"colspan", "rowspan", "scope"}),
}

_ALIGN = {"align": frozenset({"left", "center", "right"})}

_CLASSES = {
    "a": frozenset({"footnote-backref"}),
    "aside": frozenset({"admonition", "footnote", "footnote-list", "topic", "system-message"}),
    "code": frozenset(f"language-{language}" for language in LANGUAGES),
    "div": frozenset({"admonition", "line", "line-block"}),
    "hr": frozenset({"footnotes-sep"}),
    "input": frozenset({"task-list-item-checkbox"}),
    "li": frozenset({"footnote-item", "task-list-item"}),
    "ol": frozenset({"footnotes-list"}),
    "p": frozenset({"admonition-title", "topic-title"}),
    "pre": frozenset({"mermaid-source", "as-written"}),
    "section": frozenset({"footnotes"}),
    "span": CLASSES,
    "sup": frozenset({"footnote-ref"}),
    "ul": frozenset({"contains-task-list"}),
}

# Set on every such element, whatever the text says. A check box shows a state and cannot be changed or sent;
# an image tells its host nothing of the page it stands on.
_FIXED = {
    **{tag: {"dir": "auto"} for tag in _BLOCKS},
    "input": {"type": "checkbox", "disabled": ""},
    "img": {"loading": "lazy", "referrerpolicy": "no-referrer"},
}


def _address(url: str) -> str | None:
    """A local link with its target's prefix; no other relative address, which would lead into this site."""
    return f"#{ID_PREFIX}{url[1:]}" if url.startswith("#") else None


def _attribute(tag: str, attribute: str, value: str) -> str | None:
    if attribute == "src" and not value.lower().startswith(("https://", "http://")):
        return None
    # Browsers lay out as many columns as they are told; four digits stall them.
    if attribute in ("colspan", "rowspan") and not (value.isdecimal() and len(value) <= 2):
        return None
    if attribute == LINE and not (value.isascii() and value.isdigit() and len(value) <= _LINE_DIGITS):
        return None
    return value


_RULES: dict[str, Any] = {
    "tags": TAGS,
    "clean_content_tags": frozenset({"script", "style"}),
    "attribute_filter": _attribute,
    "tag_attribute_values": dict.fromkeys(("td", "th", "p", "div", "img", "h1", "h2", "h3"), _ALIGN),
    "set_tag_attribute_values": _FIXED,
    "allowed_classes": _CLASSES,
    "url_schemes": frozenset({"http", "https", "mailto"}),
    "url_relative": _address,
    "link_rel": "nofollow noopener noreferrer",
    "id_prefix": ID_PREFIX,
}
_CLEANER = Cleaner(attributes=_ATTRIBUTES, **_RULES)

# A remark has no names of its own: its links lead into the document it is about.
_REMARKS = Cleaner(attributes={**_ATTRIBUTES, "*": frozenset({"lang", "title"})}, **_RULES)

# Headings in a remark would be headings of the page it stands on.
_HEADING = re.compile(r"<(/?)h[1-6](?=[ >])")


def sanitized(html: str) -> str:
    """`html` with nothing in it that runs, styles, sends, embeds or takes a name of the page.

    Links go to http, https, mailto or a place in the same text; images come by http or https only.
    """
    return _CLEANER.clean(html)


def sanitized_remark(html: str) -> str:
    """The same without ids, lines and headings, to stand on the page of what it is about."""
    return _HEADING.sub(
        lambda tag: "</div" if tag[1] else '<div class="remark-heading"', _REMARKS.clean(html)
    )
