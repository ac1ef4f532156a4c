"""Two changes to one text put together: three ways, by lines, with what does not fit left to choose.

libgit2's own merge answers with marks in the text, which a text that holds such marks itself could forge; this
one answers with regions. Its work is two diffs and one pass over their changes.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256

from decisions.domain.diffs import Change, lines_of, text_changes


class RegionKind(StrEnum):
    SAME = "same"
    THEIRS = "theirs"
    MINE = "mine"
    # Both made the same change.
    BOTH = "both"
    CONFLICT = "conflict"


@dataclass(frozen=True, slots=True)
class Region:
    """Some lines as they stand in each of the three texts, and who changed them; `line` counts theirs from 1."""

    kind: RegionKind
    base: str
    theirs: str
    mine: str
    line: int = 1

    @property
    def key(self) -> str:
        """Names a place by what stands there, so that a choice made for it is used for no other."""
        parts = (self.base, self.theirs, self.mine, str(self.line))
        return sha256("\0".join(parts).encode()).hexdigest()[:16]


# What may stand in a place that both changed, by the name of the choice.
CHOICES: dict[str, Callable[[Region], str]] = {
    "theirs": lambda region: region.theirs,
    "mine": lambda region: region.mine,
    "theirs-mine": lambda region: _joined(region.theirs, region.mine),
    "mine-theirs": lambda region: _joined(region.mine, region.theirs),
    "base": lambda region: region.base,
}

_SETTLED: dict[RegionKind, Callable[[Region], str]] = {
    RegionKind.SAME: lambda region: region.base,
    RegionKind.THEIRS: lambda region: region.theirs,
    RegionKind.MINE: lambda region: region.mine,
    RegionKind.BOTH: lambda region: region.mine,
}


@dataclass(frozen=True, slots=True)
class Merge:
    """The three texts in regions, in order; and what either side changed of the base, where that was compared."""

    regions: tuple[Region, ...]
    theirs_changed: Sequence[Change] | None
    mine_changed: Sequence[Change] | None

    @property
    def conflicts(self) -> list[Region]:
        """The places that both changed, each in another way."""
        return [region for region in self.regions if region.kind is RegionKind.CONFLICT]

    def text(self, choices: Mapping[str, str] | None = None) -> str:
        """Both changes in one text; `choices` has one of CHOICES for the key of each place in conflict.

        KeyError where one is missing.
        """
        choices = choices or {}
        return "".join(
            CHOICES[choices[region.key]](region)
            if region.kind is RegionKind.CONFLICT
            else _SETTLED[region.kind](region)
            for region in self.regions
        )


def merge(base: str, theirs: str, mine: str) -> Merge:
    """What became of `base` in both texts. Changes that touch each other, or the same line, are one place."""
    changes = {_THEIRS: text_changes(base, theirs), _MINE: text_changes(base, mine)}
    return Merge(tuple(_regions(base, {_THEIRS: theirs, _MINE: mine}, changes)), *changes.values())


_THEIRS, _MINE = RegionKind.THEIRS, RegionKind.MINE

# The changes of either side that meet, in the order of the base.
_Place = list[tuple[RegionKind, Change]]


def _regions(
    base: str, texts: Mapping[RegionKind, str], changes: Mapping[RegionKind, Sequence[Change]]
) -> Iterator[Region]:
    base_lines, lines = lines_of(base), {side: lines_of(text) for side, text in texts.items()}
    # How far each side's lines have moved from where the base has them.
    moved = dict.fromkeys(texts, 0)
    at = 0
    for place in _places(changes):
        first, end = place[0][1].old_first, max(change.old_end for _, change in place)
        if at < first:
            yield _same("".join(base_lines[at:first]), at + moved[_THEIRS] + 1)
        line = first + moved[_THEIRS] + 1
        stands = {}
        for side in texts:
            start = first + moved[side]
            for changed, change in place:
                if changed is side:
                    moved[side] = change.new_end - change.old_end
            stands[side] = "".join(lines[side][start : end + moved[side]])
        yield _changed({side for side, _ in place}, "".join(base_lines[first:end]), stands, line)
        at = end
    if at < len(base_lines):
        yield _same("".join(base_lines[at:]), at + moved[_THEIRS] + 1)


def _places(changes: Mapping[RegionKind, Sequence[Change]]) -> Iterator[_Place]:
    """Changes that touch, taken together."""
    place: _Place = []
    end = 0
    for change, side in sorted((change, side) for side, own in changes.items() for change in own):
        if place and change.old_first > end:
            yield place
            place = []
        end = max(end, change.old_end) if place else change.old_end
        place.append((side, change))
    if place:
        yield place


def _same(text: str, line: int) -> Region:
    return Region(RegionKind.SAME, text, text, text, line)


def _changed(sides: set[RegionKind], base: str, stands: Mapping[RegionKind, str], line: int) -> Region:
    theirs, mine = stands[_THEIRS], stands[_MINE]
    if len(sides) == 1:
        (kind,) = sides
    else:
        kind = RegionKind.BOTH if theirs == mine else RegionKind.CONFLICT
    return Region(kind, base, theirs, mine, line)


def _joined(first: str, second: str) -> str:
    """One above the other; the last line of a text may lack its end."""
    return f"{first}\n{second}" if first and second and not first.endswith("\n") else first + second
