"""The whole service as one WSGI application: `/mcp` to its endpoint, everything else to Django."""

from typing import TYPE_CHECKING

from decisions.config.wsgi import application as django
from mcp_bridge.catalogue import Catalogue
from mcp_bridge.endpoint import Endpoint
from mcp_bridge.tools import TOOLS
from spaces.kernel.addresses import MCP_PATH

if TYPE_CHECKING:
    from collections.abc import Iterable
    from wsgiref.types import StartResponse, WSGIEnvironment

_endpoint = Endpoint(Catalogue(TOOLS))

# Both answer; a redirect would turn the POST of many clients into a GET.
_MCP_PATHS = frozenset({MCP_PATH, MCP_PATH + "/"})


def application(environ: "WSGIEnvironment", start_response: "StartResponse") -> "Iterable[bytes]":
    """The response to one HTTP request."""
    if environ.get("PATH_INFO") in _MCP_PATHS:
        return _endpoint(environ, start_response)
    return django(environ, start_response)
