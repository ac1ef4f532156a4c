"""Where settings come from: the process environment first, then an optional `.env` beside manage.py."""

from pathlib import Path

import environ

BASE_DIR = Path(__file__).resolve().parents[2]

env = environ.Env()

# The test settings name no file here: a developer's own choices must not reach the suite.
_dotenv = Path(env.str("DECISIONS_DOTENV", default=str(BASE_DIR / ".env")))
if _dotenv.is_file():
    environ.Env.read_env(_dotenv)


def state_folder() -> Path:
    """The folder that holds all state of the embedded mode: database, queue, secret key."""
    return Path(env.str("DECISIONS_VAR", default=str(BASE_DIR / "var"))).expanduser().resolve()
