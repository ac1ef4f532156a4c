"""Check the documentation: every link leads somewhere, and the table of settings is the code's."""

import re
import sys
from pathlib import Path
from urllib.parse import unquote

ROOT = Path(__file__).resolve().parent.parent
RUNNING = ROOT / "docs" / "running.md"
SETTINGS_CODE = ROOT / "decisions" / "config"

FENCE = re.compile(r"^ {0,3}(```|~~~).*?^ {0,3}\1[^\n]*$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`\n]*`")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#{1,6} +(.*?)(?: +#+)?$", re.MULTILINE)
READ = re.compile(r"env\.\w+\(\s*\"([A-Z_]+)\"")
ROW = re.compile(r"^\| `([A-Z_]+)` \|", re.MULTILINE)


def main() -> int:
    """0 when nothing is wrong; else each fault is printed with its file."""
    pages = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
    faults = [f"{page.relative_to(ROOT)}: {fault}" for page in pages for fault in broken_links(page)]
    faults += settings_faults()
    for fault in faults:
        print(fault, file=sys.stderr)
    if not faults:
        print(f"{len(pages)} pages: every link leads somewhere, every setting is described")
    return 1 if faults else 0


def broken_links(page: Path) -> list[str]:
    """The links of a page that name a file or a heading that is not there. Other sites are not asked."""
    prose = CODE.sub("", FENCE.sub("", page.read_text()))
    broken = []
    for target in LINK.findall(prose):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        linked = (page.parent / unquote(name)).resolve() if name else page
        if not linked.exists() or (anchor and linked.is_file() and anchor not in anchors(linked)):
            broken.append(f"no such place: {target}")
    return broken


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    found: set[str] = set()
    for heading in HEADING.findall(FENCE.sub("", page.read_text())):
        slug = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        number = sum(1 for each in found if re.fullmatch(re.escape(slug) + r"(-\d+)?", each))
        found.add(f"{slug}-{number}" if number else slug)
    return found


def settings_faults() -> list[str]:
    """Environment names that the code reads and docs/running.md does not describe, and the other way."""
    code = "\n".join(path.read_text() for path in SETTINGS_CODE.rglob("*.py"))
    read, described = set(READ.findall(code)), set(ROW.findall(RUNNING.read_text()))
    return [f"docs/running.md: {name} is read but not described" for name in sorted(read - described)] + [
        f"docs/running.md: {name} is described but never read" for name in sorted(described - read)
    ]


if __name__ == "__main__":
    sys.exit(main())
