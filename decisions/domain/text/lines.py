"""Where the lines of a text begin, in its own characters: a line ends at `\\n`, `\\r\\n` or `\\r`, and nowhere else."""

import re
from collections.abc import Collection

LINE_END = re.compile(r"\r\n|\r|\n")


def line_starts(text: str, numbers: Collection[int]) -> dict[int, int]:
    """The offset at which each of these lines (from 1) begins; a line past the last begins at the end of the text."""
    wanted = sorted(set(numbers))
    starts = {number: 0 if number <= 1 else len(text) for number in wanted}
    remaining = iter(number for number in wanted if number > 1)
    following = next(remaining, None)
    if following is None:
        return starts
    for number, line_end in enumerate(LINE_END.finditer(text), start=2):
        if number == following:
            starts[number] = line_end.end()
            following = next(remaining, None)
            if following is None:
                break
    return starts


def own_line_end(text: str) -> str:
    """The line end the text uses most; `\\n` where it has none."""
    pairs = text.count("\r\n")
    counts = {"\n": text.count("\n") - pairs, "\r\n": pairs, "\r": text.count("\r") - pairs}
    return max(counts, key=lambda end: counts[end])
