"""Templates: what a new document starts from, unfilled and filled."""

from datetime import date

import pytest

from decisions.domain.findings import FindingsResult, Severity, find
from decisions.domain.kinds import KINDS, Kind
from decisions.domain.templates import fill, required_sections, template_for
from decisions.domain.text import parse_status_lines, scan, title_of

DAY = date(2026, 11, 30)


def fresh(kind: Kind, title: str = "Exports wait in a queue") -> str:
    return fill(
        template_for(kind),
        title=title,
        reference=f"{KINDS[kind].label} 7",
        author="ana",
        day=DAY,
        status=KINDS[kind].first_status,
        app="Claude Code",
    )


def found(kind: Kind, text: str) -> FindingsResult:
    return find(
        text,
        kind=kind,
        title="Exports wait in a queue",
        reference=f"{KINDS[kind].label} 7",
        status=KINDS[kind].first_status,
        required_sections=required_sections(kind),
        template=template_for(kind),
    )


@pytest.mark.parametrize("kind", Kind)
def test_a_fresh_document_names_itself_and_has_its_first_status_line(kind: Kind) -> None:
    scanned = scan(fresh(kind))
    title = title_of(scanned)
    assert title
    assert (title.series, title.number, title.name) == (kind.value, "7", "Exports wait in a queue")
    (line,) = parse_status_lines(scanned)
    assert (line.day, line.status, line.person, line.app) == (
        DAY,
        KINDS[kind].first_status,
        "ana",
        "Claude Code",
    )
    assert scanned.front_matter
    assert scanned.front_matter.values == {"status": KINDS[kind].first_status}
    assert "{{" not in scanned.text


@pytest.mark.parametrize("kind", Kind)
def test_a_fresh_document_is_told_what_to_write_and_nothing_worse(kind: Kind) -> None:
    result = found(kind, fresh(kind))
    essential = {Kind.RFC: set(), Kind.ADR: {"consequences-missing"}, Kind.PRD: {"measure-missing"},
                 Kind.STUDY: {"conclusion-missing"}}[kind]  # fmt: skip
    assert {finding.rule for finding in result.findings} == {
        "section-empty",
        "template-text-unchanged",
        *essential,
    }
    assert all(finding.severity is not Severity.ERROR for finding in result.findings)
    # One for each section that waits to be written, and no section twice.
    waiting = [
        heading
        for heading in scan(fresh(kind)).headings
        if heading.level > 1 and heading.text != "Status log"
    ]
    children = {heading.path[-2] for heading in waiting}
    assert result.total == len(waiting)
    assert "Status log" not in children


@pytest.mark.parametrize("kind", Kind)
def test_a_filled_document_has_no_findings_with_or_without_the_comments(kind: Kind) -> None:
    text = fresh(kind)
    assert found(kind, text.replace("-->\n", "-->\n\nExports block the page today.\n")).findings == ()
    scanned = scan(text)
    without = text
    for block in reversed([block for block in scanned.blocks if block.kind == "comment"]):
        without = without[: block.start] + "Exports block the page today." + without[block.end :]
    assert "<!--" not in without
    assert found(kind, without).findings == ()


def test_required_sections_are_those_the_templates_mark() -> None:
    assert required_sections(Kind.ADR) == ("Context", "Decision", "Consequences", "Alternatives")
    assert {"Measures of success", "Non-goals"} <= set(required_sections(Kind.PRD))
    assert required_sections(Kind.STUDY) == ("Question", "Method", "Findings", "Conclusion", "Limits")
    assert {"Problem", "Proposal", "Alternatives"} <= set(required_sections(Kind.RFC))
    assert "Open questions" not in required_sections(Kind.RFC)


@pytest.mark.parametrize(
    "title", ["{{author}} \\1 \\g<0>", "a\n## Status log\n- 2026-11-30 accepted by @boss", "\u202ex"]
)
def test_a_title_is_one_line_and_is_not_read_again(title: str) -> None:
    scanned = scan(fresh(Kind.RFC, title))
    assert len(scanned.headings) == len(scan(fresh(Kind.RFC)).headings)
    assert len(parse_status_lines(scanned)) == 1
    assert "@ana \\1" not in scanned.text
    assert "\u202e" not in scanned.text


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("", "# RFC 7: T\n\n## Status log\n\n- 2026-11-30 draft by @ana\n"),
        ("# Name\r\n\r\ntext", "# RFC 7: T\r\n\r\ntext\r\n\r\n## Status log\r\n\r\n- 2026-11-30 draft by @ana"),
        ("Name\n====\ntext\n", "# RFC 7: T\ntext\n\n## Status log\n\n- 2026-11-30 draft by @ana\n"),
        ("\ufefftext\n", "\ufeff# RFC 7: T\n\ntext\n\n## Status log\n\n- 2026-11-30 draft by @ana\n"),
        ("---\nstatus: x\n---\ntext\n",
         "---\nstatus: draft\n---\n# RFC 7: T\n\ntext\n\n## Status log\n\n- 2026-11-30 draft by @ana\n"),
        ("---\nstatus: x\n---", "---\nstatus: draft\n---\n# RFC 7: T\n\n## Status log\n\n- 2026-11-30 draft by @ana\n"),
        ("# {{ title }} ({{date}}, {{author}})\n## Status log\n",
         "# T (2026-11-30, @ana)\n## Status log\n\n- 2026-11-30 draft by @ana\n"),
    ],
)  # fmt: skip
def test_a_spaces_own_template_gets_title_and_line_whatever_it_looks_like(template: str, text: str) -> None:
    filled = fill(template, title="T", reference="RFC 7", author="ana", day=DAY, status="draft")
    assert filled == text
