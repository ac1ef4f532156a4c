"""What somebody sees whose text was overtaken: both changes, and both texts in one as far as they fit."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from decisions.admin.comparing import ComparedTexts, compared_texts
from decisions.domain.line_ends import in_line_feeds
from decisions.domain.merging import CHOICES, Merge, Region
from decisions.domain.proposals import propose
from decisions.models import Document, Version
from decisions.services.versions import version_of

# More places than anybody decides one by one; then the two texts are only shown.
MAX_PLACES = 50

# Of either side of a place: enough to know it by, the texts are on the page as a whole.
_SHOWN_LINES = 60

# Rows of each of the two comparisons.
_SHOWN_ROWS = 1_000


@dataclass(frozen=True, slots=True)
class Side:
    """What may stand in a place: the choice that takes it, its first lines, and how many more there are."""

    choice: str
    words: str
    text: str
    left_out: int


@dataclass(frozen=True, slots=True)
class Place:
    """Lines that both changed, each in another way, and what is chosen to stand there."""

    key: str
    line: int
    sides: list[Side]
    both: list[tuple[str, str]]
    chosen: str

    @property
    def field(self) -> str:
        return f"place-{self.key}"


class Conflict:
    """My text, the one that was saved meanwhile, and the one that both were made from."""

    def __init__(self, document: Document, *, base: int, theirs: int, mine: str) -> None:
        self.base: Version = version_of(document, base)
        self.theirs: Version = version_of(document, theirs)
        self._mine = mine

    @cached_property
    def _merge(self) -> Merge:
        return propose(self.base.text, self.theirs.text, self._mine)

    @property
    def same(self) -> bool:
        """Whether nothing is left to save."""
        return in_line_feeds(self.theirs.text) == self._mine

    @property
    def fits(self) -> bool:
        """Whether the two changes do not meet."""
        return not self._merge.conflicts

    @property
    def count(self) -> int:
        return len(self._merge.conflicts)

    @property
    def may_choose(self) -> bool:
        return self.count <= MAX_PLACES

    @cached_property
    def theirs_compared(self) -> ComparedTexts:
        """What they changed."""
        old, new = in_line_feeds(self.base.text), in_line_feeds(self.theirs.text)
        return compared_texts(old, new, split=False, at_most=_SHOWN_ROWS, changes=self._merge.theirs_changed)

    @cached_property
    def mine_compared(self) -> ComparedTexts:
        """What I changed."""
        old = in_line_feeds(self.base.text)
        return compared_texts(
            old, self._mine, split=False, at_most=_SHOWN_ROWS, changes=self._merge.mine_changed
        )

    def places(self, sent: Mapping[str, str]) -> list[Place]:
        """The places to choose in, with what was chosen so far in what was sent."""
        return list(self._places(sent)) if self.may_choose else []

    def text(self, sent: Mapping[str, str]) -> str | None:
        """Both changes in one text; None where a choice is missing."""
        chosen = {place.key: place.chosen for place in self.places(sent)}
        return None if "" in chosen.values() or not self.may_choose else self._merge.text(chosen)

    def _places(self, sent: Mapping[str, str]) -> Iterator[Place]:
        for region in self._merge.conflicts:
            chosen = sent.get(f"place-{region.key}", "")
            yield Place(
                region.key,
                region.line,
                list(self._sides(region)),
                _both(region),
                chosen if chosen in CHOICES else "",
            )

    def _sides(self, region: Region) -> Iterator[Side]:
        was = _("As it was in version %(number)d") % {"number": self.base.number}
        for choice, words in (("theirs", _("Theirs")), ("mine", _("Yours")), ("base", was)):
            lines = CHOICES[choice](region).split("\n")
            shown = "\n".join(lines[:_SHOWN_LINES])
            yield Side(choice, words, shown, max(0, len(lines) - _SHOWN_LINES))


def _both(region: Region) -> list[tuple[str, str]]:
    """Where both left something, one may stand above the other."""
    if not (region.theirs and region.mine):
        return []
    return [
        ("theirs-mine", _("Both, theirs first")),
        ("mine-theirs", _("Both, yours first")),
    ]
