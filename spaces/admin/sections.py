"""The console's sections for accounts, spaces, agent keys, connected apps, invitations, the audit log and people."""

from spaces.admin import accounts, agent_keys, audit, connected_apps, invitations, people, spaces

__all__ = ["accounts", "agent_keys", "audit", "connected_apps", "invitations", "people", "spaces"]
