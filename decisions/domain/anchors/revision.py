"""What became of anchored pieces of a text in its next version."""

from bisect import bisect_right
from collections import Counter
from functools import cached_property
from itertools import accumulate

from decisions.domain.anchors.alignment import Alignment, Region
from decisions.domain.anchors.anchor import CONTEXT, Anchor, Place, flat_text, place_of
from decisions.domain.anchors.passages import Span, likeness, occurrences, same_occurrence
from decisions.domain.anchors.rewording import Rewording

# Characters that have to agree before an exact match counts: few where the diff says what the place became,
# a whole clause anywhere else.
_EVIDENCE_IN_PLACE = 12
_EVIDENCE_ELSEWHERE = 32

# What two wordings of one sentence have in common, at least: with half of its words replaced it is another one.
_ALIKE = 0.6

# A shorter quote says too little by itself: what stands around it has to be alike too.
_SHORT = 32


def relocate(anchor: Anchor, made_on: str, text: str) -> Place | None:
    """Where a text has the piece that was anchored in another version of it; None where that is gone."""
    return Revision(made_on, text).carry(anchor, anchor.place)


class Revision:
    """Two versions of a text, and where pieces of the old one stand in the new one.

    Made once for all anchors: the work is one diff of the lines, and for each anchor on a rewritten line a few
    searches and a diff of the words of that change.
    """

    def __init__(self, old: str, new: str) -> None:
        self._old, self._new = flat_text(old), flat_text(new)
        self._rewordings: dict[Region, Rewording] = {}

    def carry(self, anchor: Anchor, place: Place | None) -> Place | None:
        """Where the piece at `place` in the old text stands in the new one.

        None where it is gone, or where it cannot be told which of several it became. A piece that was gone
        (None) is found where its quote came back with its surroundings.
        """
        if place is None:
            return self._come_back(anchor)
        first, last = self._lines_of(place)
        moved = self._lines.counterpart(first, last)
        if moved is not None:
            start = self._new_starts[moved] + place.start - self._old_starts[first]
            certain = self._is_the_one(first, last, moved)
            found = (start, start + place.end - place.start) if certain else None
        else:
            found = self._rewritten(anchor, place, first, last)
        return place_of(self._new, *found, anchor.quote) if found else None

    @cached_property
    def _lines(self) -> Alignment:
        # A line feed more: a last line with one and a last line without are the same line.
        return Alignment(self._old + "\n", self._new + "\n")

    @cached_property
    def _old_starts(self) -> list[int]:
        return _line_starts(self._old)

    @cached_property
    def _new_starts(self) -> list[int]:
        return _line_starts(self._new)

    @cached_property
    def _repeated(self) -> set[str]:
        """Lines that stand in one of the texts more than once."""
        counted = Counter(self._old.split("\n")) | Counter(self._new.split("\n"))
        return {line for line, times in counted.items() if times > 1}

    def _lines_of(self, place: Place) -> tuple[int, int]:
        first = place.line - 1
        return first, first + self._old.count("\n", place.start, place.end - 1)

    def _is_the_one(self, first: int, last: int, moved: int) -> bool:
        """Whether unchanged lines are these very ones: a diff may keep either of two equal lines."""
        lines = self._old[self._old_starts[first] : self._old_starts[last + 1] - 1].split("\n")
        if not all(line in self._repeated for line in lines):
            return True
        start, end = self._old_starts[first], self._old_starts[last + 1]
        new_start, new_end = self._new_starts[moved], self._new_starts[moved + last - first + 1]
        above = (
            self._old[max(0, start - CONTEXT) : start] == self._new[max(0, new_start - CONTEXT) : new_start]
        )
        below = self._old[end : end + CONTEXT] == self._new[new_end : new_end + CONTEXT]
        return above or below

    def _rewritten(self, anchor: Anchor, place: Place, first: int, last: int) -> tuple[int, int] | None:
        region = self._lines.region(first, last)
        start = self._same_in(place, region)
        if start is None:
            start = self._same_elsewhere(place)
        if start is not None:
            return start, start + place.end - place.start
        return self._reworded(anchor, place, region)

    def _same_in(self, place: Place, region: Region) -> int | None:
        """The same words within the change that rewrote their line."""
        quote = self._old[place.start : place.end]
        old_span, new_span = self._spans_of(region)
        return same_occurrence(
            self._old,
            place.start,
            occurrences(self._old, quote, *old_span),
            self._new,
            occurrences(self._new, quote, *new_span),
            length=len(quote),
            evidence=_EVIDENCE_IN_PLACE,
        )

    def _same_elsewhere(self, place: Place) -> int | None:
        """The same words on another line that is new: on one that stood there before, they are not the ones moved."""
        quote = self._old[place.start : place.end]
        rivals = occurrences(self._old, quote, 0, len(self._old))
        candidates = occurrences(self._new, quote, 0, len(self._new))
        return same_occurrence(
            self._old,
            place.start,
            [at for at in rivals if self._lines.removes(*self._lines_at(self._old_starts, at, quote))],
            self._new,
            [at for at in candidates if self._lines.adds(*self._lines_at(self._new_starts, at, quote))],
            length=len(quote),
            evidence=_EVIDENCE_ELSEWHERE,
        )

    def _reworded(self, anchor: Anchor, place: Place, region: Region) -> tuple[int, int] | None:
        """Other words within the change, alike enough to what was quoted at first, however often they changed."""
        old_span, new_span = self._spans_of(region)
        if region not in self._rewordings:
            self._rewordings[region] = Rewording(self._old, old_span, self._new, new_span)
        if _repeats(self._old, (place.start, place.end), old_span):
            return None
        spans = self._rewordings[region].wordings_of(place.start, place.end)
        found = next((span for span in spans if self._likeness(anchor, span) >= _ALIKE), None)
        return None if found is None or _repeats(self._new, found, new_span) else found

    def _likeness(self, anchor: Anchor, span: Span) -> float:
        start, end = span
        alike = likeness(anchor.quote, self._new[start:end])
        if len(anchor.quote) >= _SHORT:
            return alike
        around = self._new[max(0, start - CONTEXT) : end + CONTEXT]
        return min(alike, likeness(anchor.before + anchor.quote + anchor.after, around))

    def _come_back(self, anchor: Anchor) -> Place | None:
        piece = anchor.before + anchor.quote + anchor.after
        if piece in self._old or self._new.count(piece) != 1:
            return None
        start = self._new.index(piece) + len(anchor.before)
        return place_of(self._new, start, start + len(anchor.quote), anchor.quote)

    def _spans_of(self, region: Region) -> tuple[Span, Span]:
        return (
            (self._old_starts[region.old_first], self._old_starts[region.old_end]),
            (self._new_starts[region.new_first], self._new_starts[region.new_end]),
        )

    @staticmethod
    def _lines_at(starts: list[int], at: int, quote: str) -> tuple[int, int]:
        return bisect_right(starts, at) - 1, bisect_right(starts, at + len(quote) - 1) - 1


def _repeats(text: str, span: Span, within: Span) -> bool:
    """Whether the words of a span stand in that stretch of the text more than once."""
    piece = text[slice(*span)]
    return text.find(piece, text.index(piece, *within) + 1, within[1]) >= 0


def _line_starts(flat: str) -> list[int]:
    """Where each line begins, and where one after the last would."""
    return list(accumulate((len(line) + 1 for line in flat.split("\n")), initial=0))
