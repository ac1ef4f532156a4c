"""reStructuredText as HTML, and what of it stays outside."""

from pathlib import Path

import pytest

from decisions.domain.rendering import render
from tests.decisions.domain.safe_html import elements


def html(text: str) -> str:
    rendered = render(text, "rst")
    assert rendered.problem is None
    elements(rendered.html)
    return rendered.html


def test_the_usual_markup_appears() -> None:
    shown = html(
        "Title\n=====\n\n:Author: Ana\n\n*em* **strong** ``code`` `link <https://a.example>`_ [1]_ |s|\n\n"
        ".. |s| replace:: swapped\n\n.. [1] A note.\n\n.. note:: Mind.\n\n- item\n\n"
        "== ==\na  b\n== ==\n1  2\n== ==\n\n.. code:: python\n\n   x = 1\n"
    )
    for piece in (
        "<h1",
        "<em>em",
        "<strong>strong",
        "https://a.example",
        "swapped",
        "A note.",
        "Mind.",
        "<li",
        "<th",
    ):
        assert piece in shown
    assert 'id="user-content-title"' in shown
    assert 'href="#user-content-footnote-1"' in shown


SECRET = "kept outside"


@pytest.mark.parametrize(
    "directive",
    [
        ".. include:: {}",
        ".. include:: {}\n   :literal:",
        ".. literalinclude:: {}",
        ".. raw:: html\n   :file: {}",
        ".. raw:: html\n   :url: file://{}",
        ".. csv-table::\n   :file: {}",
        ".. csv-table::\n   :url: file://{}",
        ".. code:: python\n   :file: {}",
        ".. math::\n   :file: {}",
    ],
)
def test_no_directive_reads_a_file(directive: str, tmp_path: Path) -> None:
    file = tmp_path / "file.txt"
    file.write_text(SECRET)
    assert SECRET not in html(f"before\n\n{directive.format(file)}\n\nafter\n")


def test_a_directive_that_is_refused_is_shown_not_dropped() -> None:
    assert "directive disabled" in html(".. raw:: html\n\n   <b>x</b>\n")
    assert "&lt;b&gt;x" in html(".. raw:: html\n\n   <b>x</b>\n")


def test_settings_lying_about_are_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "docutils.conf").write_text("[general]\nfile_insertion_enabled: yes\nraw_enabled: yes\n")
    (tmp_path / "file.txt").write_text(SECRET)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DOCUTILSCONFIG", str(tmp_path / "docutils.conf"))
    assert SECRET not in html(".. include:: file.txt\n")


def test_math_is_shown_as_written_and_nothing_is_fetched() -> None:
    assert "a^{2}" in html("Inline :math:`a^{2}`.\n")
