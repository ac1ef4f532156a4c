"""Who may ask this GitHub, what each of them sees, and how much each has left."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache

import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from tests.integrations.fake_github.repositories import Repository


@dataclass
class Budget:
    """Points of one kind for one credential, until they are given anew."""

    limit: int = 5000
    used: int = 0
    reset: datetime = field(default_factory=lambda: datetime.now(UTC) + timedelta(hours=1))

    @property
    def remaining(self) -> int:
        return max(0, self.limit - self.used)

    def spend(self, points: int) -> None:
        self._renew()
        self.used = min(self.limit, self.used + points)

    @property
    def spent(self) -> bool:
        self._renew()
        return self.remaining == 0

    def _renew(self) -> None:
        if datetime.now(UTC) >= self.reset:
            self.used, self.reset = 0, datetime.now(UTC) + timedelta(hours=1)


@dataclass(eq=False)
class Credential:
    """A personal token, or one installation of an app with all the tokens it was given."""

    login: str
    # Its secrets; those of an installation end at their time.
    secrets: dict[str, datetime | None]
    sees: set[Repository] = field(default_factory=set)
    hidden: set[Repository] = field(default_factory=set)
    # Seen by name, and refused.
    forbidden: set[Repository] = field(default_factory=set)
    forbidden_by_sign_on: bool = True
    # Fields of a pull request that it is not shown, as a fine-grained token without that permission.
    kept_back: set[str] = field(default_factory=set)
    core: Budget = field(default_factory=Budget)
    graphql: Budget = field(default_factory=Budget)
    installation_id: int | None = None
    suspended: bool = False
    # As many of its requests as were under way at one time.
    at_once: int = 0
    most_at_once: int = 0

    @property
    def secret(self) -> str:
        """The newest of its secrets."""
        return list(self.secrets)[-1]

    def revoke(self) -> None:
        """None of its secrets is good any longer."""
        self.secrets.clear()

    def expire_tokens(self) -> None:
        """An installation's tokens of until now have ended; it may ask for a new one."""
        self.secrets = dict.fromkeys(self.secrets, datetime.now(UTC) - timedelta(seconds=1))

    def visible(self, repo: Repository) -> bool:
        if repo.deleted or repo in self.hidden:
            return False
        return not repo.private or repo in self.sees


@dataclass(eq=False)
class App:
    """A GitHub App; what it installed where are credentials."""

    id: int
    name: str
    installations: dict[int, Credential] = field(default_factory=dict)

    @property
    def private_key(self) -> str:
        """As the app's owner downloads it."""
        return _key()[0]

    def signed(self, token: str) -> bool:
        """Whether the app signed this, it has not ended, and it was not made for longer than GitHub takes."""
        try:
            claims = jwt.decode(
                token,
                _key()[1],
                algorithms=["RS256"],
                leeway=5,
                options={"require": ["iat", "exp", "iss"], "verify_iss": False},
            )
        except jwt.InvalidTokenError:
            return False
        return str(claims["iss"]) == str(self.id) and claims["exp"] - claims["iat"] <= 11 * 60


@cache
def _key() -> tuple[str, str]:
    """One pair of keys for all the apps of a test run: making one takes longer than a test."""
    private = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    pem = private.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.TraditionalOpenSSL,
        serialization.NoEncryption(),
    )
    public = private.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    return pem.decode(), public.decode()
