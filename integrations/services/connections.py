"""An account's connections to GitHub hosts, which its managers make; their secrets are never shown again."""

import re
import secrets
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.views.decorators.debug import sensitive_variables

from integrations.github.app_keys import is_app_key
from integrations.github.client import Credential, GitHubClient
from integrations.models import GitHubConnection
from integrations.services.connected import all_due, none_due
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError, invalid, not_found
from spaces.models import Account
from spaces.services.audit import audit_record
from spaces.services.rights import require_manager, require_member, require_person
from spaces.services.secrets import CREDENTIALS, Unreadable

_CONNECTIONS = "GitHub connections"
# What a header can carry. GitHub's own tokens have at most 255 characters.
_TOKEN = re.compile(r"[!-~]{1,1000}")
# A key of 16,384 bits, the longest there is, takes 13,000.
_MAX_KEY = 20_000
_MAX_ID = 2**63 - 1


@sensitive_variables("secret", "webhook_secret")
@transaction.atomic
def connection_add(
    *,
    account_id: str,
    host: str,
    kind: str = "token",
    secret: str,
    app_id: int | None = None,
    installation_id: int | None = None,
    caller: Caller,
) -> tuple[GitHubConnection, str]:
    """A new connection, and the only sight of the secret that GitHub is to sign its webhooks with.

    All that the account links on this host is due to be read. `already_done` where there is a connection to it.
    """
    require_person(caller, _CONNECTIONS)
    require_member(caller, account_id)
    require_manager(caller, account_id)
    host = _known_host(host)
    numbers = _app_numbers(kind, app_id, installation_id)
    secret = _usable_secret(kind, secret)
    # Two that add at the same time come one after the other.
    Account.objects.select_for_update().get(pk=account_id)
    if connection_for(account_id, host) is not None:
        raise DomainError(
            "already_done",
            f"This account has a connection to {host} already.",
            fix="Change its credential, or remove it first.",
        )
    webhook_secret = _new_webhook_secret()
    now = timezone.now()
    connection = GitHubConnection.objects.create(
        account_id=account_id,
        host=host,
        kind=kind,
        secret=CREDENTIALS.sealed(secret),
        webhook_secret=CREDENTIALS.sealed(webhook_secret),
        created_by_id=caller.subject,
        created_at=now,
        **numbers,
    )
    all_due(account_id=account_id, host=host, now=now)
    _record(connection, caller, "added", after={"host": host, "kind": kind, **numbers})
    return connection, webhook_secret


@sensitive_variables("secret")
@transaction.atomic
def connection_change_secret(*, connection_id: str, secret: str, caller: Caller) -> GitHubConnection:
    """The connection with another token or private key; the pause of the one before is not this one's."""
    connection = _held(connection_id, caller)
    connection.secret = CREDENTIALS.sealed(_usable_secret(connection.kind, secret))
    connection.paused_until = None
    connection.problem = ""
    connection.save(update_fields=["secret", "paused_until", "problem"])
    all_due(account_id=connection.account_id, host=connection.host, now=timezone.now())
    _record(connection, caller, "secret_changed")
    return connection


@sensitive_variables("webhook_secret")
@transaction.atomic
def webhook_secret_renew(*, connection_id: str, caller: Caller) -> tuple[GitHubConnection, str]:
    """The connection and the only sight of its new webhook secret; what the old one signed is refused from now on."""
    connection = _held(connection_id, caller)
    webhook_secret = _new_webhook_secret()
    connection.webhook_secret = CREDENTIALS.sealed(webhook_secret)
    connection.save(update_fields=["webhook_secret"])
    _record(connection, caller, "webhook_secret_renewed")
    return connection, webhook_secret


@transaction.atomic
def connection_remove(*, connection_id: str, caller: Caller) -> GitHubConnection:
    """The connection, good for nothing from now on and without its secrets. What was read stays as it is."""
    connection = _held(connection_id, caller)
    connection.removed_at = timezone.now()
    connection.secret = connection.webhook_secret = connection.reader = connection.problem = ""
    connection.reading_until = connection.paused_until = None
    connection.save()
    none_due(account_id=connection.account_id, host=connection.host)
    _record(connection, caller, "removed", before={"host": connection.host, "kind": connection.kind})
    return connection


def connection_test(*, connection_id: str, caller: Caller) -> str:
    """The name that GitHub knows the credential by; `upstream` or `throttled` where it does not say."""
    connection = _visible(connection_id, caller)
    now = timezone.now()
    if connection.paused_until and connection.paused_until > now:
        raise DomainError(
            "throttled",
            f"GitHub asked this account to wait until {connection.paused_until:%H:%M} UTC.",
            fix="Try again then.",
            retry_after=int((connection.paused_until - now).total_seconds()) + 1,
        )
    return client_of(connection).whoami()


def connection_list(*, caller: Caller, account_id: str) -> list[GitHubConnection]:
    """The account's connections, for its managers."""
    require_person(caller, _CONNECTIONS)
    require_member(caller, account_id)
    require_manager(caller, account_id)
    live = GitHubConnection.objects.filter(account_id=account_id, removed_at__isnull=True)
    return list(live.order_by("host"))


def connection_for(account_id: str, host: str) -> GitHubConnection | None:
    """The connection that an account reads a host with."""
    return GitHubConnection.objects.filter(account_id=account_id, host=host, removed_at__isnull=True).first()


@sensitive_variables("secret")
def client_of(connection: GitHubConnection, timeout: float = 10.0) -> GitHubClient:
    """What reads with this connection, in one task. Where its secret cannot be opened, its reading says so."""
    try:
        secret = CREDENTIALS.opened(connection.secret)
    except Unreadable:
        secret = ""
    return GitHubClient(
        host=connection.host,
        api_url=settings.GITHUB_HOSTS.get(connection.host, ""),
        credential=Credential(connection.kind, secret, connection.app_id, connection.installation_id),
        timeout=timeout,
    )


def _visible(connection_id: str, caller: Caller) -> GitHubConnection:
    """The live connection, for a manager of its account; for people of others it does not exist."""
    require_person(caller, _CONNECTIONS)
    connection = GitHubConnection.objects.filter(
        pk=connection_id, account_id__in=caller.member_of, removed_at__isnull=True
    ).first()
    if connection is None:
        raise not_found("GitHub connection")
    require_manager(caller, connection.account_id)
    return connection


def _held(connection_id: str, caller: Caller) -> GitHubConnection:
    seen = _visible(connection_id, caller)
    held = GitHubConnection.objects.select_for_update().get(pk=seen.pk)
    if held.removed_at is not None:
        raise not_found("GitHub connection")
    return held


def _known_host(host: str) -> str:
    host = host.strip().lower()
    if host not in settings.GITHUB_HOSTS:
        raise invalid(
            "host",
            "This is none of the hosts that this service may ask.",
            fix=f"Name one of these: {', '.join(sorted(settings.GITHUB_HOSTS))}.",
        )
    return host


def _app_numbers(kind: str, app_id: int | None, installation_id: int | None) -> dict[str, int | None]:
    if kind not in dict(GitHubConnection.KINDS):
        raise invalid("kind", "This is no kind of credential.", fix="Say token or app.")
    numbers = {"app_id": app_id, "installation_id": installation_id}
    for name, number in numbers.items():
        if kind == "token" and number is not None:
            raise invalid(name, "A token has none.", fix="Leave it out, or say that it is an App.")
        if kind == "app" and not (number and 0 < number <= _MAX_ID):
            raise invalid(name, "An App has one.", fix="Copy the number from the App's page on GitHub.")
    return numbers


@sensitive_variables("secret")
def _usable_secret(kind: str, secret: str) -> str:
    """The secret without the space around it; the refusal of one never repeats it."""
    secret = secret.strip()
    if kind == "token" and not _TOKEN.fullmatch(secret):
        raise invalid(
            "secret",
            "This is no token: one is a single word without spaces.",
            fix="Copy it again from GitHub.",
        )
    if kind == "app" and not (len(secret) <= _MAX_KEY and is_app_key(secret)):
        raise invalid(
            "secret",
            "This is no private key of a GitHub App.",
            fix="Paste the whole file that GitHub gave, from BEGIN to END.",
        )
    return secret


def _new_webhook_secret() -> str:
    return secrets.token_urlsafe(32)


def _record(
    connection: GitHubConnection,
    caller: Caller,
    act: str,
    *,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> None:
    audit_record(
        caller=caller,
        act=f"github_connection.{act}",
        object_id=connection.pk,
        account_id=connection.account_id,
        before=before,
        after=after,
    )
