"""The anchors of a text's headings, each its own."""

from decisions.domain.text.slugs import slug


class Anchors:
    """Hands out anchors in the order of the headings: `design`, then `design-1` for the next of that name.

    In time linear in the headings, whatever they are called.
    """

    def __init__(self) -> None:
        self._taken: dict[str, int] = {}

    def anchor_for(self, heading: str) -> str:
        wanted = anchor = slug(heading)
        while anchor in self._taken:
            self._taken[wanted] += 1
            anchor = f"{wanted}-{self._taken[wanted]}"
        self._taken[anchor] = 0
        return anchor
