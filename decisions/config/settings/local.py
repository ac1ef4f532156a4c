"""Settings of the embedded mode and of development: no service needed, all state in one folder."""

from decisions.config.secret_key import secret_key_kept
from decisions.config.settings.base import *
from decisions.config.settings.base import VAR

EMBEDDED = True
SECRET_KEY = secret_key_kept(VAR / "secret-key")
DECISIONS_AUDIT_KEY = secret_key_kept(VAR / "audit-key")
DECISIONS_SECRETS_KEYS = [secret_key_kept(VAR / "secrets-key")]
ALLOWED_HOSTS = ["127.0.0.1", "localhost", "[::1]"]

# The folder queue makes neither of these itself.
for _folder in ("messages", "control"):
    (VAR / "queue" / _folder).mkdir(parents=True, exist_ok=True)
