"""Real documents: all of them render, and to safe HTML."""

import os
from pathlib import Path

import pytest

from decisions.domain.rendering import render
from tests.decisions.domain.safe_html import elements

CORPUS = Path(os.environ.get("DECISIONS_CORPUS") or Path(__file__).resolve().parents[4] / "shared/corpus")
FORMATS = {".md": "markdown", ".rst": "rst", ".mediawiki": "mediawiki"}
# So that the parts run on several cores.
PARTS = 8


def _is_earlier(path: Path) -> bool:
    """One of many versions of a document that is here in its latest."""
    return "history" in path.relative_to(CORPUS).parts[:1]


@pytest.mark.parametrize("part", range(PARTS))
def test_every_document_renders_to_safe_html(part: int) -> None:
    paths = sorted(path for path in CORPUS.rglob("*") if path.suffix in FORMATS and not _is_earlier(path))[
        part::PARTS
    ]
    if not paths:
        pytest.skip("no corpus here: set DECISIONS_CORPUS to its folder")
    for path in paths:
        text, text_format = path.read_bytes().decode("utf-8", "replace"), FORMATS[path.suffix]
        rendered = render(text, text_format)
        assert (rendered.problem is None) == (text_format != "mediawiki"), path
        assert elements(rendered.html) or not text.strip()
