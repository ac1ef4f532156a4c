"""Apps that act for people: let in by their consent, ended by them at once."""

import uuid
from typing import Any

from django.db import transaction
from django.utils import timezone

from spaces.domain.caller import Caller, Person
from spaces.domain.scopes import Scope, scope_words
from spaces.kernel.errors import DomainError, not_found
from spaces.models import AccessToken, Account, App, ConnectedApp, Grant, Membership, RefreshToken, User
from spaces.querysets import connected_apps_visible_to
from spaces.services.audit import audit_record
from spaces.services.rights import require_person


@transaction.atomic
def connected_app_open(
    *, app: App, user: User, account_id: str | None, scopes: frozenset[Scope]
) -> ConnectedApp:
    """The connection of a person's app after they allowed it; one that lives is kept, with these scopes.

    `account_id` is the account they chose, or None for all of theirs; `not_found` when they left it since.
    """
    if account_id is not None:
        _require_membership(user, account_id)
    allowed = scope_words(scopes)
    choice: dict[str, Any] = {"app": app, "user": user, "account_id": account_id, "revoked_at": None}
    connection, is_new = ConnectedApp.objects.select_for_update().get_or_create(
        **choice, defaults={"scopes": allowed}
    )
    before = {} if is_new else {"scopes": connection.scopes.split()}
    if not is_new:
        connection.scopes = allowed
        connection.save(update_fields=["scopes"])
    audit_record(
        caller=Caller(person=Person(user.pk, user.username)),
        act="app.connected",
        object_id=connection.pk,
        account_id=_told_account(connection),
        before=before,
        after={"app": app.pk, "name": app.shown_name, "scopes": allowed.split(), "account": account_id},
    )
    return connection


@transaction.atomic
def connected_app_revoke(*, connection_id: str, caller: Caller) -> ConnectedApp:
    """The connection, good for nothing from now on: every token it gave is gone. Its person may do this."""
    require_person(caller, "Connected apps")
    mine = connected_apps_visible_to(caller).select_for_update(of=("self",))
    connection = mine.filter(pk=connection_id).first()
    if connection is None:
        raise not_found("connected app")
    if connection.revoked_at is not None:
        raise DomainError("already_done", "This app is disconnected already.", fix="Nothing is left to do.")
    _end(connection, caller)
    return connection


@transaction.atomic
def connected_apps_end(*, user: User, account: Account, caller: Caller) -> None:
    """End every connection and code that a person gave for one account: coming back to it revives none of them.

    Once they are no member any more: a code that is being redeemed finds that out, or is ended here.
    """
    Grant.objects.filter(user=user, account=account).delete()
    open_ones = ConnectedApp.objects.select_for_update().filter(
        user=user, account=account, revoked_at__isnull=True
    )
    for connection in open_ones.order_by("pk"):
        _end(connection, caller)


def _require_membership(user: User, account_id: str) -> None:
    # Locked: whoever takes the person out of the account waits, and then finds the connection to end.
    membership = Membership.objects.select_for_update().filter(user=user, account_id=account_id)
    if membership.first() is None:
        raise not_found("account")


def _end(connection: ConnectedApp, caller: Caller) -> None:
    now = timezone.now()
    connection.revoked_at = now
    connection.save(update_fields=["revoked_at"])
    # Refresh tokens before access tokens, the order in which the toolkit locks them.
    RefreshToken.objects.filter(connection=connection, revoked__isnull=True).update(revoked=now, updated=now)
    AccessToken.objects.filter(connection=connection).delete()
    audit_record(
        caller=caller,
        act="app.disconnected",
        object_id=connection.pk,
        account_id=_told_account(connection),
        before={"app": connection.app_id, "scopes": connection.scopes.split()},
    )


@transaction.atomic
def token_family_end(*, family: uuid.UUID | None) -> None:
    """End a sign-in one of whose secrets was used twice: whoever has it now signs in again."""
    members = RefreshToken.objects.filter(token_family=family)
    member = members.select_related("connection__user").first()
    alive = members.filter(revoked__isnull=True).exists()
    RefreshToken.revoke_family(family)
    if member is not None and alive:
        connection: ConnectedApp = member.connection
        audit_record(
            caller=Caller(person=Person(connection.user.pk, connection.user.username)),
            act="app.cut_off",
            object_id=connection.pk,
            account_id=_told_account(connection),
            after={"app": connection.app_id, "reason": "a code or refresh token was used twice"},
        )


def _told_account(connection: ConnectedApp) -> str | None:
    """Whose audit log tells of it: the chosen account's; the personal one's where all were chosen."""
    personal = Account.objects.filter(person=connection.user_id)
    return connection.account_id or personal.values_list("pk", flat=True).first()
