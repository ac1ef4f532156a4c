"""The MCP server: the same operations, for assistants."""

from django.apps import AppConfig
from django.core import checks

from mcp_bridge.checks import check_tools


class McpBridgeConfig(AppConfig):
    """The `mcp_bridge` app."""

    name = "mcp_bridge"

    def ready(self) -> None:
        checks.register(check_tools)
