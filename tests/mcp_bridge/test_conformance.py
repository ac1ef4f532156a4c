"""The protocol's own conformance suite, and clients of other makers, against the endpoint over HTTP."""

import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.core.servers.basehttp import ThreadedWSGIServer

from mcp_bridge.tools import TOOLS
from mcp_bridge.wire import VERSIONS
from tests.cast import Cast
from tests.mcp_bridge.calling import LiveMcp
from tests.mcp_bridge.conftest import QuietHandler
from tests.mcp_bridge.fixtures import FixtureEndpoint
from tests.node import CLIENTS, Node, node_with_packages

# Least checks that must pass, so that a suite that finds nothing to ask is not taken for a good one. For
# 2025-03-26 it has a single scenario, of sessions, which this server has none of.
LEAST = {"2025-03-26": 0, "2025-06-18": 40, "2025-11-25": 55, "2026-07-28": 110}


@pytest.fixture(scope="module")
def node() -> Node:
    return node_with_packages()


@contextmanager
def fixtures_served() -> Iterator[str]:
    server = ThreadedWSGIServer(("127.0.0.1", 0), QuietHandler, allow_reuse_address=False)
    server.set_app(FixtureEndpoint())
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/mcp"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.mark.parametrize("version", VERSIONS)
def test_the_suite_passes_but_for_what_does_not_apply(node: Node, version: str, tmp_path: Path) -> None:
    with fixtures_served() as url:
        told = node.run(
            "conformance",
            "server",
            *("--url", url, "--suite", "all", "--spec-version", version),
            *("--expected-failures", str(CLIENTS / "expected-failures.yaml"), "--output-dir", str(tmp_path)),
        )
    assert told.returncode == 0, told.stdout[-4_000:] + told.stderr
    totals = re.search(r"Total: (\d+) passed", told.stdout)
    assert totals, told.stdout
    assert int(totals[1]) >= LEAST[version]


def test_every_scenario_for_servers_is_run_or_has_its_reason(node: Node) -> None:
    listed = node.run("conformance", "list", "--server").stdout
    scenarios = dict(re.findall(r"^  - (\S+) \[([^\]]*)\]", listed, re.MULTILINE))
    assert len(scenarios) > 40
    # Extensions are offered by servers that announce them; this one announces none.
    extensions = {name for name, versions in scenarios.items() if versions == "extension"}
    assert all(name.startswith(("tasks-", "sep-2640-skills-")) for name in extensions)
    run = {name for name, versions in scenarios.items() if set(versions.split(",")) & set(VERSIONS)}
    assert run | extensions == set(scenarios)


def test_a_failure_that_was_not_expected_fails_the_suite(node: Node, tmp_path: Path) -> None:
    expected = tmp_path / "expected.yaml"
    expected.write_text("server:\n  - ping\n")
    with fixtures_served() as url:
        for scenario in ("ping", "logging-set-level"):
            told = node.run(
                "conformance",
                "server",
                *("--url", url, "--scenario", scenario, "--spec-version", "2025-11-25"),
                *("--expected-failures", str(expected), "--output-dir", str(tmp_path)),
            )
            assert told.returncode == 1, told.stdout


def test_every_expected_failure_has_its_reason() -> None:
    lines = (CLIENTS / "expected-failures.yaml").read_text().splitlines()
    entries = lines[lines.index("server:") + 1 :]
    assert entries[0].startswith("  #")
    assert all(line.startswith(("  # ", "  - ")) for line in entries)


@pytest.mark.parametrize(("version", "absent"), [("2025-11-25", -32002), ("2026-07-28", -32602)])
def test_the_typescript_client_lists_calls_reads_and_completes(
    node: Node, live_mcp: LiveMcp, cast: Cast, version: str, absent: int
) -> None:
    document = cast.document(text="# RFC 1: Queue limits\n")
    told = node.run("session.mjs", live_mcp.url, cast.key_of("member"), document.pk, version)
    assert told.returncode == 0, told.stderr
    found: dict[str, Any] = json.loads(told.stdout)
    assert found["server"]["name"] == "decisions"
    assert set(found["capabilities"]) == {"tools", "resources", "prompts", "completions"}
    assert found["tools"] == [tool.name for tool in TOOLS]
    assert found["read"]["structuredContent"]["document_id"] == document.pk
    assert (found["refused"]["isError"], "structuredContent" in found["refused"]) == (True, False)
    uri = f"decisions://documents/{document.pk}"
    assert found["resources"] == [f"decisions://spaces/{cast.space.pk}", uri]
    assert found["templates"] == ["decisions://documents/{ldoc_id}", "decisions://spaces/{lab_id}"]
    assert found["resource"].endswith("# RFC 1: Queue limits\n")
    assert found["absent"] == absent
    assert (len(found["prompts"]), found["prompt"]) == (6, 1)
    assert found["completion"] == {"values": [document.pk], "hasMore": False}


@pytest.mark.parametrize("era", ["legacy", "modern"])
def test_the_inspector_lists_and_calls(node: Node, live_mcp: LiveMcp, cast: Cast, era: str) -> None:
    document = cast.document()
    bearer = f"Authorization: Bearer {cast.key_of('member')}"

    def inspect(method: str, *more: str) -> tuple[int, str]:
        target = ("--cli", live_mcp.url, "--transport", "http", "--header", bearer)
        told = node.run("mcp-inspector", *target, "--protocol-era", era, "--method", method, *more)
        return told.returncode, told.stdout + told.stderr

    status, told = inspect("tools/list")
    assert status == 0, told
    assert all(f'"{tool.name}"' in told for tool in TOOLS)
    call = ("--tool-name", "decisions_get_document", "--tool-arg")
    status, told = inspect("tools/call", *call, f"document_id={document.pk}")
    assert status == 0, told
    assert "Queue limits" in told
    status, told = inspect("tools/call", *call, "document_id=x")
    # What it ends with where a result is an error.
    assert (status, "invalid_arguments" in told) == (5, True)
