"""Line ends that survive a browser: it sends all of them alike, whatever a text had."""

from decisions.domain.diffs import Change, text_changes
from decisions.domain.text.lines import LINE_END, own_line_end


def in_line_feeds(text: str) -> str:
    """The text as a browser shows it to a person who edits it: every line end a line feed."""
    return LINE_END.sub("\n", text)


def with_line_ends_of(base: str, edited: str) -> str:
    """The edited text with the line ends of the text it was made from: unchanged lines have their bytes back.

    A line in the place of another takes that one's end, a further one the end that the text uses most.
    """
    edited = in_line_feeds(edited)
    ends = LINE_END.findall(base)
    if "\r\n" not in ends and "\r" not in ends:
        return edited
    if len(set(ends)) == 1:
        return edited.replace("\n", ends[0])
    usual = own_line_end(base)
    kept = [*_ends_of_lines(in_line_feeds(base), edited, ends, usual), ""]
    lines = edited.split("\n")
    for at, line in enumerate(lines):
        if at and not line and kept[at - 1] == "\r" and kept[at] == "\n":
            # The two would become one end.
            kept[at] = "\r"
    return "".join(line + end for line, end in zip(lines, kept, strict=True))


def _ends_of_lines(base: str, edited: str, ends: list[str], usual: str) -> list[str]:
    """The end of each edited line that has one."""
    count = edited.count("\n")
    kept: list[str] = []
    at = 0
    for change in [*text_changes(base, edited), Change(len(ends), len(ends), count, count)]:
        kept += ends[at : change.old_first]
        replaced = ends[change.old_first : change.old_end]
        wanted = change.new_end - change.new_first
        kept += [*replaced[:wanted], *[usual] * (wanted - len(replaced))]
        at = change.old_end
    return kept[:count] + [usual] * (count - len(kept))
