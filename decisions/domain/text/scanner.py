"""The one scan of a document's text: where its headings are, and which lines are code, comments or front matter."""

import re
from dataclasses import dataclass, field
from functools import cached_property

from decisions.domain.text.front_matter import FrontMatter, read_front_matter
from decisions.domain.text.structure import (
    CLOSINGS,
    INDENTED_CODE,
    NOT_A_PARAGRAPH,
    OPENING,
    RAW_HTML_END,
    Block,
    BlockKind,
    Heading,
    heading_text,
)
from decisions.domain.text.visible import visible_prose

BOM = "\ufeff"

# One heading, code block or comment every 52 bytes of the largest text: no document with a sentence under each heading
# comes near it, and it keeps a text of nothing but `#` nearly as cheap to read as prose.
MAX_OPENINGS = 10_000

# An underline makes a heading of the paragraph above; a longer one is prose that somebody drew a line under.
MAX_TITLE_LINES = 20


@dataclass(frozen=True)
class TextScan:
    """What one pass over `text` found; `flat` is the text without byte order mark, its line ends all `\\n`.

    Lines count from 1 and end at `\\n`, `\\r\\n` or `\\r`, and nowhere else.
    """

    text: str
    flat: str
    front_matter: FrontMatter | None
    blocks: tuple[Block, ...]
    headings: tuple[Heading, ...]

    @property
    def unread_from(self) -> int | None:
        """The line from which the text was not read, since it opens more than `MAX_OPENINGS` things."""
        last = self.blocks[-1] if self.blocks else None
        return last.first if last and last.kind is BlockKind.UNREAD else None

    @cached_property
    def lines(self) -> list[str]:
        return self.flat.split("\n")

    @cached_property
    def prose(self) -> str:
        """What a reader sees, line for line: no code, comments or front matter; each code span is one backtick."""
        return visible_prose(self.flat, self.blocks)

    @cached_property
    def prose_lines(self) -> list[str]:
        return self.prose.split("\n")


def scan(text: str) -> TextScan:
    """The structure of a Markdown text, in time linear in it. Any text can be scanned; nothing is an error.

    Reads at most `MAX_OPENINGS` lines that open something; what follows them is one block of kind `UNREAD`.
    """
    flat = text.removeprefix(BOM)
    if "\r" in flat:
        flat = flat.replace("\r\n", "\n").replace("\r", "\n")
    front_matter = read_front_matter(text, start=len(text) - len(text.removeprefix(BOM)))
    walk = _Walk(flat)
    if front_matter:
        walk.skip_front_matter(front_matter)
    walk.run()
    return TextScan(text, flat, front_matter, tuple(walk.blocks), tuple(walk.headings))


@dataclass
class _Walk:
    """One walk over the flat text, from one line that opens something to the next."""

    flat: str
    position: int = 0
    line: int = 1
    # No paragraph reaches back over this.
    floor: int = 0
    blocks: list[Block] = field(default_factory=list)
    headings: list[Heading] = field(default_factory=list)
    # Per level 1–6 the heading that is open there, so that a path is one tuple more.
    _paths: list[tuple[str, ...]] = field(default_factory=lambda: [()] * 7)

    def run(self) -> None:
        openings = 0
        while opening := OPENING.search(self.flat, self.position):
            openings += 1
            if openings > MAX_OPENINGS:
                self._leave_unread(opening.start())
                return
            self.line += self.flat.count("\n", self.position, opening.start())
            self.position = min(opening.end() + 1, len(self.flat))
            if opening["marks"]:
                self._add_heading(len(opening["marks"]), opening["title"] or "", self.line, self.line + 1)
            elif opening["underline"]:
                self._underline(opening)
            else:
                self._block(opening)
                continue
            self.line += 1
            if opening.end() == len(self.flat):
                return

    def _leave_unread(self, start: int) -> None:
        first = self.line + self.flat.count("\n", self.position, start)
        last = first + self.flat.count("\n", start)
        self.blocks.append(Block(BlockKind.UNREAD, first, last, start, len(self.flat)))

    def skip_front_matter(self, front_matter: FrontMatter) -> None:
        last = front_matter.last_line
        end = 0
        for _ in range(last):
            end = self.flat.find("\n", end) + 1 or len(self.flat) + 1
        self.blocks.append(Block(BlockKind.FRONT_MATTER, 1, last, 0, end - 1))
        self.position = self.floor = min(end, len(self.flat))
        self.line = last + 1

    def _add_heading(self, level: int, title: str, line: int, body_line: int) -> None:
        text = heading_text(title)
        path = (*self._paths[level - 1], text)
        self._paths[level:] = [path] * (7 - level)
        self.floor = self.position
        self.headings.append(Heading(level, text, line, body_line, path))

    def _underline(self, opening: re.Match[str]) -> None:
        lines: list[str] = []
        floor, end = self.floor, opening.start() - 1
        if opening["underline"][0] == "-":
            # Under no paragraph it is a rule, which ends one; a row of `=` there is text like any other.
            self.floor = self.position
        while end >= floor:
            start = self.flat.rfind("\n", floor, end) + 1 or floor
            above = self.flat[start:end]
            if not above.strip():
                break
            if NOT_A_PARAGRAPH.match(above) or len(lines) == MAX_TITLE_LINES:
                return
            lines.append(above)
            end = start - 1
        while lines and INDENTED_CODE.match(lines[-1]):
            lines.pop()
        if lines:
            title = " ".join(part.strip() for part in reversed(lines))
            level = 1 if opening["underline"][0] == "=" else 2
            self._add_heading(level, title, self.line - len(lines), self.line + 1)

    def _block(self, opening: re.Match[str]) -> None:
        if opening["html"]:
            kind = BlockKind.COMMENT if opening["html"] == "!--" else BlockKind.RAW_HTML
            end, closer = self._html_end(opening)
            info = ""
        else:
            kind, info = BlockKind.FENCE, opening["info"].strip()
            end, closer = self._fence_end(opening)
        last = self.line + self.flat.count("\n", opening.start(), end)
        self.blocks.append(Block(kind, self.line, last, opening.start(), end, info, closer))
        self.position = self.floor = min(end + 1, len(self.flat))
        self.line = last + 1 if end < len(self.flat) else last

    def _html_end(self, opening: re.Match[str]) -> tuple[int, str]:
        if opening["html"] == "!--":
            found, closer = self.flat.find("-->", opening.end()), "-->"
        else:
            close = RAW_HTML_END.search(self.flat, opening.end())
            found, closer = (close.start() if close else -1), f"</{opening['html'].lower()}>"
        if found < 0:
            return len(self.flat), closer
        line_end = self.flat.find("\n", found)
        return (len(self.flat) if line_end < 0 else line_end), ""

    def _fence_end(self, opening: re.Match[str]) -> tuple[int, str]:
        lead, run = opening["lead"], opening["run"]
        where = "quote" if ">" in lead else "item" if opening["item"] else "plain"
        # A closing run may be indented by three more than the opening one; further in, it is code.
        limit = len(lead) + 3
        for closing in CLOSINGS[run[0], where].finditer(self.flat, opening.end() + 1):
            if closing["run"] is None:
                return closing.start() - 1, ""
            if len(closing["run"]) >= len(run) and len(closing["lead"]) <= limit:
                return closing.end(), ""
        return len(self.flat), run if where == "plain" else ""
