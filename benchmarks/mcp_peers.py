"""One document by MCP beside the same by REST, and beside a bare tool of other packages that reads one row.

Run by `python -m benchmarks`, or alone: `python -m benchmarks.mcp_peers [calls]` prints the table. One process a
server, keep-alive connections, all in one run: each row is the median of several rounds through all of them. Every
peer has a table of a thousand rows with an indexed id, each with the text of the document that the service reads.
"""

import http.client
import json
import os
import platform
import sqlite3
import statistics
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

from benchmarks.load import Call, Figures, measured
from benchmarks.peers import HERE, PEERS, NotInstalled, Peer, python_of
from benchmarks.server import answering, first_run, free_port, web_alone

# Enough for a p99 that rests on several calls; a minute on a quiet machine, several on a busy one.
CALLS = 800
CONNECTIONS = 8
# What drifts on the machine meets every row.
ROUNDS = 3
ROWS = 1_000
REFERENCE = "ADR 2"
# The newest that all of them serve.
PROTOCOL = "2025-06-18"

REST, MCP = "this service, REST", "this service, MCP"


def main() -> int:
    """0: nothing here is a count, and times are goals."""
    calls = int(sys.argv[1]) if len(sys.argv) > 1 else CALLS
    with tempfile.TemporaryDirectory() as folder, ExitStack() as running:
        details = first_run(Path(folder))
        port = running.enter_context(web_alone(Path(folder)))
        targets = {name: (call, port) for name, call in own_calls(details).items()}
        absent = {}
        database = notes(Path(folder), text_of(*targets[MCP]))
        for peer in PEERS:
            try:
                targets[peer.name] = (
                    tool_call("get_note", {"note_id": "note_5"}),
                    started(peer, database, running),
                )
                text_of(*targets[peer.name])
            except (NotInstalled, RuntimeError, OSError) as error:
                targets.pop(peer.name, None)
                absent[peer.name] = str(error)
        figures = measured_in_rounds(targets, calls)
    print(report(figures, absent, calls))
    return 0


def tool_call(name: str, arguments: dict[str, str], **headers: str) -> Call:
    """A call of a tool as clients send it."""
    params = {"name": name, "arguments": arguments}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    accepted = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    return Call(
        "POST",
        "/mcp",
        {**headers, **accepted, "MCP-Protocol-Version": PROTOCOL},
        json.dumps(message).encode(),
    )


def own_calls(details: dict[str, str]) -> dict[str, Call]:
    """The same read by REST and as a tool call."""
    headers = {"Authorization": f"Bearer {details['agent_key']}"}
    path = f"/api/v1/documents/{REFERENCE.lower().replace(' ', '-')}/?space_id={details['space_id']}"
    named = {"space_id": details["space_id"], "document_id": REFERENCE}
    return {REST: Call("GET", path, headers), MCP: tool_call("decisions_get_document", named, **headers)}


def text_of(call: Call, port: int) -> str:
    """The text that a tool returns; RuntimeError where it returns none."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request(call.method, call.path, body=call.body, headers=call.headers)
    said = connection.getresponse().read()
    connection.close()
    result = json.loads(said).get("result", {})
    if result.get("isError") or not result.get("content"):
        raise RuntimeError(f"it answered {said[:200]!r}")
    text: str = json.loads(result["content"][0]["text"])["text"]
    return text


def notes(folder: Path, text: str) -> Path:
    """The database file of the peers."""
    path = folder / "notes.sqlite3"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE note (id varchar(31) PRIMARY KEY NOT NULL, text text NOT NULL)")
        rows = ((f"note_{number}", text) for number in range(ROWS))
        database.executemany("INSERT INTO note VALUES (?, ?)", rows)
    database.close()
    return path


def started(peer: Peer, database: Path, running: ExitStack) -> int:
    """The port of a peer that answers until the stack is left."""
    port = free_port()
    server = answering(
        peer.command(python_of(peer), port),
        port=port,
        log=database.with_name(f"{peer.name}.log"),
        folder=HERE,
        environment={"PEER_DATABASE": str(database), "PYTHONPATH": str(HERE)},
    )
    running.enter_context(server)
    return port


def measured_in_rounds(targets: dict[str, tuple[Call, int]], calls: int) -> dict[str, Figures]:
    """The median figures of each target over the rounds."""
    rounds: dict[str, list[Figures]] = {name: [] for name in targets}
    for _ in range(ROUNDS):
        for name, (call, port) in targets.items():
            rounds[name].append(measured(call, port=port, calls=calls, connections=CONNECTIONS))
    return {name: median(each) for name, each in rounds.items()}


def median(rounds: list[Figures]) -> Figures:
    """The round in the middle by throughput, with the median times of all."""
    middle = statistics.median_low(sorted(each.calls_a_second for each in rounds))
    return replace(
        rounds[0],
        calls_a_second=middle,
        p50=statistics.median(each.p50 for each in rounds),
        p99=statistics.median(each.p99 for each in rounds),
    )


def rows(figures: dict[str, Figures], absent: dict[str, str]) -> Iterator[str]:
    """A row for each target: what it did, and how many times that the service's MCP does."""
    own = figures[MCP].calls_a_second
    goals = {REST: 1.0, **{peer.name: peer.goal for peer in PEERS}}
    for name, each in figures.items():
        goal = f"{own / each.calls_a_second:.2f} (at least {goals[name]})" if name in goals else ""
        times = f"{each.p50 * 1000:.1f} | {each.p99 * 1000:.1f} | {each.spread:.1f}"
        yield f"| {name} | {each.calls_a_second:.0f} | {times} | {goal} |"
    for name, reason in absent.items():
        yield f"| {name} | not measured: {' '.join(reason.split())[:200]} | | | | |"


def report(figures: dict[str, Figures], absent: dict[str, str], calls: int) -> str:
    """The figures as Markdown, with the limits of what they say."""
    packages = ", ".join(f"{name} {version(name)}" for name in ("django", "djangorestframework", "granian"))
    peers = ", ".join(requirement for peer in PEERS for requirement in peer.requirements[:1])
    machine = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"
    return f"""## One read by MCP, beside REST and beside bare tools

{machine}, {packages}, SQLite; peers: {peers}.
{calls} calls over {CONNECTIONS} keep-alive connections, the median of {ROUNDS} rounds, one process a server.

| | calls a second | p50 ms | p99 ms | p99 / p50 | this service's MCP over it |
| --- | --- | --- | --- | --- | --- |
{chr(10).join(rows(figures, absent))}

Goals are in brackets; for p99 over p50 of the service's rows it is at most 3. The service checks a credential, its
scopes, the reader's access and a throttle, and answers with a document and its state; a peer reads one row for
anybody. The client runs on the same cores and takes its share. Compare the rows of one run, not runs.
"""


if __name__ == "__main__":
    sys.exit(main())
