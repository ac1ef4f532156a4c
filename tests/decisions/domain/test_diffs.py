"""Unified diffs against git's own, and the sections that a change touches."""

import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decisions.domain.diffs import sections_changed, unified_diff
from decisions.domain.text import scan

LINES = st.lists(
    st.sampled_from(["a", "b", "  c", "", "é", "\u2028", "x\r", "+", "-", "@@ -1 +1 @@", "\\ No"]),
    max_size=12,
)
TEXTS = st.builds(lambda lines, end: "\n".join(lines) + end, LINES, st.sampled_from(["", "\n"]))


def diff(old: str, new: str, context_lines: int = 3) -> str:
    return unified_diff(old, new, old_label="v1", new_label="v2", context_lines=context_lines).text


def applied(old: str, patch: str) -> str:
    """What a reader of the diff makes of `old`, but for an end of line at the very end."""
    lines, out, position = old.removesuffix("\n").split("\n") if old else [], [], 0
    for line in patch.split("\n")[2:-1]:
        if header := re.match(r"@@ -(\d+)(,0)?", line):
            start = int(header[1]) - (header[2] is None)
            out += lines[position:start]
            position = start
        elif line[0] == "+":
            out.append(line[1:])
        elif line[0] in " -":
            assert lines[position] == line[1:]
            out += lines[position : position + 1] if line[0] == " " else []
            position += 1
    return "\n".join(out + lines[position:])


@given(TEXTS, TEXTS, st.integers(0, 20))
def test_a_diff_leads_from_one_text_to_the_other(old: str, new: str, context: int) -> None:
    made = unified_diff(old, new, old_label="v1", new_label="v2", context_lines=context)
    assert (made.text == "") == (old == new) == (made.hunks == ())
    assert applied(old, made.text) == new.removesuffix("\n")
    body = made.text.split("\n")[2:]
    assert made.added == sum(line.startswith("+") for line in body)
    assert made.removed == sum(line.startswith("-") for line in body)


def test_it_has_the_form_of_git() -> None:
    made = unified_diff("a\nb\nc\n", "a\nB\nc", old_label="version 1", new_label="version 2", context_lines=1)
    assert made.text == (
        "--- version 1\n+++ version 2\n@@ -1,3 +1,3 @@\n a\n-b\n-c\n+B\n+c\n\\ No newline at end of file\n"
    )
    assert (made.added, made.removed, made.hunks[0].old_lines, made.hunks[0].new_lines) == (2, 2, 3, 3)


@pytest.mark.parametrize(
    ("old", "new", "lines"),
    [
        ("", "", []),
        ("a", "a", []),
        ("", "a\n", ["+a"]),
        ("a\n", "", ["-a"]),
        ("a\n", "a", ["-a", "+a", "\\ No newline at end of file"]),
        ("a\r\nb\r\n", "a\nb\r\n", ["-a\r", "+a", " b\r"]),
        ("a\x00\n", "a\x01\n", ["-a\x00", "+a\x01"]),
    ],
)
def test_ends_of_lines_and_texts(old: str, new: str, lines: list[str]) -> None:
    assert diff(old, new).split("\n")[3:-1] == lines


def test_a_label_cannot_forge_lines() -> None:
    made = unified_diff("a", "b", old_label="v1\n+++ evil", new_label="v2\r\n@@", context_lines=0)
    assert made.text.split("\n")[:2] == ["--- v1 +++ evil", "+++ v2 @@"]


def test_a_heading_cut_inside_a_character_leaves_the_diff_readable() -> None:
    old = "x" + "é" * 60 + "\n" + "line\n" * 9 + "old\n"
    made = diff(old, old.replace("old", "new"))
    assert "-old\n+new\n" in made
    assert "\ufffd" not in made


@pytest.mark.parametrize("context_lines", [-1, 21])
def test_context_outside_its_bounds_is_refused(context_lines: int) -> None:
    with pytest.raises(ValueError):
        diff("a", "b", context_lines)


def _words(seed: int) -> str:
    rng = random.Random(seed)
    return "".join("".join(rng.choices("abcdefgh é", k=rng.randint(0, 70))) + "\n" for _ in range(14_000))


@pytest.mark.parametrize("new", [_words(2), "one line " * 58_000, _words(1).replace("a", "A", 5)])
def test_large_texts_give_what_git_gives(new: str, tmp_path: Path) -> None:
    git = shutil.which("git")
    if not git:
        pytest.skip("no git here to compare with")
    old = _words(1)
    (tmp_path / "old").write_bytes(old.encode())
    (tmp_path / "new").write_bytes(new.encode())
    command = [git, "diff", "--no-index", "--no-color", "--no-ext-diff", "old", "new"]
    theirs = subprocess.run(
        command, cwd=tmp_path, capture_output=True, check=False, env={"HOME": str(tmp_path)}
    )
    shown = theirs.stdout.decode("utf-8", "ignore")
    made = diff(old, new)
    assert made[made.index("\n@@") :] == shown[shown.index("\n@@") :]


def _changed(old: str, new: str) -> list[tuple[str, ...]]:
    return sections_changed(scan(old), scan(new))


TEXT = "---\na: b\n---\n# T\nintro\n## A\none\n### B\ntwo\n## C\nthree\n"


@pytest.mark.parametrize(
    ("new", "paths"),
    [
        (TEXT, []),
        (TEXT.replace("\n", "\r\n"), []),
        (TEXT.replace("two", "2"), [("T", "A", "B")]),
        (TEXT.replace("one", "1").replace("three", "3"), [("T", "A"), ("T", "C")]),
        (TEXT.replace("a: b", "a: c"), [()]),
        (TEXT + "\n## D\nnew\n", [("T", "D")]),
        (TEXT.replace("## C\nthree\n", ""), [("T", "C")]),
        (TEXT.replace("## C", "## E"), [("T", "E"), ("T", "C")]),
        (TEXT + "## C\nagain\n", [("T", "C")]),
    ],
)
def test_the_sections_changed_are_those_whose_own_text_differs(
    new: str, paths: list[tuple[str, ...]]
) -> None:
    assert _changed(TEXT, new) == paths


@given(TEXTS, TEXTS)
def test_equal_texts_change_no_section(old: str, new: str) -> None:
    assert _changed(old, old) == []
    assert set(_changed(old, new)) == set(_changed(new, old))
