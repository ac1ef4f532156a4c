import logging
import os
import sys
from typing import Any

import anyio
from django.core.management.base import BaseCommand, CommandError

from mcp_bridge.catalogue import Catalogue
from mcp_bridge.stdio import StdioServer
from mcp_bridge.tools import TOOLS
from spaces.services.credentials import caller_for_agent_key

# An argument would show the key to everybody who lists the machine's processes.
KEY_VARIABLE = "DECISIONS_AGENT_KEY"


class Command(BaseCommand):
    help = f"Serve MCP over standard input and output, for the agent whose key is in {KEY_VARIABLE}."

    def handle(self, *args: Any, **options: Any) -> None:
        _log_to_stderr()
        key = os.environ.get(KEY_VARIABLE, "").strip()
        if not key:
            raise CommandError(
                f"{KEY_VARIABLE} is not set. Make an agent key in the console and put it there."
            )
        if caller_for_agent_key(key) is None:
            raise CommandError(f"The key in {KEY_VARIABLE} is unknown, expired or revoked.")
        anyio.run(StdioServer(Catalogue(TOOLS), key).serve)


def _log_to_stderr() -> None:
    """Standard output carries the protocol and nothing else."""
    for handler in logging.getLogger().handlers:
        if isinstance(handler, logging.StreamHandler) and handler.stream is sys.stdout:
            handler.setStream(sys.stderr)
