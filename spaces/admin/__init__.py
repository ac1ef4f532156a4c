"""The console's sections for people, accounts, spaces, agent keys and the audit log."""

from spaces.admin import accounts, agent_keys, audit, people, spaces

__all__ = ["accounts", "agent_keys", "audit", "people", "spaces"]
