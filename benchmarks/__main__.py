"""`make bench`: one document by MCP and by REST under the same server, the service's own calls, and GitHub read."""

import json
import os
import platform
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

from benchmarks.load import Call, Figures, measured
from benchmarks.server import served

# Enough for a p99 that rests on several calls; a few seconds on a quiet machine, a minute on a busy one.
CALLS = 800
CONNECTIONS = 8
RESULTS = Path(__file__).with_name("results.md")
REFERENCE = "ADR 2"


def main() -> int:
    """0 where every count is within its budget; no exit code hangs on a clock, times are goals."""
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as details:
        rest, mcp = calls_of(details)
        figures = {
            name: measured(call, port=int(details["port"]), calls=CALLS, connections=CONNECTIONS)
            for name, call in (("REST, before", rest), ("MCP", mcp), ("REST, after", rest))
        }
    parts = [part(name) for name in ("inside", "reading")]
    text = "\n".join([report(figures), *(each.stdout or each.stderr for each in parts)])
    RESULTS.write_text(text)
    print(text)
    return max(abs(each.returncode) for each in parts)


def part(name: str) -> subprocess.CompletedProcess[str]:
    """What another part said: a process of its own, on a database of its own."""
    command = [sys.executable, "-m", f"benchmarks.{name}"]
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def calls_of(details: dict[str, str]) -> tuple[Call, Call]:
    """The same read by REST and as a tool call."""
    headers = {"Authorization": f"Bearer {details['agent_key']}"}
    path = f"/api/v1/documents/{REFERENCE.lower().replace(' ', '-')}/?space_id={details['space_id']}"
    arguments = {"space_id": details["space_id"], "document_id": REFERENCE}
    message = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "decisions_get_document", "arguments": arguments},
    }
    accepted = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    return (
        Call("GET", path, headers),
        Call("POST", "/mcp", {**headers, **accepted}, json.dumps(message).encode()),
    )


def report(figures: dict[str, Figures]) -> str:
    """The figures as Markdown, with the machine and the limits of what they say."""
    rest = (figures["REST, before"].calls_a_second + figures["REST, after"].calls_a_second) / 2
    rows = "\n".join(
        f"| {name} | {each.calls_a_second:.0f} | {each.p50 * 1000:.1f} | {each.p99 * 1000:.1f} "
        f"| {each.spread:.1f} |"
        for name, each in figures.items()
    )
    packages = ", ".join(f"{name} {version(name)}" for name in ("django", "djangorestframework", "granian"))
    machine = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"
    return f"""# Results of `make bench`

{machine}, {packages}, SQLite.
{CALLS} reads of one document over {CONNECTIONS} keep-alive connections, credential checked.

| | calls a second | p50 ms | p99 ms | p99 / p50 |
| --- | --- | --- | --- | --- |
{rows}

MCP over REST: {figures["MCP"].calls_a_second / rest:.2f} (goal: at least 1.0). Goal for p99 over p50: at most 3.

The client runs on the same cores and takes its share; worker and scheduler run beside. Compare the rows of one run,
not runs.
"""


if __name__ == "__main__":
    sys.exit(main())
