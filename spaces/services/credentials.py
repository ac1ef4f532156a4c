"""From a credential to the Caller it stands for."""

import hashlib
from datetime import timedelta
from typing import Any

from django.db.models import F, FilteredRelation, Q
from django.utils import timezone

from spaces.domain.caller import Assistant, Caller, Person
from spaces.domain.roles import Role
from spaces.domain.scopes import Scope
from spaces.models import AgentKey, Membership, User

KEY_PREFIX = "dk_"

# Knowing the minute a key was last used is enough, and keeps a busy agent from writing at each call.
_LAST_USED_GRAIN = timedelta(minutes=1)

_NAMED = ("id", "name", "scopes", "expires_at", "last_used_at", "account_id", "user_id")


def key_digest(key: str) -> str:
    """What is stored of a key."""
    return hashlib.sha256(key.encode()).hexdigest()


def caller_for_agent_key(key: str) -> Caller | None:
    """The caller an agent key stands for, in one statement; None from the moment it stops being good.

    That is when it is unknown, expired or revoked, or its person is inactive or no longer a member.
    """
    if not key.startswith(KEY_PREFIX):
        return None
    now = timezone.now()
    row: dict[str, Any] | None = (
        AgentKey.objects.annotate(
            membership=FilteredRelation(
                "account__memberships", condition=Q(account__memberships__user=F("user"))
            )
        )
        .filter(
            Q(expires_at__isnull=True) | Q(expires_at__gt=now),
            digest=key_digest(key),
            revoked_at__isnull=True,
            user__is_active=True,
            membership__isnull=False,
        )
        .values(*_NAMED, username=F("user__username"), role=F("membership__role"))
        .first()
    )
    if row is None:
        return None
    if row["last_used_at"] is None or now - row["last_used_at"] > _LAST_USED_GRAIN:
        AgentKey.objects.filter(pk=row["id"]).update(last_used_at=now)
    return Caller(
        person=Person(row["user_id"], row["username"]),
        account_id=row["account_id"],
        roles={row["account_id"]: Role(row["role"])},
        scopes=frozenset(Scope(scope) for scope in row["scopes"]),
        assistant=Assistant(row["id"], row["name"]),
    )


def caller_for_person(user: User, *, preview_token: str | None = None) -> Caller:
    """The caller for somebody signed in to the console: the person themself, in all their accounts."""
    memberships = Membership.objects.filter(user=user).values_list("account_id", "role")
    return Caller(
        person=Person(user.pk, user.username),
        roles={account: Role(role) for account, role in memberships},
        scopes=frozenset(Scope),
        preview_token=preview_token,
    )
