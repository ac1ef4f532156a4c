"""Invitations: how people come into an account whom nobody there can name yet."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower

from spaces.domain.roles import Role
from spaces.kernel.ids import PublicIdField
from spaces.models.accounts import Account, Membership


class Invitation(models.Model):
    """That a manager asked whoever has an e-mail address into an account, with a role.

    Only a digest of the link is kept; the link itself goes into the mail and is forgotten.
    """

    ROLES: ClassVar = Membership.ROLES

    id = PublicIdField("inv", primary_key=True)
    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="invitations")
    # In lower case, as addresses are compared.
    email = models.EmailField(max_length=254)
    role = models.CharField(max_length=10, choices=ROLES)
    # SHA-256 in hexadecimal of 256 random bits; each mail has a link of its own, and the last one is good.
    digest = models.CharField(max_length=64, unique=True, editable=False)
    invited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invitations_sent"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    # When the mail server took the mail; empty where it did not.
    mailed_at = models.DateTimeField(null=True, editable=False)
    withdrawn_at = models.DateTimeField(null=True, editable=False)
    accepted_at = models.DateTimeField(null=True, editable=False)
    accepted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, editable=False, on_delete=models.CASCADE, related_name="+"
    )

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["account", "email"],
                condition=Q(accepted_at__isnull=True, withdrawn_at__isnull=True),
                name="one_open_invitation_per_address",
            ),
            models.CheckConstraint(condition=Q(role__in=list(Role)), name="invitation_role_known"),
            models.CheckConstraint(condition=Q(email=Lower("email")), name="invitation_address_lowered"),
            models.CheckConstraint(
                condition=Q(accepted_at__isnull=True, accepted_by__isnull=True)
                | Q(accepted_at__isnull=False, accepted_by__isnull=False, withdrawn_at__isnull=True),
                name="invitation_ends_one_way",
            ),
        )

    def __str__(self) -> str:
        return f"{self.email} ({self.role})"

    @property
    def is_open(self) -> bool:
        """Whether it was neither accepted nor withdrawn; it may have expired all the same."""
        return self.accepted_at is None and self.withdrawn_at is None
