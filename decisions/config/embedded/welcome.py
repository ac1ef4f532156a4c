"""What the terminal shows once everything runs: where to go, how to come in, what to paste."""

import json
from typing import Protocol


class Details(Protocol):
    """How to come in, as the first run left it."""

    @property
    def url(self) -> str: ...
    @property
    def mcp_url(self) -> str: ...
    @property
    def username(self) -> str: ...
    @property
    def password(self) -> str: ...
    @property
    def agent_key(self) -> str: ...


def welcome(url: str, details: Details | None) -> str:
    """The whole text; without the details where their file was taken away."""
    if details is None:
        return (
            f"\nDecisions runs at {url}/console/ (Ctrl-C stops it).\n"
            "The first sign-in is not kept in this folder any more; a forgotten password is set anew by\n"
            "  .venv/bin/python manage.py changepassword USERNAME\n"
        )
    return f"""
Decisions runs (Ctrl-C stops it).

  Console    {details.url}/console/
  Sign in    {details.username} / {details.password}
  Agent key  {details.agent_key}

For an assistant that speaks MCP over HTTP, paste:

{client_configuration(details)}
"""


def client_configuration(details: Details) -> str:
    """The server entry that MCP clients take, as JSON."""
    server = {
        "type": "http",
        "url": details.mcp_url,
        "headers": {"Authorization": f"Bearer {details.agent_key}"},
    }
    return json.dumps({"mcpServers": {"decisions": server}}, indent=2)
