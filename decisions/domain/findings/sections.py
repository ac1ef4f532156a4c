"""Rules about the sections a kind of document needs."""

import re
from bisect import bisect
from collections.abc import Iterator

from decisions.domain.findings.model import Hit, Subject
from decisions.domain.kinds import Kind
from decisions.domain.text import LOG_HEADING, heading_key
from decisions.domain.text.outline import own_end, section_end

# The one section a kind is not worth reading without, by the names people give it.
ESSENTIAL: dict[Kind, re.Pattern[str]] = {
    Kind.ADR: re.compile(r"consequence|implication|trade-?offs|\bimpacts?\b"),
    Kind.PRD: re.compile(r"success|metric|\bkpis?\b|key results|measur|acceptance criteria"),
    Kind.STUDY: re.compile(
        r"conclusion|recommendation|takeaway|what we learned|summary of (?:the )?(?:findings|results)"
    ),
}


def section_missing(subject: Subject) -> Iterator[Hit]:
    present = set(subject.heading_keys)
    for name in _required(subject):
        if heading_key(name) not in present:
            yield 1, name


def section_duplicate(subject: Subject) -> Iterator[Hit]:
    watched = {heading_key(name): name for name in (*subject.required_sections, LOG_HEADING)}
    first: dict[str, int] = {}
    for heading, key in zip(subject.scan.headings, subject.heading_keys, strict=True):
        if key not in watched or heading.level > 2:
            continue
        if key in first:
            yield heading.line, watched[key], str(first[key])
        first.setdefault(key, heading.line)


def section_empty(subject: Subject) -> Iterator[Hit]:
    named = {heading_key(name) for name in _required(subject)}
    for index, key in enumerate(subject.heading_keys):
        heading = subject.scan.headings[index]
        if key in named and not has_words(subject, index):
            yield heading.line, heading.text


def consequences_missing(subject: Subject) -> Iterator[Hit]:
    if subject.kind is Kind.ADR and not _has_essential(subject):
        yield (_essential_line(subject),)


def measure_missing(subject: Subject) -> Iterator[Hit]:
    if subject.kind is Kind.PRD and not _has_essential(subject):
        yield (_essential_line(subject),)


def conclusion_missing(subject: Subject) -> Iterator[Hit]:
    if subject.kind is Kind.STUDY and not _has_essential(subject):
        yield (_essential_line(subject),)


def has_words(subject: Subject, index: int) -> bool:
    """Whether the section that heading number `index` opens holds any prose, code or picture; comments are none."""
    scan, position, end = subject.scan, index, section_end(subject.scan, index)
    while position < len(scan.headings) and scan.headings[position].line < end:
        first, last = scan.headings[position].body_line - 1, own_end(scan, position) - 1
        if any(line.strip() for line in scan.prose_lines[first:last]):
            return True
        position += 1
    first_line = scan.headings[index].line
    following = bisect(subject.code_lines, first_line)
    return following < len(subject.code_lines) and subject.code_lines[following] < end


def _required(subject: Subject) -> list[str]:
    # The essential section has a rule of its own; one fault is one finding.
    essential = ESSENTIAL.get(subject.kind)
    return [
        name for name in subject.required_sections if not (essential and essential.search(heading_key(name)))
    ]


def _essential_sections(subject: Subject) -> list[int]:
    pattern = ESSENTIAL[subject.kind]
    return [
        index
        for index, heading in enumerate(subject.scan.headings)
        if heading.level > 1 and pattern.search(subject.heading_keys[index][:200])
    ]


def _has_essential(subject: Subject) -> bool:
    return any(has_words(subject, index) for index in _essential_sections(subject))


def _essential_line(subject: Subject) -> int:
    sections = _essential_sections(subject)
    return subject.scan.headings[sections[0]].line if sections else 1
