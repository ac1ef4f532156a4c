"""What a credential may be used for."""

from collections.abc import Mapping
from enum import StrEnum


class Scope(StrEnum):
    MCP_READ = "mcp:read"
    MCP_WRITE = "mcp:write"
    READ = "decisions:read"
    WRITE = "decisions:write"
    JOBS_REPORT = "jobs:report"


# What an assistant needs for everything; an agent key gets these when none are named.
WORKING_SET = (Scope.MCP_READ, Scope.MCP_WRITE, Scope.READ, Scope.WRITE)

# What a person is asked to allow.
IN_WORDS: Mapping[Scope, str] = {
    Scope.MCP_READ: "Use the assistant tools that look things up",
    Scope.MCP_WRITE: "Use the assistant tools that change things",
    Scope.READ: "Read the spaces, documents, reviews and comments that you can read",
    Scope.WRITE: "Write for you: save documents, comment, ask for reviews and move statuses",
    Scope.JOBS_REPORT: "Report the state of jobs that carry decisions out",
}


def known_scopes(words: str) -> frozenset[Scope]:
    """The scopes among words separated by spaces; others are passed over."""
    return frozenset(Scope) & set(words.split())


def scope_words(scopes: frozenset[Scope]) -> str:
    """Scopes as OAuth writes them, in the order of the enumeration."""
    return " ".join(scope.value for scope in Scope if scope in scopes)
