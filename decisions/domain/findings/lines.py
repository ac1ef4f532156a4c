"""Rules about single lines, whatever the format."""

from collections.abc import Iterator

from decisions.domain.findings.model import Hit, Subject

# Past this a line cannot be reviewed: a diff shows it whole when one letter of it changes.
MAX_LINE = 2_000


def line_too_long(subject: Subject) -> Iterator[Hit]:
    if max(map(len, subject.scan.lines)) <= MAX_LINE:
        return
    for number, line in enumerate(subject.scan.lines, start=1):
        if len(line) > MAX_LINE:
            yield number, f"{len(line):,}"
