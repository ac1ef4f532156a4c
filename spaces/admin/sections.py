"""The console's sections for accounts, spaces, agent keys, connected apps, the audit log and people."""

from spaces.admin import accounts, agent_keys, audit, connected_apps, people, spaces

__all__ = ["accounts", "agent_keys", "audit", "connected_apps", "people", "spaces"]
