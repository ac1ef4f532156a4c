"""A title and the number in it."""

import pytest

from decisions.domain.text import read_title, scan, title_of


@pytest.mark.parametrize(
    ("text", "series", "number", "name"),
    [
        ("RFC 12: Queues", "rfc", "12", "Queues"),
        ("ADR-0007. Use X", "adr", "7", "Use X"),
        ("rfc#12.01 - Parts", "rfc", "12.1", "Parts"),
        ("PRD 3 Exports", "prd", "3", "Exports"),
        ("12. Queues", None, "12", "Queues"),
        ("0012 — Queues", None, "12", "Queues"),
        ("HTTP 2: uploads", None, None, "HTTP 2: uploads"),
        ("3D rendering", None, None, "3D rendering"),
        ("2026 plans", None, None, "2026 plans"),
        ("RFC 12", None, None, "RFC 12"),
        ("Queues", None, None, "Queues"),
    ],
)
def test_a_title_is_taken_apart(text: str, series: str | None, number: str | None, name: str) -> None:
    title = read_title(text)
    assert (title.series, title.number, title.name, title.text) == (series, number, name, text)


def test_the_first_heading_of_level_1_goes_before_the_front_matter() -> None:
    title = title_of(scan("---\ntitle: Other\n---\n## Part\n#\n# RFC 1: `One`\n"))
    assert title
    assert (title.name, title.line) == ("One", 6)
    named = title_of(scan("---\ntitle: '2. Two'\n---\n## Part\n"))
    assert named
    assert (named.number, named.name, named.line) == ("2", "Two", 1)
    assert title_of(scan("## Part\n```\n# code\n```\n")) is None
