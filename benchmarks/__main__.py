"""`make bench`: one document read by MCP and by REST, under the same server, side by side."""

import sys
import tempfile
from pathlib import Path

from benchmarks.load import Figures, measured
from benchmarks.server import Served, served

CALLS = 2_000
CONNECTIONS = 8
RESULTS = Path(__file__).with_name("results.md")

# performance.md asks that a tool call costs no more than the route it runs, and that the slowest call in a
# hundred takes at most three times the middle one. Both are goals: the exit code does not hang on a clock.
GOALS = ("throughput of MCP over REST: at least 1.0", "p99 over p50: at most 3")


def main() -> int:
    """0 when both were measured; the figures are printed and written to results.md."""
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as service:
        rest = measured(rest_call(service), port=service.port, calls=CALLS, connections=CONNECTIONS)
        mcp = measured(mcp_call(service), port=service.port, calls=CALLS, connections=CONNECTIONS)
        again = measured(rest_call(service), port=service.port, calls=CALLS, connections=CONNECTIONS)
    text = report(service, {"MCP `decisions_get_document`": mcp, "REST, before": rest, "REST, after": again})
    RESULTS.write_text(text)
    print(text)
    return 0
