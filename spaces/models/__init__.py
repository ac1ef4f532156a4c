from spaces.models.accounts import Account, Membership
from spaces.models.audit import AuditEntry, AuditSeal, SealedEntry
from spaces.models.keys import AgentKey
from spaces.models.spaces import Space, SpaceAncestor, SpacePartner, SpaceSettings
from spaces.models.users import User

__all__ = [
    "Account",
    "AgentKey",
    "AuditEntry",
    "AuditSeal",
    "Membership",
    "SealedEntry",
    "Space",
    "SpaceAncestor",
    "SpacePartner",
    "SpaceSettings",
    "User",
]
