"""Check constraints.txt: every line fixes one version and nothing names an index, a folder or an address."""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PINNED = re.compile(r"([A-Za-z0-9][A-Za-z0-9._-]*)==[A-Za-z0-9.+!_-]+")


def main() -> int:
    """0 when the file can be used anywhere and covers pyproject.toml; else each fault is printed."""
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    names = [name_of(line) for line in lines if PINNED.fullmatch(line)]
    faults = [f"not `name==version`: {line}" for line in lines if not PINNED.fullmatch(line)]
    faults += [f"fixed twice: {name}" for name in sorted(set(names)) if names.count(name) > 1]
    faults += [f"in pyproject.toml but not fixed: {name}" for name in sorted(required() - set(names))]
    for fault in faults:
        print(f"constraints.txt: {fault}", file=sys.stderr)
    return 1 if faults else 0


def required() -> set[str]:
    """The names of all packages that pyproject.toml asks for."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    groups = [project["project"]["dependencies"], *project["dependency-groups"].values()]
    return {name_of(line) for group in groups for line in group}


def name_of(requirement: str) -> str:
    """The package a requirement names, in the one spelling that compares."""
    return re.sub(r"[-_.]+", "-", re.split(r"[\s\[<>=!~;]", requirement, maxsplit=1)[0]).lower()


if __name__ == "__main__":
    sys.exit(main())
