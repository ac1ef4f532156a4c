"""What a credential may be used for."""

from enum import StrEnum


class Scope(StrEnum):
    MCP_READ = "mcp:read"
    MCP_WRITE = "mcp:write"
    READ = "decisions:read"
    WRITE = "decisions:write"
    JOBS_REPORT = "jobs:report"


# What an assistant needs for everything; an agent key gets these when none are named.
WORKING_SET = (Scope.MCP_READ, Scope.MCP_WRITE, Scope.READ, Scope.WRITE)
