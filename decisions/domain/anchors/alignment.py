"""Which lines of two texts are the same ones, by their diff."""

from bisect import bisect_right

from decisions.domain.diffs import Change, text_changes

# A change, as anchors see it: a region of the text that they may have stood in.
Region = Change

# Old and new together: ten times the largest real document. Half a million short ones would take half a minute.
_MAX_LINES = 60_000


class Alignment:
    """The lines of two texts beside each other. Every line ends with a line feed; lines count from 0.

    Texts of more than 60,000 lines together are one change from end to end.
    """

    def __init__(self, old: str, new: str) -> None:
        lines, new_lines = old.count("\n"), new.count("\n")
        if lines + new_lines > _MAX_LINES:
            self.changes = [Region(0, lines, 0, new_lines)]
        else:
            self.changes = text_changes(old, new)
        self._old_ends = [change.old_end for change in self.changes]
        self._new_ends = [change.new_end for change in self.changes]

    def counterpart(self, first: int, last: int) -> int | None:
        """Where the old lines `first` to `last` begin in the new text; None where a change touches or parts them."""
        following = bisect_right(self._old_ends, first)
        if following < len(self.changes) and self.changes[following].old_first <= last:
            return None
        before = self.changes[following - 1] if following else Region(0, 0, 0, 0)
        return first + before.new_end - before.old_end

    def region(self, first: int, last: int) -> Region:
        """The old lines `first` to `last`, widened to whole changes, and what stands in their place."""
        index = bisect_right(self._old_ends, first)
        begin = end = self.changes[index]
        while index < len(self.changes) and self.changes[index].old_first <= last:
            end = self.changes[index]
            index += 1
        old_first, old_end = min(begin.old_first, first), max(end.old_end, last + 1)
        return Region(
            old_first,
            old_end,
            begin.new_first - (begin.old_first - old_first),
            end.new_end + (old_end - end.old_end),
        )

    def removes(self, first: int, last: int) -> bool:
        """Whether a change takes away or rewrites one of these old lines."""
        index = bisect_right(self._old_ends, first)
        return index < len(self.changes) and self.changes[index].old_first <= last

    def adds(self, first: int, last: int) -> bool:
        """Whether a change made or rewrote one of these new lines."""
        index = bisect_right(self._new_ends, first)
        return index < len(self.changes) and self.changes[index].new_first <= last
