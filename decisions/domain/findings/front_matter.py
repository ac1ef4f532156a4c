"""Rules about the front matter."""

from collections.abc import Iterator

from decisions.domain.findings.model import Hit, Subject


def front_matter_unreadable(subject: Subject) -> Iterator[Hit]:
    front_matter = subject.scan.front_matter
    if front_matter and front_matter.problem:
        yield front_matter.first_line, front_matter.problem


def front_matter_status(subject: Subject) -> Iterator[Hit]:
    front_matter = subject.scan.front_matter
    if not front_matter or "status" not in front_matter.values:
        return
    word = front_matter.words("status") or ""
    if word.casefold().replace(" ", "_").replace("-", "_") != subject.status:
        yield _line_at(subject.scan.text, front_matter.status_span), word, subject.status


def _line_at(text: str, span: tuple[int, int] | None) -> int:
    before = text[: span[0]] if span else ""
    return before.replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1
