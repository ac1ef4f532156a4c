"""What is proposed to somebody whose text was overtaken by another: both in one."""

from collections import Counter
from dataclasses import replace

from decisions.domain.line_ends import in_line_feeds
from decisions.domain.merging import Merge, merge
from decisions.domain.text import StatusLineText, parse_status_lines, scan, with_status


def propose(base: str, theirs: str, mine: str) -> Merge:
    """The three texts merged as a browser shows them, every line end a line feed.

    Where theirs is the base with moves written into it, the same moves are written into mine: a status line
    never meets with what I wrote at the end of the text or beside the status.
    """
    base, theirs, mine = in_line_feeds(base), in_line_feeds(theirs), in_line_feeds(mine)
    made = _moves_between(base, theirs)
    if made and _with_moves(base, made) == theirs:
        # On top of theirs nothing is left that could be in conflict.
        on_top = merge(theirs, theirs, _with_moves(mine, made))
        return replace(on_top, theirs_changed=None, mine_changed=None)
    return merge(base, theirs, mine)


def _moves_between(before: str, after: str) -> list[StatusLineText]:
    """The status lines that one text has more than the other, oldest first."""
    had = Counter(line.raw for line in parse_status_lines(scan(before)))
    made = []
    for line in parse_status_lines(scan(after)):
        if had[line.raw]:
            had[line.raw] -= 1
        else:
            made.append(line)
    return made


def _with_moves(text: str, made: list[StatusLineText]) -> str:
    # Written at once: each move would scan the text anew.
    return with_status(text, status=made[-1].status, line="\n".join(line.raw for line in made))
