"""The one database, from its URL: SQLite embedded, PostgreSQL with a connection pool."""

from pathlib import Path
from typing import Any

from decisions.config.env import env

# Long enough for a writer to wait for every other writer of a busy minute; a save takes milliseconds.
SQLITE_BUSY_SECONDS = 30

# WAL lets readers work beside the one writer; NORMAL syncs at checkpoints, which WAL keeps consistent.
SQLITE_PRAGMAS = "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;"


def database_settings(*, folder: Path) -> dict[str, Any]:
    """Django's DATABASES entry for DATABASE_URL, or for a SQLite file in `folder` where there is none."""
    settings: dict[str, Any] = env.db_url("DATABASE_URL", default=f"sqlite:///{folder / 'decisions.sqlite3'}")
    if settings["ENGINE"] == "django.db.backends.sqlite3":
        # Opening the file anew for each request costs as much as the smallest request itself.
        settings["CONN_MAX_AGE"] = None
        settings["OPTIONS"] = {
            "timeout": SQLITE_BUSY_SECONDS,
            # A deferred transaction that reads, then writes, fails at once when another wrote between.
            "transaction_mode": "IMMEDIATE",
            "init_command": SQLITE_PRAGMAS,
        }
    else:
        # A pool per process: as many connections as threads that can ask at the same time.
        settings["OPTIONS"] = {
            **settings.get("OPTIONS", {}),
            "pool": {"min_size": 1, "max_size": env.int("DATABASE_POOL_SIZE", default=16), "timeout": 10},
        }
    return settings
