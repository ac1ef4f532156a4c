"""Agent keys: made for oneself, shown once, revoked at once."""

import secrets
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from spaces.domain.caller import Caller
from spaces.domain.scopes import WORKING_SET, Scope
from spaces.kernel.errors import DomainError, invalid, not_found
from spaces.models import Account, AgentKey, User
from spaces.querysets import agent_keys_visible_to
from spaces.services.audit import audit_record
from spaces.services.credentials import KEY_PREFIX, key_digest
from spaces.services.rights import require_member, require_person

# Enough to tell one's keys apart, too little to help a guesser: 8 of 43 characters, 48 of 256 bits.
_SHOWN = len(KEY_PREFIX) + 8


@transaction.atomic
def agent_key_create(
    *,
    account_id: str,
    name: str,
    caller: Caller,
    scopes: Sequence[Scope] = WORKING_SET,
    expires_at: datetime | None = None,
) -> tuple[AgentKey, str]:
    """A new key for oneself in an account one is a member of, and the only sight of its secret."""
    require_person(caller, "Agent keys")
    require_member(caller, account_id)
    if not name.strip():
        raise invalid("name", "A name is required, such as the agent's.")
    if not scopes:
        raise invalid("scopes", "At least one scope is required.")
    if expires_at is not None and expires_at <= timezone.now():
        raise invalid("expires_at", "This time has passed.")
    secret = KEY_PREFIX + secrets.token_urlsafe(32)
    key = AgentKey.objects.create(
        account_id=account_id,
        user_id=caller.subject,
        name=name.strip(),
        prefix=secret[:_SHOWN],
        digest=key_digest(secret),
        scopes=[Scope(scope).value for scope in scopes],
        expires_at=expires_at,
    )
    audit_record(
        caller=caller,
        act="agent_key.created",
        object_id=key.pk,
        account_id=account_id,
        after={"name": key.name, "scopes": key.scopes, "prefix": key.prefix},
    )
    return key, secret


@transaction.atomic
def agent_key_revoke(*, key_id: str, caller: Caller) -> AgentKey:
    """The key, good for nothing from now on. Its person and the account's managers may do this."""
    require_person(caller, "Agent keys")
    key = agent_keys_visible_to(caller).select_for_update().filter(pk=key_id).first()
    if key is None:
        raise not_found("agent key")
    if key.revoked_at is not None:
        raise DomainError("already_done", "This key is revoked already.", fix="Nothing is left to do.")
    _revoke(key, caller)
    return key


@transaction.atomic
def agent_keys_end(*, user: User, account: Account, caller: Caller) -> None:
    """Revoke every key that a person made for one account: coming back to it revives none of them."""
    good = AgentKey.objects.select_for_update().filter(user=user, account=account, revoked_at__isnull=True)
    for key in good.order_by("pk"):
        _revoke(key, caller)


def _revoke(key: AgentKey, caller: Caller) -> None:
    key.revoked_at = timezone.now()
    key.save(update_fields=["revoked_at"])
    audit_record(caller=caller, act="agent_key.revoked", object_id=key.pk, account_id=key.account_id)
