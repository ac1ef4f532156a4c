"""The references to other documents that a reader of a text sees."""

from collections.abc import Iterator

from decisions.domain.references import Reference, find_references
from decisions.domain.text.scanner import TextScan


def references_in(scan: TextScan) -> Iterator[tuple[int, str, Reference]]:
    """Line, spelling and meaning of each reference in the prose, in order; those in code and comments are none."""
    for number, line in enumerate(scan.prose_lines, start=1):
        for _, spelling, reference in find_references(line) if line else ():
            yield number, spelling, reference
