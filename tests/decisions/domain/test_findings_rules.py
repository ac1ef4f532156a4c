"""What each rule lets pass and what it does not, beyond the examples in the docs."""

import pytest

from decisions.domain.findings import MAX_FINDINGS, RULES, Finding, Severity, find
from decisions.domain.kinds import Kind
from decisions.domain.text.scanner import MAX_OPENINGS


def found(
    text: str, rule: str, *, kind: Kind = Kind.RFC, status: str = "draft", **facts: object
) -> list[Finding]:
    result = find(
        text,
        kind=kind,
        title="Queues",
        reference=str(facts.get("reference", "RFC 12")),
        status=status,
        required_sections=tuple(facts.get("required", ())),  # type: ignore[arg-type]
        template=str(facts.get("template", "")),
        format=str(facts.get("format", "markdown")),
    )
    return [finding for finding in result.findings if finding.rule == rule]


def lines(text: str, rule: str, **facts: object) -> list[int]:
    return [finding.line for finding in found(text, rule, **facts)]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("title", "reference", "broken"),
    [
        ("# RFC 0012: Queues", "RFC 12", False),
        ("# 12. Queues", "RFC 12", False),
        ("# 12. Queues", "RFC 12.1", True),
        ("# RFC 12.1: Queues", "RFC 12.1", False),
        ("# ADR 12: Queues", "RFC 12", True),
        ("# Study 12: Queues", "Study 12", False),
        ("# HTTP 2: Queues", "RFC 12", False),
        ("---\ntitle: 'RFC 13: Queues'\n---", "RFC 12", True),
    ],
)
def test_a_number_in_the_title_is_the_documents(title: str, reference: str, broken: bool) -> None:
    kind = Kind(reference.split(maxsplit=1)[0].lower())
    assert bool(found(title, "title-number", kind=kind, reference=reference)) is broken


@pytest.mark.parametrize(
    ("word", "broken"), [("In Review", False), ("'in-review'", False), ("", True), ("[x]", True)]
)
def test_the_front_matters_status_is_read_kindly(word: str, broken: bool) -> None:
    text = f"---\r\na: b\r\nstatus: {word}\r\n---\r\n# T"
    assert bool(found(text, "front-matter-status", status="in_review")) is broken


def test_the_line_of_a_finding_is_the_line_in_the_text() -> None:
    text = "---\r\na: b\r\nstatus: x\r\n---\r\n# T\r\r`TODO` TODO\r\n![](a)\n[a](#b)\n### C\n" + "x" * 2001
    assert lines(text, "front-matter-status") == [3]
    assert lines(text, "placeholder-left") == [7]
    assert lines(text, "picture-without-words") == [8]
    assert lines(text, "anchor-broken") == [9]
    assert lines(text, "heading-level-skipped") == [10]
    assert lines(text, "line-too-long") == [11]


def test_required_sections_are_known_by_any_spelling() -> None:
    required = ("Context", "Goals and non-goals")
    assert lines("## 1. CONTEXT:\n## Goals & Non-Goals\n", "section-missing", required=required) == []
    assert len(found("## Contexts\n```\n## Context\n```\n", "section-missing", required=required)) == 2


@pytest.mark.parametrize(
    ("body", "empty"),
    [
        ("", True), ("<!-- c -->", True), ("\n## Next\ntext", True), ("### Sub\n### Sub two", True),
        ("text", False), ("### Sub\ntext", False), ("```\ncode\n```", False), ("![](a)", False), ("`code`", False),
    ],
)  # fmt: skip
def test_a_section_is_empty_when_a_reader_sees_nothing_in_it(body: str, empty: bool) -> None:
    assert lines(f"# T\n## Context\n{body}\n", "section-empty", required=("Context",)) == (
        [2] if empty else []
    )


def test_one_fault_is_one_finding_where_the_essential_section_is_required_too() -> None:
    for text in ("# T\n", "# T\n## Consequences\n<!-- later -->\n"):
        facts = {"kind": Kind.ADR, "required": ("Consequences",)}
        assert len(found(text, "consequences-missing", **facts)) == 1  # type: ignore[arg-type]
        assert found(text, "section-missing", **facts) == found(text, "section-empty", **facts) == []  # type: ignore[arg-type]


def test_a_kinds_essential_section_is_asked_of_that_kind_only() -> None:
    essential = {
        "consequences-missing": Kind.ADR,
        "measure-missing": Kind.PRD,
        "conclusion-missing": Kind.STUDY,
    }
    for rule, owner in essential.items():
        assert [kind for kind in Kind if found("# T\n", rule, kind=kind)] == [owner]


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("TODO", True), ("(TBD)", True), ("<…>", True), ("<...>", True), ("<name of the service>", True),
        ("TODOs", False), ("xTODO", False), ("todo", False), ("List<T>", False), ("<br>", False),
        ("a < b and c > d", False),
        ("<https://example.org/a b>", False), ("<input disabled>", False), ("<a href=x>", False),
        ("\\<not this>", False),
        ("`<not this>`", False), ("<!-- TODO -->", False), ("<simd/simd.h>", False),
    ],
)  # fmt: skip
def test_what_is_a_placeholder(words: str, left: bool) -> None:
    assert bool(found(f"# T\n\nIt is {words} here\n", "placeholder-left")) is left


@pytest.mark.parametrize(
    ("link", "broken"),
    [
        ("[a](#why-not)", False), ("[a](#why-not-1)", False), ("[a](#why-not-2)", True), ("[a](#Why-Not)", False),
        ("[a](#%C3%BCbung)", False), ("[a](#own)", False), ("[a]: #nowhere", True), ("[a](#top)", False),
        ("[a](x#nowhere)", False), ("`[a](#nowhere)`", False), ("[a](#fn-1)", False), ("![a](#nowhere)", True),
    ],
)  # fmt: skip
def test_an_anchor_is_the_heading_as_github_names_it(link: str, broken: bool) -> None:
    text = f'# Why *not*?\n## Why not\n## Übung\n<a class=x id="own"></a>\n{link}\n'
    assert bool(found(text, "anchor-broken")) is broken


def test_a_picture_has_words_in_both_spellings() -> None:
    text = "![a](b) <img alt='' src=x> ![`c`](d)\n<img src=x>\n![ ][ref]\n```\n![](x)\n```\n"
    assert lines(text, "picture-without-words") == [2, 3]


def test_the_log_is_held_against_the_record() -> None:
    log = "## Status log\n- 2026-11-02 draft by @a\n- 2026-11-01 Ratified by @a\n\nsome words\n"
    assert lines(log, "status-unknown") == [3]
    assert lines(log, "status-log-order") == [3]
    assert lines(log, "status-line-malformed") == [5]
    assert lines(log, "status-log-disagrees") == []
    assert lines("## Status log\n- 2026-11-02 draft by @a\n", "status-log-disagrees", status="accepted") == [
        2
    ]


def test_template_text_is_found_by_section_and_not_where_words_were_added() -> None:
    template = (
        "# T\n## Cost\n*Say what it costs.*\n## Team\n<!-- who -->\n## Date\n<day of release>\n## Empty\n"
    )
    assert lines(template, "template-text-unchanged", template=template) == [2, 4]
    assert lines(template, "template-text-unchanged", template=template, required=("Team",)) == [2]
    written = template.replace("costs.*", "costs.* A week.").replace("<!-- who -->", "<!-- who -->\nAna")
    assert lines(written, "template-text-unchanged", template=template) == []


@pytest.mark.parametrize("other", ["rst", "mediawiki", "asciidoc", "plain"])
def test_other_formats_are_asked_about_long_lines_only(other: str) -> None:
    result = find("TODO\n# x\n" + "y" * 3000, kind=Kind.ADR, title="", reference="ADR 1", status="draft",
                  required_sections=("Context",), format=other)  # fmt: skip
    assert [finding.rule for finding in result.findings] == ["line-too-long"]


def test_the_list_is_cut_worst_first_and_the_total_is_not() -> None:
    text = "# RFC 13: T\n" + "### A\n# B\n" * 300 + "TODO\n" * 300
    result = find(text, kind=Kind.RFC, title="T", reference="RFC 12", status="draft")
    assert (len(result.findings), result.total) == (MAX_FINDINGS, 601)
    assert [finding.rule for finding in result.findings] == ["title-number"] + ["placeholder-left"] * 199
    assert [finding.line for finding in result.findings] == sorted(
        finding.line for finding in result.findings
    )


def test_a_text_in_too_many_pieces_says_where_reading_stopped() -> None:
    assert lines("# A\n" * (MAX_OPENINGS + 5), "text-unread") == [MAX_OPENINGS + 1]
    assert lines("# A\n" * MAX_OPENINGS, "text-unread") == []


def test_messages_hold_the_texts_own_words_unharmed_and_short() -> None:
    text = "# T\n[a](#{0}{x}%7B1%7D" + "y" * 5000 + ")\n---\n"
    (finding,) = found(text, "anchor-broken")
    assert "#{0}{x}" in finding.message
    assert all(len(found.message) < 400 and len(found.fix) < 400 for found in found(text, "line-too-long"))
    assert {rule.severity for rule in RULES} == set(Severity)
