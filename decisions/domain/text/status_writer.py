"""The one change the service makes to a text: a line in the status log and the `status:` word, and no other byte."""

from decisions.domain.text.lines import line_starts, own_line_end
from decisions.domain.text.scanner import BOM, TextScan, scan
from decisions.domain.text.status_log import LOG_HEADING, log_section, parse_status_lines


def with_status(text: str, *, status: str, line: str) -> str:
    """The text with `line` as the newest of its log and `status` as its front matter's word.

    A log is made at the end where there is none; a `status:` that is missing or cannot be read is left alone. Line ends
    are the text's own most frequent one, and a text without a final line end stays without.
    """
    before = scan(text)
    after = _insert_line(before, line)
    span = before.front_matter.status_span if before.front_matter else None
    if not span:
        return after
    start, end = span
    word = f" {status}" if start == end and after[start - 1] == ":" else status
    return after[:start] + word + after[end:]


def only_status_lines_changed(old: str, new: str) -> bool:
    """Whether the texts are equal but for lines of the status log and the front matter's status word."""
    return _without_status(old) == _without_status(new)


def service_bytes(text: str) -> int:
    """How many bytes of the text are the service's: the log with its heading, and the front matter's status word."""
    scanned = scan(text)
    end = len(own_line_end(text))
    size = sum(len(line.raw.encode()) + end for line in parse_status_lines(scanned))
    if section := log_section(scanned):
        # With the heading, the line ends that set the log off from the text: above it, below it, and behind the last
        # line of a text that had no final one.
        (heading,) = (each for each in scanned.headings if each.body_line == section[0])
        titled = scanned.lines[heading.line - 1 : heading.body_line - 1]
        size += sum(len(line.encode()) + end for line in titled) + 3 * end
    if scanned.front_matter and scanned.front_matter.status_span:
        start, stop = scanned.front_matter.status_span
        size += len(text[start:stop].encode())
    return size


def _without_status(text: str) -> str:
    scanned = scan(text)
    written = [line.line for line in parse_status_lines(scanned)]
    starts = line_starts(text, {*written, *(line + 1 for line in written)})
    pieces, done = [], 0
    if scanned.front_matter and scanned.front_matter.status_span:
        start, done = scanned.front_matter.status_span
        pieces.append(text[:start].rstrip(" "))
    for line in written:
        pieces.append(text[done : starts[line]])
        done = starts[line + 1]
    return "".join([*pieces, text[done:]])


def _insert_line(scanned: TextScan, line: str) -> str:
    text, end = scanned.text, own_line_end(scanned.text)
    section = log_section(scanned)
    if not section:
        return _append_log(scanned, line, end)
    written = parse_status_lines(scanned)
    if written:
        number = _item_end(scanned, written[-1].line, section[1]) + 1
        added = [line, end]
    else:
        number = section[0]
        followed = number <= len(scanned.lines) and scanned.lines[number - 1].strip()
        added = [end, line, end, end if followed else ""]
    place = line_starts(text, (number,))[number]
    return _joined(text[:place], added, text[place:], end)


def _item_end(scanned: TextScan, line: int, limit: int) -> int:
    # Lines that continue the newest item stay with it.
    while line + 1 < limit and scanned.prose_lines[line].strip():
        line += 1
    return line


def _append_log(scanned: TextScan, line: str, end: str) -> str:
    content = scanned.text.removeprefix(BOM)
    closer = scanned.blocks[-1].closer if scanned.blocks else ""
    opened = [closer, end] if closer else []
    ends_blank = not content or (not closer and scanned.lines[-2:] == ["", ""])
    added = [*opened, "" if ends_blank else end, f"## {LOG_HEADING}", end, end, line, end]
    return _joined(scanned.text, added, "", end)


def _joined(head: str, added: list[str], tail: str, end: str) -> str:
    """The three in a row; a final line end the text did not have is left off again, and `\\r` never meets `\\n`."""
    middle = "".join(added)
    if not tail and head.removeprefix(BOM) and not head.endswith(("\r", "\n")):
        middle = end + middle.removesuffix(end)
    if head.endswith("\r") and middle.startswith("\n"):
        middle = "\r" + middle
    if middle.endswith("\r") and tail.startswith("\n"):
        middle += "\n"
    return head + middle + tail
