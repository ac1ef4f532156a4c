"""Rules about the status log."""

from collections.abc import Iterator
from itertools import pairwise

from decisions.domain.findings.model import Hit, Subject
from decisions.domain.kinds import KINDS
from decisions.domain.text.status_log import log_lines


def status_line_malformed(subject: Subject) -> Iterator[Hit]:
    parsed = {line.line for line in subject.status_lines}
    for number, raw in log_lines(subject.scan):
        if number not in parsed:
            yield number, raw


def status_log_order(subject: Subject) -> Iterator[Hit]:
    for earlier, line in pairwise(subject.status_lines):
        if line.day < earlier.day:
            yield line.line, str(line.day), str(earlier.day)


def status_unknown(subject: Subject) -> Iterator[Hit]:
    rules = KINDS[subject.kind]
    for line in subject.status_lines:
        if line.status not in rules.statuses:
            yield line.line, line.status, rules.label, ", ".join(rules.statuses)


def status_log_disagrees(subject: Subject) -> Iterator[Hit]:
    newest = subject.status_lines[-1] if subject.status_lines else None
    if newest and newest.status != subject.status and newest.status in KINDS[subject.kind].statuses:
        yield newest.line, newest.status, subject.status
