"""Real documents: nothing raises, headings are a Markdown parser's, and a move leaves every other byte alone."""

import csv
import os
import time
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from decisions.domain.findings import find
from decisions.domain.kinds import Kind
from decisions.domain.text import parse_status_lines, scan, with_status

CORPUS = Path(os.environ.get("DECISIONS_CORPUS") or Path(__file__).resolve().parents[4] / "shared/corpus")
LINE = "- 2026-11-30 accepted by @ana"
FORMATS = {".md": "markdown", ".rst": "rst", ".mediawiki": "mediawiki"}


@pytest.fixture(scope="module")
def documents() -> list[tuple[str, str, str]]:
    """Path, kind and text of each."""
    if not (CORPUS / "INDEX.csv").exists():
        pytest.skip("no corpus here: set DECISIONS_CORPUS to its folder")
    with (CORPUS / "INDEX.csv").open(encoding="utf-8", newline="") as index:
        rows = list(csv.DictReader(index))
    return [
        (row["path"], row["kind"], (CORPUS / row["path"]).read_bytes().decode("utf-8", "replace"))
        for row in rows
    ]


def test_every_document_is_checked(documents: list[tuple[str, str, str]]) -> None:
    started = time.perf_counter()
    total = 0
    for path, kind, text in documents:
        known = Kind(kind) if kind in set(Kind) else Kind.RFC
        result = find(text, kind=known, title=path, reference=f"{known} 1", status="draft",
                      format=FORMATS.get(Path(path).suffix, "plain"))  # fmt: skip
        total += result.total
    elapsed = time.perf_counter() - started
    print(f"\n{len(documents)} documents, {total} findings, {elapsed:.1f} s")  # noqa: T201
    assert total


def test_headings_are_those_of_a_markdown_parser(documents: list[tuple[str, str, str]]) -> None:
    parser, differing, compared = MarkdownIt("commonmark").enable("table"), [], 0
    for path, _, text in documents[::9]:
        if not path.endswith(".md"):
            continue
        compared += 1
        scanned = scan(text)
        skipped = scanned.front_matter.last_line if scanned.front_matter else 0
        tokens = parser.parse("\n".join([""] * skipped + scanned.lines[skipped:]))
        parsed = [(int(token.tag[1]), token.map[0] + 1) for token in tokens
                  if token.type == "heading_open" and token.level == 0 and token.map]  # fmt: skip
        if parsed != [(heading.level, heading.line) for heading in scanned.headings]:
            differing.append(path)
    # A heading inside a list item is the one thing that lines alone do not tell.
    assert len(differing) * 200 <= compared, differing


def test_a_move_can_be_taken_back_byte_for_byte(documents: list[tuple[str, str, str]]) -> None:
    for path, _, text in documents:
        scanned, result = scan(text), with_status(text, status="accepted", line=LINE)
        assert parse_status_lines(scan(result))[-1].raw == LINE, path
        span = scanned.front_matter.status_span if scanned.front_matter else None
        start, end = span or (0, 0)
        tail = text[end:]
        assert result.startswith(text[:start]), path
        before, _, after = result.rpartition(LINE)
        assert tail.endswith(after.lstrip("\r\n")), path
        assert len(before) > start, path
