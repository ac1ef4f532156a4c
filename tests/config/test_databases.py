"""Each kind of database gets the options its races need."""

from pathlib import Path

import pytest
from django.db import connection

from decisions.config.databases import database_settings


def test_without_an_address_the_database_is_a_file_in_the_state_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    settings = database_settings(folder=tmp_path)
    assert settings["ENGINE"] == "django.db.backends.sqlite3"
    assert settings["NAME"] == str(tmp_path / "decisions.sqlite3")
    assert settings["OPTIONS"]["transaction_mode"] == "IMMEDIATE"


def test_a_postgresql_address_gets_a_bounded_pool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://ana:pass@db.example:5433/decisions?sslmode=require")
    monkeypatch.setenv("DATABASE_POOL_SIZE", "7")
    settings = database_settings(folder=tmp_path)
    assert settings["ENGINE"] == "django.db.backends.postgresql"
    assert (settings["HOST"], settings["PORT"], settings["USER"]) == ("db.example", 5433, "ana")
    assert settings["OPTIONS"]["sslmode"] == "require"
    assert settings["OPTIONS"]["pool"]["max_size"] == 7


@pytest.mark.django_db
def test_sqlite_writes_ahead_and_waits_for_other_writers() -> None:
    if connection.vendor != "sqlite":
        pytest.skip("this run is on PostgreSQL")
    with connection.cursor() as cursor:
        answers = {}
        for name in ("journal_mode", "busy_timeout", "foreign_keys"):
            cursor.execute(f"PRAGMA {name}")
            answers[name] = cursor.fetchone()[0]
    assert answers == {"journal_mode": "wal", "busy_timeout": 30_000, "foreign_keys": 1}
