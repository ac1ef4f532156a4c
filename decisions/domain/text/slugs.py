"""The anchors that headings get where a text is rendered the way GitHub does it."""

import re
from collections.abc import Iterable

_DROPPED = re.compile(r"[^\w\- ]")


def slug(heading: str) -> str:
    """`Why not Redis?` as `why-not-redis`; letters of all scripts stay."""
    return _DROPPED.sub("", heading.strip().lower()).replace(" ", "-")


def slugs(headings: Iterable[str]) -> set[str]:
    """All anchors of these headings; the second of one name has `-1` behind it, the third `-2`."""
    taken: dict[str, int] = {}
    for heading in headings:
        base = anchor = slug(heading)
        while anchor in taken:
            taken[base] += 1
            anchor = f"{base}-{taken[base]}"
        taken[anchor] = 0
    return set(taken)
