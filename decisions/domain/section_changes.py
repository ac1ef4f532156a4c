"""Which sections of a document two of its texts differ in."""

from collections import defaultdict

from decisions.domain.text import scan

# What stands before the first heading belongs to no section.
_PREAMBLE: tuple[str, ...] = ()


def sections_changed(old: str, new: str) -> list[tuple[str, ...]]:
    """Heading paths whose own text (without their subsections') was added, removed or changed.

    In the order of the new text, those that are gone last; the text before the first heading has the empty
    path. Line ends do not count, and sections of one path are taken together.
    """
    before, after = _own_texts(old), _own_texts(new)
    changed = [path for path, text in after.items() if before.get(path) != text]
    return changed + [path for path in before if path not in after]


def _own_texts(text: str) -> dict[tuple[str, ...], list[str]]:
    scanned = scan(text)
    texts: dict[tuple[str, ...], list[str]] = defaultdict(list)
    starts = [(_PREAMBLE, 1), *((heading.path, heading.line) for heading in scanned.headings)]
    ends = [start for _, start in starts[1:]] + [len(scanned.lines) + 1]
    for (path, start), end in zip(starts, ends, strict=True):
        texts[path].extend(scanned.lines[start - 1 : end - 1])
    return {path: lines for path, lines in texts.items() if any(line.strip() for line in lines)}
