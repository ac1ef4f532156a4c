"""Line diffs of two texts, made by libgit2: its worst cases are bounded, difflib's are quadratic."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from pygit2 import Patch
from pygit2.enums import DiffOption

from decisions.domain.text import TextScan

MAX_CONTEXT_LINES = 20

# FORCE_TEXT: a control character must not turn a document into "binary files differ".
# INDENT_HEURISTIC: what `git diff` does, so hunks start where readers expect them.
_FLAGS = DiffOption.FORCE_TEXT | DiffOption.INDENT_HEURISTIC


@dataclass(frozen=True, slots=True)
class Hunk:
    """Where one run of changes stands in both texts; lines count from 1."""

    old_start: int
    old_lines: int
    new_start: int
    new_lines: int


class Change(NamedTuple):
    """A run of lines of the old text and what stands in its place; from 0, ends excluded, one may be empty."""

    old_first: int
    old_end: int
    new_first: int
    new_end: int


@dataclass(frozen=True, slots=True)
class TextDiff:
    """A unified diff (empty for equal texts), its lines added and removed, and its hunks in order."""

    text: str
    added: int
    removed: int
    hunks: tuple[Hunk, ...]


def unified_diff(old: str, new: str, *, old_label: str, new_label: str, context_lines: int = 3) -> TextDiff:
    """What turns `old` into `new`, in the form of `git diff`. Only a line feed ends a line.

    ValueError for context lines outside 0..20.
    """
    before, after = old.encode(), new.encode()
    patch = text_patch(before, after, context_lines)
    hunks = tuple(Hunk(h.old_start, h.old_lines, h.new_start, h.new_lines) for h in patch.hunks)
    if not hunks:
        return TextDiff("", 0, 0, ())
    _, added, removed = patch.line_stats
    body = patch.data[patch.data.index(b"\n@@ ") + 1 :]
    header = f"--- {_one_line(old_label)}\n+++ {_one_line(new_label)}\n"
    # Hunk headers quote a line cut at 80 bytes, perhaps inside a character; all else is valid.
    return TextDiff(header + body.decode("utf-8", "ignore"), added, removed, hunks)


def lines_of(text: str) -> list[str]:
    """The lines as a diff counts them, each with its line feed; the last may have none."""
    lines = [f"{line}\n" for line in text.split("\n")]
    last = lines.pop().removesuffix("\n")
    return [*lines, last] if last else lines


def text_changes(old: str, new: str) -> list[Change]:
    """Where two texts differ, in order; between two changes both have at least one line in common."""
    before, after = old.encode(), new.encode()
    found = []
    for hunk in text_patch(before, after, 0).hunks:
        # A side without lines stands after the line it names.
        old_first = hunk.old_start - bool(hunk.old_lines)
        new_first = hunk.new_start - bool(hunk.new_lines)
        found.append(Change(old_first, old_first + hunk.old_lines, new_first, new_first + hunk.new_lines))
    return found


def text_patch(before: bytes, after: bytes, context_lines: int) -> Any:
    """libgit2's own patch of two texts; ValueError for context lines outside 0..20.

    The caller keeps both bytes objects alive while it uses the patch: libgit2 reads from their memory.
    """
    if not 0 <= context_lines <= MAX_CONTEXT_LINES:
        raise ValueError(f"context_lines must be 0 to {MAX_CONTEXT_LINES}")
    return Patch.create_from(before, after, "old", "new", flag=_FLAGS, context_lines=context_lines)


def sections_changed(old: TextScan, new: TextScan) -> list[tuple[str, ...]]:
    """Heading paths whose own text differs, is new or is gone: those of `new` in order, then what is gone.

    What stands above the first heading has the empty path. Line ends, and blank lines that end a section, do
    not count.
    """
    before, after = _sections(old), _sections(new)
    return [path for path in {**after, **before} if before.get(path) != after.get(path)]


def _sections(scan: TextScan) -> dict[tuple[str, ...], list[str]]:
    """Path to own text, heading included; sections of one path are told apart by their order."""
    starts = [1, *(heading.line for heading in scan.headings), len(scan.lines) + 1]
    sections: dict[tuple[str, ...], list[str]] = {}
    for path, first, end in zip(((), *(h.path for h in scan.headings)), starts[:-1], starts[1:], strict=True):
        sections.setdefault(path, []).append("\n".join(scan.lines[first - 1 : end - 1]).rstrip("\n"))
    return sections


def _one_line(label: str) -> str:
    return " ".join(label.split())
