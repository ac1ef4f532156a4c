"""The console's sections for accounts, spaces, agent keys, the audit log and people."""

from spaces.admin import accounts, agent_keys, audit, people, spaces

__all__ = ["accounts", "agent_keys", "audit", "people", "spaces"]
