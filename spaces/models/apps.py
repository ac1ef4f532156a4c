"""Apps that people sign in to, and what such a sign-in gave.

django-oauth-toolkit's models with what this service adds; they are swapped in by settings. They live in one
app because they name each other. Access and refresh tokens are kept as digests alone.
"""

from typing import ClassVar
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from oauth2_provider.models import (
    AbstractAccessToken,
    AbstractApplication,
    AbstractGrant,
    AbstractIDToken,
    AbstractRefreshToken,
)

from spaces.domain.apps import LONGEST_NAME, app_name
from spaces.domain.redirects import redirect_problem, told_target
from spaces.kernel.ids import PublicIdField
from spaces.models.accounts import Account


class App(AbstractApplication, models.Model):  # type: ignore[misc]
    """An app as it registered itself, or as the document at its address describes it.

    Its name is its own claim, and anybody may claim any name.
    """

    id = PublicIdField("app", primary_key=True)
    name = models.CharField(max_length=LONGEST_NAME, blank=True)

    objects: ClassVar["models.Manager[App]"] = models.Manager()

    def __str__(self) -> str:
        return self.shown_name

    @property
    def shown_name(self) -> str:
        """The name it gave, made safe to show; one that gave none is told by where it sends people."""
        return app_name(self.name) or told_target(self.redirect_uris.split()[0])

    @property
    def home(self) -> str:
        """The host whose document describes it; empty for one that registered itself."""
        return urlsplit(self.client_id).netloc if self.client_id.startswith("https://") else ""

    def get_allowed_schemes(self) -> list[str]:
        return sorted({urlsplit(uri).scheme for uri in self.redirect_uris.split()})

    def clean(self) -> None:
        super().clean()
        for uri in self.redirect_uris.split():
            if problem := redirect_problem(uri):
                raise ValidationError({"redirect_uris": f"An address cannot be used: {problem}."})


class ConnectedApp(models.Model):
    """That a person lets an app act for them: in one account, or in all of theirs where none is named.

    One row stands for every sign-in of the app with that choice. The scopes are those allowed last, and no
    token reaches beyond them.
    """

    id = PublicIdField("conn", primary_key=True)
    app = models.ForeignKey(App, on_delete=models.CASCADE, related_name="connections")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="connected_apps"
    )
    account = models.ForeignKey(Account, null=True, on_delete=models.CASCADE, related_name="connected_apps")
    scopes = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True, editable=False)
    revoked_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name = "connected app"
        constraints = (
            models.UniqueConstraint(
                fields=["user", "app", "account"],
                condition=Q(revoked_at__isnull=True, account__isnull=False),
                name="one_connection_per_account",
            ),
            models.UniqueConstraint(
                fields=["user", "app"],
                condition=Q(revoked_at__isnull=True, account__isnull=True),
                name="one_connection_for_all_accounts",
            ),
        )

    def __str__(self) -> str:
        return str(self.app)


class Grant(AbstractGrant, models.Model):  # type: ignore[misc]
    """A code that is changed for tokens within a minute; it remembers the account chosen with it."""

    account = models.ForeignKey(Account, null=True, on_delete=models.CASCADE, related_name="+")

    objects: ClassVar["models.Manager[Grant]"] = models.Manager()


class AccessToken(AbstractAccessToken, models.Model):  # type: ignore[misc]
    connection = models.ForeignKey(ConnectedApp, on_delete=models.CASCADE, related_name="access_tokens")

    objects: ClassVar["models.Manager[AccessToken]"] = models.Manager()


class RefreshToken(AbstractRefreshToken, models.Model):  # type: ignore[misc]
    connection = models.ForeignKey(ConnectedApp, on_delete=models.CASCADE, related_name="refresh_tokens")
    # SHA-256 of the code that the family began with: a code that comes back ends what it gave.
    code_digest = models.CharField(max_length=64, blank=True, default="", db_index=True)

    objects: ClassVar["models.Manager[RefreshToken]"] = models.Manager()

    class Meta(AbstractRefreshToken.Meta):  # type: ignore[misc]
        pass


class IDToken(AbstractIDToken, models.Model):  # type: ignore[misc]
    """Never written: the service is no identity provider. Access tokens name the table."""

    objects: ClassVar["models.Manager[IDToken]"] = models.Manager()
