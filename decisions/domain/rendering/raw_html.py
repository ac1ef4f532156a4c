"""HTML made balanced before it is sanitised, so that no raw tag in a text reaches beyond its block.

Without this, formatting tags left open are opened again in every block after them: a small text grows
quadratically in the browser's tree and in the sanitiser's.
"""

# ruff: noqa: SIM905 - a list of names is read as words, not down a column of quotes

import re

from markdown_it.common.html_re import attribute

from decisions.domain.rendering.limits import MAX_ELEMENT_DEPTH, GaveUp
from decisions.domain.rendering.sanitizing import TAGS

_VOID = frozenset({"br", "hr", "img", "input"})

# Layout of other pages: what stands in these is shown, the tags are not.
_TRANSPARENT = frozenset(
    "article big body center colgroup col font footer header html main nav nobr picture source strike".split()
)

_CELLS = frozenset({"td", "th"})
_ROWS = _CELLS | {"tr"}
_GROUPS = _ROWS | {"caption", "thead", "tbody", "tfoot"}
_BLOCKS = frozenset(
    "aside blockquote details div dl figure h1 h2 h3 h4 h5 h6 ol p pre section summary table ul".split()
)

# Opening an element on the left ends those on the right that were left open, as in a browser.
_ENDS = {
    **dict.fromkeys(_BLOCKS, frozenset({"p"})),
    "a": frozenset({"a"}),
    "li": frozenset({"li", "p"}),
    **dict.fromkeys(("dt", "dd"), frozenset({"dt", "dd", "p"})),
    **dict.fromkeys(_CELLS, _CELLS | {"p"}),
    "tr": _ROWS | {"p"},
    **dict.fromkeys(("thead", "tbody", "tfoot"), _GROUPS | {"p"}),
}

# How anchors were written before ids; as an id it gets the prefix that keeps it apart from the page's names.
_NAMED_ANCHOR = re.compile(r"(?<=<[aA]\s)name(?=\s*=)", re.IGNORECASE)

_TAG = re.compile(rf"<(/?)([A-Za-z][A-Za-z0-9-]*){attribute}*\s*/?>")


def balanced(html: str) -> str:
    """The same HTML with every element closed, in order; comments gone, tags it does not know shown as text.

    Linear in the text. Raises GaveUp where elements nest too deep.
    """
    return _Balancer(html).run()


class _Balancer:
    def __init__(self, html: str) -> None:
        self._html = html
        self._last_comment_end = html.rfind("-->")
        self._out: list[str] = []
        self._open: list[str] = []

    def run(self) -> str:
        position = 0
        while (at := self._html.find("<", position)) >= 0:
            self._out.append(self._html[position:at])
            position = self._markup(at)
        self._out.append(self._html[position:])
        self._close_down_to(0)
        return "".join(self._out)

    def _markup(self, at: int) -> int:
        # A comment may be as short as `<!-->`; one that never ends is shown, so that it hides nothing.
        if self._html.startswith("<!--", at) and at + 2 <= self._last_comment_end:
            return self._html.index("-->", at + 2) + 3
        tag = _TAG.match(self._html, at)
        name = tag[2].lower() if tag else ""
        if tag and name in _TRANSPARENT:
            return tag.end()
        if not tag or name not in TAGS:
            self._out.append("&lt;")
            return at + 1
        if tag[1]:
            self._end(name)
        else:
            self._start(name, tag[0])
        return tag.end()

    def _start(self, name: str, tag: str) -> None:
        ended = _ENDS.get(name, frozenset())
        while self._open and self._open[-1] in ended:
            self._close_down_to(len(self._open) - 1)
        self._out.append(_NAMED_ANCHOR.sub("id", tag))
        if name not in _VOID:
            self._open.append(name)
            if len(self._open) > MAX_ELEMENT_DEPTH:
                raise GaveUp(f"its elements nest more than {MAX_ELEMENT_DEPTH} deep")

    def _end(self, name: str) -> None:
        if name in self._open:
            depth = len(self._open) - 1 - self._open[::-1].index(name)
            self._close_down_to(depth)

    def _close_down_to(self, depth: int) -> None:
        self._out.extend(f"</{name}>" for name in reversed(self._open[depth:]))
        del self._open[depth:]
