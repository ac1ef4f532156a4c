"""Rules about what was left to be written."""

import re
from collections.abc import Iterator

from decisions.domain.findings.model import Hit, Subject, matches
from decisions.domain.findings.sections import has_words
from decisions.domain.text import LOG_HEADING, TextScan, heading_key
from decisions.domain.text.outline import own_end

# With an attribute that has no value (`<input disabled>`) these look like words; they are tags.
_TAGS = "a|abbr|audio|button|details|div|iframe|img|input|ol|option|script|select|style|table|td|th|video"

# `<…>` and `<the name of the service>` are placeholders; `List<T>`, tags, addresses and comparisons are not.
# What may not stand before is looked at afterwards, so that the search can jump from one first letter to the next.
_WORD, _MORE = r"[A-Za-z][\w'’,-]{0,30}+", r"(?: [\w'’(][\w'’,.()-]{0,30}+){1,15}+[?…]?"
_LEFT = re.compile(
    r"TODO(?<!\wTODO)(?!\w)|TBD(?<!\wTBD)(?!\w)"
    rf"|<(?<![\w`\\]<)(?:…|\.\.\.|(?!(?:{_TAGS})[ /]){_WORD}{_MORE})>"
)

_LOG = heading_key(LOG_HEADING)


def placeholder_left(subject: Subject) -> Iterator[Hit]:
    for line, match in matches(_LEFT, subject.scan.prose):
        yield line, match[0]


def template_text_unchanged(subject: Subject) -> Iterator[Hit]:
    if not subject.template:
        return
    original = {key: body for _, key, body in _bodies(subject.template_scan)}
    needed = {heading_key(name) for name in subject.required_sections}
    for index, key, body in _bodies(subject.scan):
        if not body or original.get(key) != body or key == _LOG or _LEFT.search(body):
            continue
        # A needed section with no more than the template's comments is already found empty.
        if key not in needed or has_words(subject, index):
            heading = subject.scan.headings[index]
            yield heading.line, heading.text


def _bodies(scan: TextScan) -> Iterator[tuple[int, str, str]]:
    for index, heading in enumerate(scan.headings):
        lines = scan.lines[heading.body_line - 1 : own_end(scan, index) - 1]
        yield index, heading_key(heading.text), "\n".join(lines).strip()
