"""`manage.py mcp_stdio` as a client starts it: the same server, and nothing else on standard output."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import anyio
import mcp_types as types
import pytest
from django.db import connection
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.shared.exceptions import MCPError

from mcp_bridge.tools import TOOLS
from spaces.models import AgentKey
from tests.cast import Cast, make_cast
from tests.mcp_bridge.calling import content_of, problem_in

ROOT = Path(__file__).resolve().parents[2]
COMMAND = [sys.executable, "manage.py", "mcp_stdio"]


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    """The cast, committed, so that another process sees it."""
    return make_cast()


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """What leads another process to the database of this test."""
    database = connection.settings_dict
    url = f"sqlite:///{database['NAME']}"
    if connection.vendor == "postgresql":
        url = "postgres://{USER}:{PASSWORD}@{HOST}:{PORT}/{NAME}".format(**database)
    return {
        **os.environ,
        "DATABASE_URL": url,
        "DECISIONS_VAR": str(tmp_path),
        "DECISIONS_DOTENV": os.devnull,
        "DJANGO_SETTINGS_MODULE": "decisions.config.settings.local",
        "DECISIONS_LOG_LEVEL": "DEBUG",
    }


def run(environment: dict[str, str], key: str | None, sent: str = "") -> subprocess.CompletedProcess[str]:
    environment = environment | ({"DECISIONS_AGENT_KEY": key} if key is not None else {})
    return subprocess.run(
        COMMAND,
        cwd=ROOT,
        env=environment,
        input=sent,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_the_official_client_works_with_it(
    cast: Cast, environment: dict[str, str], mode: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The client takes a server that starts slowly, as on a busy machine, for one of an older version.
    monkeypatch.setattr("mcp.client.session.DISCOVER_TIMEOUT_SECONDS", 60.0)
    document = cast.document()

    async def use(key: str) -> None:
        server = StdioServerParameters(
            command=COMMAND[0],
            args=COMMAND[1:],
            cwd=ROOT,
            env=environment | {"DECISIONS_AGENT_KEY": key},
        )
        async with Client(stdio_client(server), mode=mode) as client:
            assert client.protocol_version == ("2025-11-25" if mode == "legacy" else "2026-07-28")
            assert len((await client.list_tools()).tools) == len(TOOLS)
            named = {"document_id": document.pk}
            assert content_of(await client.call_tool("decisions_get_document", named))["version"] == 1
            refused = await client.call_tool("decisions_get_document", {**named, "version": 7})
            assert problem_in(refused)["error"] == "not_found"
            made = {"space_id": cast.space.pk, "kind": "rfc", "title": "Limits é"}
            first = content_of(await client.call_tool("decisions_create_document", made))
            again = content_of(await client.call_tool("decisions_create_document", made))
            assert (again["document_id"], again["deduped"]) == (first["document_id"], True)
            (content,) = (await client.read_resource(f"decisions://documents/{document.pk}")).contents
            assert content.mime_type == "text/markdown"
            await sync(AgentKey.objects.all().delete)
            with pytest.raises(MCPError) as refusal:
                await client.call_tool("decisions_get_document", named)
            assert "revoked" in refusal.value.error.message

    anyio.run(use, cast.key_of("member"))


async def sync(act: Any) -> None:
    def on_a_thread() -> None:
        act()
        connection.close()

    await anyio.to_thread.run_sync(on_a_thread)


def test_standard_output_carries_the_protocol_alone(cast: Cast, environment: dict[str, str]) -> None:
    lines = [
        {"jsonrpc": "2.0", "id": 1, "method": "ping"},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": "b", "method": "no/such"},
    ]
    sent = "".join(f"{json.dumps(line)}\n" for line in lines) + "no json\n"
    done = run(environment, cast.key_of("member"), sent)
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0, done.stderr
    by_id = {str(each["id"]): each for each in told}
    assert by_id["1"]["result"] == {}
    assert by_id["b"]["error"]["code"] == types.METHOD_NOT_FOUND
    assert by_id["None"]["error"]["code"] == types.PARSE_ERROR
    assert len(told) == 3


@pytest.mark.parametrize("key", [None, "", "dk_unknown"])
def test_without_a_good_key_it_says_so_and_ends(
    cast: Cast, environment: dict[str, str], key: str | None
) -> None:
    done = run(environment, key)
    assert (done.returncode, done.stdout) == (1, "")
    assert "DECISIONS_AGENT_KEY" in done.stderr
    assert "Traceback" not in done.stderr
