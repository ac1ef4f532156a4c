"""Settings of reading pull requests: which hosts there are, and what keeps their credentials secret."""

from decisions.config.env import env

# Host people see -> address of its API. No request ever goes to a host that is not here.
GITHUB_HOSTS: dict[str, str] = {
    "github.com": "https://api.github.com",
    **{
        host.strip().lower(): f"https://{host.strip().lower()}/api/v3"
        for host in env.list("DECISIONS_GITHUB_HOSTS", default=[])
    },
}
# Encrypts credentials at rest. The first key encrypts, all of them decrypt, so that a key can be changed.
DECISIONS_SECRETS_KEYS: list[str] = env.list("DECISIONS_SECRETS_KEYS", default=[])
