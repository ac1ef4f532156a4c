"""Production refuses unsafe settings, each by name, and starts on safe ones."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from decisions.config.safety import UNSAFE, refuse_unsafe, unsafe_states

ROOT = Path(__file__).resolve().parents[2]

SAFE: dict[str, Any] = {
    "SECRET_KEY": "k3yWith-m4ny-different.characters_and-enough-of-them-for-Django",
    "DECISIONS_AUDIT_KEY": "an0ther-k3y.with-as_many-different-characters-for-the-seals",
    "DECISIONS_SECRETS_KEYS": ["y3t-an0ther_key.of-many-different-characters-for-credentials"],
    "DEBUG": False,
    "ALLOWED_HOSTS": ["decisions.example"],
    "PUBLIC_URL": "https://decisions.example",
    "DATABASES": {"default": {"ENGINE": "django.db.backends.postgresql"}},
    "CELERY_BROKER_URL": "amqp://broker",
    "REDIS_URL": "redis://cache:6379/0",
    "DECISIONS_OIDC_ISSUER": "",
    "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
}

SQLITE = {"default": {"ENGINE": "django.db.backends.sqlite3"}}

# Each row makes safe settings unsafe in one way, and no other row of the table may answer to it.
ONE_FAULT = [
    ("secret_key_absent", {"SECRET_KEY": ""}),
    ("secret_key_weak", {"SECRET_KEY": "short"}),
    ("secret_key_weak", {"SECRET_KEY": "ab" * 40}),
    ("secret_key_weak", {"SECRET_KEY": "django-insecure-" + SAFE["SECRET_KEY"]}),
    ("audit_key_absent", {"DECISIONS_AUDIT_KEY": ""}),
    ("audit_key_weak", {"DECISIONS_AUDIT_KEY": "short"}),
    ("audit_key_weak", {"DECISIONS_AUDIT_KEY": SAFE["SECRET_KEY"]}),
    ("secrets_key_absent", {"DECISIONS_SECRETS_KEYS": []}),
    ("secrets_key_weak", {"DECISIONS_SECRETS_KEYS": [*SAFE["DECISIONS_SECRETS_KEYS"], "short"]}),
    ("secrets_key_weak", {"DECISIONS_SECRETS_KEYS": [SAFE["SECRET_KEY"]]}),
    ("debug", {"DEBUG": True}),
    ("hosts_absent", {"ALLOWED_HOSTS": []}),
    ("hosts_any", {"ALLOWED_HOSTS": ["decisions.example", "*"]}),
    ("public_url_plain", {"PUBLIC_URL": "http://decisions.example"}),
    ("public_url_foreign", {"ALLOWED_HOSTS": ["other.example"]}),
    ("database_embedded", {"DATABASES": SQLITE}),
    ("broker_embedded", {"CELERY_BROKER_URL": "filesystem://"}),
    ("broker_embedded", {"CELERY_BROKER_URL": "memory://"}),
    ("cache_embedded", {"REDIS_URL": ""}),
    ("mail_in_files", {"EMAIL_BACKEND": "django.core.mail.backends.filebased.EmailBackend"}),
    ("provider_plain", {"DECISIONS_OIDC_ISSUER": "http://provider.example"}),
]


@pytest.mark.parametrize(("fault", "change"), ONE_FAULT)
def test_each_unsafe_setting_is_found_alone(fault: str, change: dict[str, Any]) -> None:
    assert [row.id for row in unsafe_states({**SAFE, **change})] == [fault]


def test_every_row_of_the_table_has_a_case() -> None:
    assert {row.id for row in UNSAFE} == {fault for fault, _ in ONE_FAULT}


def test_safe_settings_pass() -> None:
    assert unsafe_states(SAFE) == []
    refuse_unsafe(SAFE)


def test_a_provider_reached_by_https_is_safe() -> None:
    assert unsafe_states({**SAFE, "DECISIONS_OIDC_ISSUER": "https://provider.example"}) == []


def test_a_parent_domain_allows_its_hosts() -> None:
    assert unsafe_states({**SAFE, "ALLOWED_HOSTS": [".decisions.example"]}) == []


def start(**environment: str) -> subprocess.CompletedProcess[str]:
    """A real production process that starts Django and runs its deployment checks."""
    return subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=ROOT,
        env={
            "PATH": os.environ["PATH"],
            "DJANGO_SETTINGS_MODULE": "decisions.config.settings.production",
            "DECISIONS_DOTENV": os.devnull,
            **environment,
        },
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_a_bare_production_process_refuses_to_start_and_says_everything(tmp_path: Path) -> None:
    refused = start(DECISIONS_DEBUG="true", DECISIONS_VAR=str(tmp_path / "var"))
    assert refused.returncode != 0
    expected = {
        "secret_key_absent",
        "audit_key_absent",
        "secrets_key_absent",
        "debug",
        "hosts_absent",
        "public_url_plain",
        "database_embedded",
        "broker_embedded",
        "cache_embedded",
        "mail_in_files",
    }
    for row in UNSAFE:
        assert (row.problem in refused.stderr) is (row.id in expected), row.id
        assert (row.fix in refused.stderr) is (row.id in expected), row.id
    assert not (tmp_path / "var").exists(), "a refused process has made nothing"


def test_a_safe_production_process_starts_without_a_warning(tmp_path: Path) -> None:
    started = start(
        DECISIONS_SECRET_KEY=SAFE["SECRET_KEY"],
        DECISIONS_AUDIT_KEY=SAFE["DECISIONS_AUDIT_KEY"],
        DECISIONS_SECRETS_KEYS=",".join(SAFE["DECISIONS_SECRETS_KEYS"]),
        DECISIONS_ALLOWED_HOSTS="decisions.example",
        DECISIONS_PUBLIC_URL="https://decisions.example",
        DATABASE_URL="postgres://user:password@127.0.0.1:5432/decisions",
        CELERY_BROKER_URL="amqp://127.0.0.1",
        REDIS_URL="redis://127.0.0.1:6379/0",
        EMAIL_URL="smtp+tls://user:password@127.0.0.1:587",
        DECISIONS_VAR=str(tmp_path / "var"),
    )
    assert started.returncode == 0, started.stderr
