"""Settings of the test suite: hermetic, on SQLite unless DATABASE_URL names PostgreSQL."""

import os
import tempfile
from pathlib import Path

# A state folder of its own for each run, so that no test can meet anything kept in var/.
VAR = Path(tempfile.gettempdir()) / f"decisions-test-{os.getpid()}"
os.environ["DECISIONS_VAR"] = str(VAR)
os.environ["DECISIONS_DOTENV"] = os.devnull

from decisions.config.settings.base import *
from decisions.config.settings.base import DATABASES

SECRET_KEY = "only for tests: signs nothing that outlives the run"
DECISIONS_AUDIT_KEY = "only for tests: seals nothing that outlives the run"
DECISIONS_SECRETS_KEYS = ["only for tests: encrypts nothing that outlives the run"]
ALLOWED_HOSTS = ["testserver", "127.0.0.1", "localhost"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A file, not memory: tests of races need the locks that connections to one file take.
    DATABASES["default"]["TEST"] = {"NAME": str(VAR.with_suffix(".sqlite3"))}
else:
    # Threads of the race tests come and go; plain connections show one that was never closed.
    DATABASES["default"]["OPTIONS"].pop("pool")

# Files are looked up when asked for, not all of them each time a test client starts.
WHITENOISE_AUTOREFRESH = True

CELERY_BROKER_URL = "memory://"
