"""All rules asked about one text."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from decisions.domain.findings.model import Finding, Hit, Rule, Severity, Subject
from decisions.domain.findings.rules import RULES
from decisions.domain.kinds import Kind
from decisions.domain.text import scan

# Stored with each version; nobody works down a longer list, and `total` says how many there are.
MAX_FINDINGS = 200

_RANK = {severity: rank for rank, severity in enumerate(Severity)}


@dataclass(frozen=True, slots=True)
class FindingsResult:
    """The first findings, worst first and then by line, and how many there are in all."""

    findings: tuple[Finding, ...]
    total: int


def find(
    text: str,
    *,
    kind: Kind,
    title: str,
    reference: str,
    status: str,
    required_sections: tuple[str, ...] = (),
    template: str = "",
    format: str = "markdown",  # noqa: A002 — the field's name in the record and on the wire
) -> FindingsResult:
    """What the text alone says against itself, at most `MAX_FINDINGS`; never raises, whatever the text.

    `title`, `reference` and `status` are the record's. In formats other than `markdown` only the rules that hold
    for any text are asked.
    """
    subject = Subject(scan(text), kind, title, reference, status, required_sections, template)
    found: list[Finding] = []
    total = 0
    for rule in RULES:
        if rule.markdown_only and format != "markdown":
            continue
        kept, counted = _first(rule, rule.check(subject))
        found += kept
        total += counted
    found.sort(key=lambda finding: (_RANK[finding.severity], finding.line))
    return FindingsResult(tuple(found[:MAX_FINDINGS]), total)


def _first(rule: Rule, hits: Iterable[Hit]) -> tuple[list[Finding], int]:
    remaining = iter(hits)
    kept = [rule.finding(hit) for hit in islice(remaining, MAX_FINDINGS)]
    return kept, len(kept) + sum(1 for _ in remaining)
