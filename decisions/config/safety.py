"""What a production process must not start with: one table, read as a whole, each row with its fix."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

Settings = Mapping[str, Any]

# Django's own measure for a key that cannot be guessed (security.W009).
SECRET_KEY_CHARACTERS = 50
SECRET_KEY_DIFFERENT = 5

# Brokers that live in one process or one folder: tasks would be lost with it or never reach a worker.
EMBEDDED_BROKERS = ("filesystem://", "memory://")


@dataclass(frozen=True)
class Unsafe:
    """One unsafe state of the settings: when it holds, what is wrong, what to do."""

    id: str
    holds: Callable[[Settings], bool]
    problem: str
    fix: str


def _public_host(settings: Settings) -> str:
    return urlsplit(settings["PUBLIC_URL"]).hostname or ""


def _host_allowed(settings: Settings) -> bool:
    host = _public_host(settings)
    return any(
        host == allowed or (allowed.startswith(".") and f".{host}".endswith(allowed))
        for allowed in settings["ALLOWED_HOSTS"]
    )


def _weak(secret: str) -> bool:
    return bool(secret) and (
        len(secret) < SECRET_KEY_CHARACTERS
        or len(set(secret)) < SECRET_KEY_DIFFERENT
        or secret.startswith("django-insecure-")
    )


def _audit_key_shared(settings: Settings) -> bool:
    return bool(settings["DECISIONS_AUDIT_KEY"]) and settings["DECISIONS_AUDIT_KEY"] == settings["SECRET_KEY"]


def _other_keys(settings: Settings) -> tuple[str, str]:
    return settings["SECRET_KEY"], settings["DECISIONS_AUDIT_KEY"]


UNSAFE = (
    Unsafe(
        "secret_key_absent",
        lambda s: not s["SECRET_KEY"],
        "There is no secret key: sessions and links could not be signed.",
        "Set DECISIONS_SECRET_KEY to 64 random characters and keep it out of the repository.",
    ),
    Unsafe(
        "secret_key_weak",
        lambda s: _weak(s["SECRET_KEY"]),
        "The secret key is short, repetitive or marked insecure: signatures could be forged.",
        "Set DECISIONS_SECRET_KEY to at least 50 random characters.",
    ),
    Unsafe(
        "audit_key_absent",
        lambda s: not s["DECISIONS_AUDIT_KEY"],
        "There is no audit key: anybody could seal a forged audit log.",
        "Set DECISIONS_AUDIT_KEY to 64 random characters of its own, and never change it.",
    ),
    Unsafe(
        "audit_key_weak",
        lambda s: _weak(s["DECISIONS_AUDIT_KEY"]) or _audit_key_shared(s),
        "The audit key is short, repetitive or the secret key itself: seals could be forged.",
        "Set DECISIONS_AUDIT_KEY to at least 50 random characters that nothing else uses.",
    ),
    Unsafe(
        "secrets_key_absent",
        lambda s: not s["DECISIONS_SECRETS_KEYS"],
        "There is no key for credentials: those of GitHub could not be kept.",
        "Set DECISIONS_SECRETS_KEYS to 64 random characters that nothing else uses.",
    ),
    Unsafe(
        "secrets_key_weak",
        lambda s: any(_weak(key) or key in _other_keys(s) for key in s["DECISIONS_SECRETS_KEYS"]),
        "A key for credentials is short, repetitive or another key of the service: they could be read.",
        "Set DECISIONS_SECRETS_KEYS to at least 50 random characters that nothing else uses.",
    ),
    Unsafe(
        "debug",
        lambda s: bool(s["DEBUG"]),
        "Debug pages are on: an error would show settings and texts to whoever caused it.",
        "Remove DECISIONS_DEBUG.",
    ),
    Unsafe(
        "hosts_absent",
        lambda s: not s["ALLOWED_HOSTS"],
        "No host name is allowed: every request would be refused.",
        "Set DECISIONS_ALLOWED_HOSTS to the names this service answers to, separated by commas.",
    ),
    Unsafe(
        "hosts_any",
        lambda s: any(host.strip(".") in {"", "*"} for host in s["ALLOWED_HOSTS"]),
        "Any host name is allowed: a forged Host header would be believed.",
        "Name the hosts in DECISIONS_ALLOWED_HOSTS instead of *.",
    ),
    Unsafe(
        "public_url_plain",
        lambda s: not s["PUBLIC_URL"].startswith("https://"),
        "The public address is not https: passwords, cookies and keys would travel in the clear.",
        "Set DECISIONS_PUBLIC_URL to the https:// address people use.",
    ),
    Unsafe(
        "public_url_foreign",
        lambda s: bool(s["ALLOWED_HOSTS"]) and "*" not in s["ALLOWED_HOSTS"] and not _host_allowed(s),
        "The public address names a host that is not allowed: its own links would be refused.",
        "Add the host of DECISIONS_PUBLIC_URL to DECISIONS_ALLOWED_HOSTS.",
    ),
    Unsafe(
        "database_embedded",
        lambda s: s["DATABASES"]["default"]["ENGINE"].endswith("sqlite3"),
        "The database is SQLite: it serves one machine and one writer at a time.",
        "Set DATABASE_URL to a PostgreSQL address, postgres://user:password@host:5432/name.",
    ),
    Unsafe(
        "broker_embedded",
        lambda s: s["CELERY_BROKER_URL"].startswith(EMBEDDED_BROKERS),
        "The task queue is a folder or this process: workers on other machines would get nothing.",
        "Set CELERY_BROKER_URL to RabbitMQ (amqp://) or Redis (redis://).",
    ),
    Unsafe(
        "cache_embedded",
        lambda s: not s["REDIS_URL"],
        "The cache lives in each process: request limits would count per process, not per caller.",
        "Set REDIS_URL to a Redis address, redis://host:6379/0.",
    ),
    Unsafe(
        "mail_in_files",
        lambda s: s["EMAIL_BACKEND"].endswith(("filebased.EmailBackend", "locmem.EmailBackend")),
        "Mail is written to files: invitations, notices and new passwords would reach nobody, silently.",
        "Set EMAIL_URL to a mail server, smtp+tls://user:password@host; to dummymail:// where none is wanted.",
    ),
    Unsafe(
        "provider_plain",
        lambda s: bool(s["DECISIONS_OIDC_ISSUER"]) and not s["DECISIONS_OIDC_ISSUER"].startswith("https://"),
        "The single sign-on provider is not reached by https: anybody on the way could vouch for anybody.",
        "Set DECISIONS_OIDC_ISSUER to an https:// address.",
    ),
)


def unsafe_states(settings: Settings) -> list[Unsafe]:
    """The rows of UNSAFE that hold for these settings, in the table's order."""
    return [row for row in UNSAFE if row.holds(settings)]


def refuse_unsafe(settings: Settings) -> None:
    """Nothing where all is safe; else ImproperlyConfigured naming every unsafe setting with its fix."""
    states = unsafe_states(settings)
    if states:
        lines = [f"  - {row.problem}\n    {row.fix}" for row in states]
        head = f"Decisions does not start in production with {len(states)} unsafe setting(s):"
        raise ImproperlyConfigured("\n".join([head, *lines]))
