"""Which spaces and agent keys a caller may see: the only doors to them."""

from typing import Any

from django.db.models import Q, QuerySet

from spaces.domain.caller import Caller
from spaces.models import (
    Account,
    AgentKey,
    AuditCheck,
    AuditEntry,
    ConnectedApp,
    Invitation,
    Space,
    SpaceAncestor,
)


def partner_space_ids(caller: Caller) -> QuerySet[Any, Any]:
    """Ids of the spaces that name an account of the caller's as partner, themselves or above.

    A credential that names an account sees only that account, so that partnerships do not count for it.
    """
    if caller.account_id or not caller.roles:
        return SpaceAncestor.objects.none().values("space_id")
    return SpaceAncestor.objects.filter(ancestor__partnerships__account_id__in=caller.member_of).values(
        "space_id"
    )


def spaces_visible_to(caller: Caller) -> QuerySet[Space]:
    """The spaces of the caller's accounts, and those whose partner one of these is."""
    return Space.objects.filter(Q(account_id__in=caller.member_of) | Q(pk__in=partner_space_ids(caller)))


def spaces_below(space_id: str) -> QuerySet[Space]:
    """A space and every space under it."""
    return Space.objects.filter(ancestry__ancestor_id=space_id)


def accounts_visible_to(caller: Caller) -> QuerySet[Account]:
    """The accounts the caller belongs to."""
    return Account.objects.filter(pk__in=caller.member_of)


def agent_keys_visible_to(caller: Caller) -> QuerySet[AgentKey]:
    """One's own keys, and for managers their account's."""
    return AgentKey.objects.filter(
        Q(user_id=caller.person_id, account_id__in=caller.member_of) | Q(account_id__in=caller.manager_of)
    )


def connected_apps_visible_to(caller: Caller) -> QuerySet[ConnectedApp]:
    """One's own connected apps: nobody else's, whatever one manages."""
    return ConnectedApp.objects.filter(Q(user_id=caller.person_id))


def audit_entries_visible_to(caller: Caller) -> QuerySet[AuditEntry]:
    """The audit log of the accounts that the caller manages."""
    return AuditEntry.objects.filter(account_id__in=caller.manager_of)


def audit_checks_visible_to(caller: Caller) -> QuerySet[AuditCheck]:
    """The checks of the audit log that managers of the caller's accounts asked for."""
    return AuditCheck.objects.filter(account_id__in=caller.manager_of)


def invitations_visible_to(caller: Caller) -> QuerySet[Invitation]:
    """The invitations into the accounts the caller manages: addresses are nobody else's business."""
    return Invitation.objects.filter(account_id__in=caller.manager_of)
