"""The Mermaid diagrams of a rendered text."""

import hashlib
import re
from html import unescape
from typing import NamedTuple

_SOURCE = re.compile(
    r"<pre(?: data-line=\"([0-9]{1,6})\")? class=\"mermaid-source\"><code>([^<]*)</code></pre>"
)

# More pictures than a page is read for; the sources of the others are shown.
MAX_DIAGRAMS = 40


class Diagram(NamedTuple):
    """A diagram: its line in the text (0: unknown), its model with its hash, and where its source stands."""

    line: int
    sha256: str
    model: str
    start: int
    end: int


def diagrams_of(html: str) -> list[Diagram]:
    """The first diagrams of sanitised HTML, in their order."""
    found: list[Diagram] = []
    for match in _SOURCE.finditer(html):
        if len(found) == MAX_DIAGRAMS:
            break
        model = unescape(match[2])
        sha256 = hashlib.sha256(model.encode()).hexdigest()
        found.append(Diagram(int(match[1] or 0), sha256, model, *match.span()))
    return found
