from spaces.models.accounts import Account, Membership
from spaces.models.apps import AccessToken, App, ConnectedApp, Grant, IDToken, RefreshToken
from spaces.models.audit import AuditCheck, AuditEntry, AuditSeal, SealedEntry
from spaces.models.invitations import Invitation
from spaces.models.keys import AgentKey
from spaces.models.repeated_calls import RepeatedCall
from spaces.models.spaces import Space, SpaceAncestor, SpacePartner, SpaceSettings
from spaces.models.users import User

__all__ = [
    "AccessToken",
    "Account",
    "AgentKey",
    "App",
    "AuditCheck",
    "AuditEntry",
    "AuditSeal",
    "ConnectedApp",
    "Grant",
    "IDToken",
    "Invitation",
    "Membership",
    "RefreshToken",
    "RepeatedCall",
    "SealedEntry",
    "Space",
    "SpaceAncestor",
    "SpacePartner",
    "SpaceSettings",
    "User",
]
