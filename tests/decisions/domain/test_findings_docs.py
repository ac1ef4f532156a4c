"""Each rule has a page whose first example breaks it and whose second does not."""

import re
from pathlib import Path

import pytest

from decisions.domain.findings import RULES, find
from decisions.domain.findings.model import Rule
from decisions.domain.kinds import KINDS, Kind
from decisions.domain.templates import required_sections, template_for
from decisions.domain.text import BlockKind, scan
from decisions.services.record_findings import RECORD_RULES, RecordRule

PAGES = Path(__file__).resolve().parents[3] / "docs/findings"

# Judged by reference_findings.py, whose test has them both ways.
ABOUT_OTHERS = {"reference-unknown", "reference-superseded"}

# Its example would be ten thousand headings; test_findings_rules.py has it.
WITHOUT_EXAMPLE = {"text-unread"}


def examples(rule: str) -> dict[str, tuple[Kind, str]]:
    """Found and fine, each with the kind it is read as."""
    page = scan((PAGES / f"{rule}.md").read_text(encoding="utf-8"))
    shown = {}
    for block in page.blocks:
        if block.kind is BlockKind.FENCE:
            _, what, *kind = block.info.split()
            inside = page.lines[block.first : block.last - 1]
            shown[what] = (Kind(kind[0]) if kind else Kind.RFC, "\n".join(inside) + "\n")
    return shown


def rules_found(kind: Kind, text: str) -> set[str]:
    result = find(
        text,
        kind=kind,
        title="A queue for exports",
        reference=f"{KINDS[kind].label} 12",
        status=KINDS[kind].first_status,
        required_sections=required_sections(kind),
        template=template_for(kind),
    )
    return {finding.rule for finding in result.findings}


@pytest.mark.parametrize("rule", [rule.id for rule in RULES if rule.id not in WITHOUT_EXAMPLE])
def test_the_pages_examples_show_the_rule_both_ways(rule: str) -> None:
    shown = examples(rule)
    assert set(shown) == {"found", "fine"}
    assert rule in rules_found(*shown["found"])
    assert rule not in rules_found(*shown["fine"])


def test_every_rule_has_one_page_and_every_page_a_rule() -> None:
    ids = [rule.id for rule in (*RULES, *RECORD_RULES)]
    assert {page.stem for page in PAGES.glob("*.md")} == {"README", *ids, *ABOUT_OTHERS}
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"[a-z]+([-_][a-z]+)+", rule) for rule in ids)


@pytest.mark.parametrize("row", [*RULES, *RECORD_RULES], ids=lambda rule: rule.id)
def test_pages_and_index_say_severity_and_summary_as_the_table_does(row: Rule | RecordRule) -> None:
    page = (PAGES / f"{row.id}.md").read_text(encoding="utf-8")
    assert page.startswith(f"# {row.id}\n\n{row.severity}: {row.summary}\n\n")
    index = (PAGES / "README.md").read_text(encoding="utf-8")
    assert f"| [{row.id}]({row.id}.md) | {row.severity} | {row.summary} |\n" in index
