"""Agent keys: credentials of assistants that run outside a browser."""

from django.conf import settings
from django.db import models

from spaces.kernel.ids import PublicIdField
from spaces.models.accounts import Account


class AgentKey(models.Model):
    """A key that lets an agent act for the member who made it, within one account.

    Only a digest and a short prefix of the key are kept; the key itself is shown once.
    """

    id = PublicIdField("agent", primary_key=True)
    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="agent_keys")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="agent_keys")
    name = models.CharField(max_length=80)
    prefix = models.CharField(max_length=12, editable=False)
    # SHA-256 in hexadecimal: a key is 256 random bits, so that a slow hash would add nothing.
    digest = models.CharField(max_length=64, unique=True, editable=False)
    scopes = models.JSONField(default=list)
    expires_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, editable=False)
    revoked_at = models.DateTimeField(null=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"
