"""A tool call as its view: permissions, throttles and the exception handler run as they do for HTTP."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from mcp_bridge.admission import Refused
from mcp_bridge.catalogue import Catalogue
from mcp_bridge.results import failure, success
from mcp_bridge.tool import Tool
from spaces.domain.caller import Caller
from spaces.kernel.challenges import wider_challenge
from spaces.kernel.errors import DomainError
from spaces.kernel.problems import as_domain_error


@dataclass(frozen=True)
class Toolbox:
    """The tools as one caller has them."""

    catalogue: Catalogue
    caller: Caller
    address: str = ""

    def listed(self, version: str) -> bytes:
        return self.catalogue.listing(version, self.caller.scopes)

    def called(self, name: str, arguments: Mapping[str, Any]) -> bytes | None:
        tool = self.catalogue.find(name)
        if tool is None:
            return None
        if not tool.scopes <= self.caller.scopes:
            return failure(self._uncovered(tool).body())
        try:
            response = tool.view(self._request(tool, arguments))
            return (failure if response.status_code >= 400 else success)(response.data)
        except Exception as error:
            return failure(as_domain_error(error).body())

    def _uncovered(self, tool: Tool) -> DomainError:
        """The refusal of a tool that the scopes do not cover; for an app, Refused: its person can give more."""
        missing = tool.scopes - self.caller.scopes
        lacking = " and ".join(sorted(missing))
        fix = (
            "Sign in again and ask for these scopes."
            if self.caller.can_ask_for_scopes
            else "Ask your person for a credential with these scopes; do not try again with this one."
        )
        problem = DomainError(
            "insufficient_scope",
            f"This credential may not call {tool.name}: it lacks {lacking}.",
            fix=fix,
            needed=sorted(missing),
        )
        if self.caller.can_ask_for_scopes:
            wider = wider_challenge(self.caller.scopes | tool.scopes)
            raise Refused(403, problem, [("WWW-Authenticate", wider)])
        return problem

    def _request(self, tool: Tool, arguments: Mapping[str, Any]) -> HttpRequest:
        request = HttpRequest()
        request.method = "POST" if tool.operation.writes else "GET"
        request.path = request.path_info = f"/mcp/{tool.name}"
        request.META["REMOTE_ADDR"] = self.address
        # Native arguments and the caller: attributes that no HTTP request can carry.
        request.arguments = arguments  # type: ignore[attr-defined]
        request.resolved_caller = self.caller  # type: ignore[attr-defined]
        return request
