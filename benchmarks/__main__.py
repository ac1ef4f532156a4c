"""`make bench`: one document by MCP, by REST and by other packages' tools, the service's own calls, and GitHub read."""

import os
import subprocess
import sys
from pathlib import Path

RESULTS = Path(__file__).with_name("results.md")
PARTS = ("mcp_peers", "inside", "lists", "reading")


def main() -> int:
    """0 where every count is within its budget; no exit code hangs on a clock, times are goals."""
    parts = [part(name) for name in PARTS]
    text = "\n".join(["# Results of `make bench`\n", *(each.stdout or each.stderr for each in parts)])
    RESULTS.write_text(text)
    print(text)
    return max(abs(each.returncode) for each in parts)


def part(name: str) -> subprocess.CompletedProcess[str]:
    """What a part said: a process of its own, on a database of its own."""
    command = [sys.executable, "-m", f"benchmarks.{name}"]
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


if __name__ == "__main__":
    sys.exit(main())
