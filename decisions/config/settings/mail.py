"""Settings of outgoing mail: one address of a mail server, or files in the state folder."""

from decisions.config.env import env, state_folder

_SERVER = env.email_url("EMAIL_URL", default="filemail://")

EMAIL_BACKEND: str = _SERVER["EMAIL_BACKEND"]
EMAIL_HOST: str = _SERVER["EMAIL_HOST"] or "localhost"
EMAIL_HOST_USER: str = _SERVER["EMAIL_HOST_USER"] or ""
EMAIL_HOST_PASSWORD: str = _SERVER["EMAIL_HOST_PASSWORD"] or ""
EMAIL_USE_TLS: bool = _SERVER.get("EMAIL_USE_TLS", False)
EMAIL_USE_SSL: bool = _SERVER.get("EMAIL_USE_SSL", False)
# The ports of RFC 8314 and 6409 for mail that a program hands in; 25 is for servers among each other.
EMAIL_PORT: int = _SERVER["EMAIL_PORT"] or (465 if EMAIL_USE_SSL else 587 if EMAIL_USE_TLS else 25)
EMAIL_FILE_PATH = str(state_folder() / "mail")
# One exchange with the server; a run of the sending task makes many and must not hang on one.
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env.str("DECISIONS_MAIL_FROM", default="Decisions <decisions@localhost>")
