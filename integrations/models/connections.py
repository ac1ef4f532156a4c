"""An account's credential for one GitHub host, and the state of reading with it."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from spaces.kernel.ids import PublicIdField
from spaces.models import Account


class GitHubConnection(models.Model):
    """How an account reads its pull requests on one host, and hears of their changes.

    Its secrets are ciphertext; see spaces.services.secrets. A removed one keeps its row and no secret.
    """

    KINDS = (("token", _("Personal access token")), ("app", _("GitHub App")))

    id = PublicIdField("github", primary_key=True)
    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="github_connections")
    # One of the hosts of the settings, in lower case: nobody types an address that is then asked.
    host = models.CharField(max_length=253)
    kind = models.CharField(max_length=5, choices=KINDS)
    # Of a GitHub App: its id, and the installation whose repositories it reads.
    app_id = models.PositiveBigIntegerField(null=True)
    installation_id = models.PositiveBigIntegerField(null=True)
    # The token, or the App's private key.
    secret = models.TextField(editable=False)
    webhook_secret = models.TextField(editable=False)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True)

    # Whoever moves this into the future first reads with the credential until then; nobody else does meanwhile.
    reading_until = models.DateTimeField(null=True)
    # Names the reader that holds it: one that was too slow does not give back another's hold.
    reader = models.CharField(max_length=36, blank=True)
    # GitHub's limit: nothing is asked before.
    paused_until = models.DateTimeField(null=True)
    last_read_at = models.DateTimeField(null=True)
    # What is wrong with the credential or the host, in words; empty while all is well.
    problem = models.CharField(max_length=300, blank=True)

    class Meta:
        verbose_name = "GitHub connection"
        constraints = (
            models.UniqueConstraint(
                fields=["account", "host"],
                condition=Q(removed_at__isnull=True),
                name="one_connection_per_host",
            ),
            models.CheckConstraint(
                condition=Q(kind="app", app_id__isnull=False, installation_id__isnull=False)
                | Q(kind="token", app_id__isnull=True, installation_id__isnull=True),
                name="an_app_names_its_installation",
            ),
            models.CheckConstraint(
                condition=Q(removed_at__isnull=True) | Q(secret="", webhook_secret=""),
                name="removed_connections_keep_no_secret",
            ),
        )

    def __str__(self) -> str:
        return self.host


class Delivery(models.Model):
    """One webhook that GitHub delivered: what it asks to read again, until that is done.

    Only what is needed of its body is kept.
    """

    connection = models.ForeignKey(GitHubConnection, on_delete=models.CASCADE, related_name="deliveries")
    # GitHub's own id of the delivery: one that comes again after its work was done is left alone.
    delivery_id = models.CharField(max_length=64)
    event = models.CharField(max_length=60)
    content = models.JSONField(default=dict)
    received_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)
    problem = models.CharField(max_length=300, blank=True)

    class Meta:
        verbose_name_plural = "deliveries"
        constraints = (
            models.UniqueConstraint(fields=["connection", "delivery_id"], name="one_row_per_delivery"),
        )
        indexes = (
            models.Index(
                fields=["received_at"], condition=Q(done_at__isnull=True), name="deliveries_to_work_on"
            ),
        )

    def __str__(self) -> str:
        return f"{self.event} {self.delivery_id}"
