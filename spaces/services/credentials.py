"""From a credential to the Caller it stands for."""

import hashlib
from datetime import timedelta
from typing import Any

from django.db.models import F, FilteredRelation, Q
from django.utils import timezone

from spaces.domain.caller import Assistant, Caller, Person
from spaces.domain.roles import Role
from spaces.domain.scopes import Scope, known_scopes
from spaces.kernel.addresses import resource_identifier
from spaces.models import AccessToken, AgentKey, App, ConnectedApp, Membership, User

KEY_PREFIX = "dk_"

# Knowing the minute a key was last used is enough, and keeps a busy agent from writing at each call.
_LAST_USED_GRAIN = timedelta(minutes=1)

_NAMED = ("id", "name", "scopes", "expires_at", "last_used_at", "account_id", "user_id")


def key_digest(key: str) -> str:
    """What is stored of a key."""
    return hashlib.sha256(key.encode()).hexdigest()


def caller_for_bearer(credential: str) -> Caller | None:
    """The caller a bearer stands for, an agent key or an app's access token; None when it is no good."""
    if credential.startswith(KEY_PREFIX):
        return caller_for_agent_key(credential)
    return caller_for_access_token(credential)


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


_OF_TOKEN = ("scope", "resource", "connection_id", "application_id", "user_id")
_BEHIND_TOKEN = {
    "last_used_at": F("connection__last_used_at"),
    "allowed": F("connection__scopes"),
    "account_id": F("connection__account_id"),
    "client_id": F("application__client_id"),
    "app_name": F("application__name"),
    "redirect_uris": F("application__redirect_uris"),
    "username": F("user__username"),
    "member_of": F("membership__account_id"),
    "role": F("membership__role"),
}


def caller_for_access_token(token: str) -> Caller | None:
    """The caller an app's access token stands for, in one statement; None from the moment it stops being good.

    That is when it is unknown, expired, revoked or meant for another service, or its person is inactive or,
    where they chose one account, no longer a member of it. Otherwise they act in every account of theirs.
    """
    now = timezone.now()
    # A row for each membership that counts.
    rows: list[dict[str, Any]] = list(
        AccessToken.objects.annotate(membership=FilteredRelation("user__memberships"))
        .filter(
            Q(connection__account__isnull=True) | Q(membership__account=F("connection__account")),
            token_checksum=key_digest(token),
            expires__gt=now,
            connection__revoked_at__isnull=True,
            user__is_active=True,
        )
        .values(*_OF_TOKEN, **_BEHIND_TOKEN)
    )
    if not rows or rows[0]["resource"] != [resource_identifier()]:
        return None
    row = rows[0]
    if row["last_used_at"] is None or now - row["last_used_at"] > _LAST_USED_GRAIN:
        ConnectedApp.objects.filter(pk=row["connection_id"]).update(last_used_at=now)
    app = App(client_id=row["client_id"], name=row["app_name"], redirect_uris=row["redirect_uris"])
    return Caller(
        person=Person(row["user_id"], row["username"]),
        account_id=row["account_id"],
        roles={each["member_of"]: Role(each["role"]) for each in rows if each["member_of"]},
        scopes=known_scopes(row["scope"]) & known_scopes(row["allowed"]),
        assistant=Assistant(row["application_id"], app.shown_name, signed_in=True),
    )


def connection_stands(connection: ConnectedApp) -> bool:
    """Whether an app may still get tokens: not revoked, its person active and in the account they chose."""
    if connection.revoked_at is not None or not connection.user.is_active:
        return False
    account_id = connection.account_id
    return account_id is None or connection.user.memberships.filter(account_id=account_id).exists()


def caller_for_person(user: User, *, preview_token: str | None = None) -> Caller:
    """The caller for somebody signed in to the console: the person themself, in all their accounts."""
    memberships = Membership.objects.filter(user=user).values_list("account_id", "role")
    return Caller(
        person=Person(user.pk, user.username),
        roles={account: Role(role) for account, role in memberships},
        scopes=frozenset(Scope),
        preview_token=preview_token,
    )
