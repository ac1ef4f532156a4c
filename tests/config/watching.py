"""Which processes of the machine still live, read from /proc."""

from pathlib import Path


def lives(pid: int) -> bool:
    """Whether a process runs; one that ended and waits to be collected does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False
    return state.rpartition(")")[2].split()[0] != "Z"


def in_groups(groups: set[int]) -> set[int]:
    """Every live process of these process groups, children of the programs included."""
    found = set()
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, group = path.read_text().rpartition(")")[2].split()[:3]
        except (FileNotFoundError, ProcessLookupError):
            continue
        if state != "Z" and int(group) in groups:
            found.add(int(path.parent.name))
    return found
