"""The conformance suite's scenarios for authorization servers, against the service's own sign-in."""

import re
import socket
from pathlib import Path
from typing import Any

import httpx2
import pytest
from pytest_django import Settings

from decisions.config.settings.oauth import oauth_provider
from mcp_bridge.wire import VERSIONS
from tests.cast import Cast, make_cast
from tests.mcp_bridge.calling import LiveMcp
from tests.mcp_bridge.signing_in import Person
from tests.node import Node, node_with_packages

# All that the suite has for authorization servers; a new one has to be looked at.
SCENARIOS = {"authorization-server-metadata-endpoint", "authorization-code-grant"}


@pytest.fixture(scope="module")
def node() -> Node:
    return node_with_packages()


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    return make_cast()


@pytest.fixture(autouse=True)
def public_url(live_mcp: LiveMcp, settings: Settings) -> None:
    settings.PUBLIC_URL = live_mcp.origin
    settings.OAUTH2_PROVIDER = oauth_provider(live_mcp.origin)


def registered(origin: str, port: int, **more: Any) -> Any:
    body = {
        "client_name": "The suite",
        "redirect_uris": [f"http://127.0.0.1:{port}/callback"],
        "token_endpoint_auth_method": "none",
        **more,
    }
    with httpx2.Client() as http:
        return http.post(f"{origin}/oauth/register", json=body).json()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.mark.parametrize("version", VERSIONS)
def test_the_suite_finds_the_server_and_is_given_a_token(
    node: Node, live_mcp: LiveMcp, cast: Cast, version: str, tmp_path: Path
) -> None:
    port = free_port()
    app = registered(live_mcp.origin, port)
    person = Person(cast, "member")
    target = ("--url", live_mcp.origin, "--client-id", app["client_id"], "--resource", live_mcp.url)
    kept = ("--port", str(port), "--spec-version", version, "--output-dir", str(tmp_path))
    said = []
    with node.started("conformance", "authorization", *target, *kept) as suite:
        assert suite.stdout is not None
        for line in suite.stdout:
            said.append(line)
            if line.startswith(f"{live_mcp.origin}/oauth/authorize?"):
                with httpx2.Client() as http:
                    assert http.get(person.allows(line.strip())).status_code == 200
    told = "".join(said)
    assert suite.returncode == 0, told
    assert set(re.findall(r"[\w-]+(?=: \d+ passed, 0 failed)", told)) >= SCENARIOS, told


def test_no_scenario_is_left_out(node: Node) -> None:
    listed = node.run("conformance", "list", "--authorization").stdout
    assert set(re.findall(r"^  - (\S+)", listed, re.MULTILINE)) == SCENARIOS
