"""Rules about the title and the order of headings."""

import re
from collections.abc import Iterator
from itertools import pairwise

from decisions.domain.findings.model import Hit, Subject
from decisions.domain.text import title_of

_COUNTED = re.compile(r"[0-9]+(?:\.[0-9]+)?")


def title_missing(subject: Subject) -> Iterator[Hit]:
    if title_of(subject.scan) is None:
        yield 1, f"{subject.reference}: {subject.title}" if subject.reference else subject.title


def title_number(subject: Subject) -> Iterator[Hit]:
    title, counted = title_of(subject.scan), _COUNTED.search(subject.reference)
    if title is None or title.number is None or counted is None:
        return
    other_kind = title.series is not None and title.series != subject.kind
    if other_kind or title.number != counted[0]:
        said = f"{(title.series or '').upper()} {title.number}".strip()
        yield title.line, said, subject.reference, title.name


def heading_level_skipped(subject: Subject) -> Iterator[Hit]:
    for above, heading in pairwise(subject.scan.headings):
        if heading.level > above.level + 1:
            yield heading.line, heading.text, str(heading.level), str(above.level), "#" * (above.level + 1)


def text_unread(subject: Subject) -> Iterator[Hit]:
    if subject.scan.unread_from:
        yield (subject.scan.unread_from,)
