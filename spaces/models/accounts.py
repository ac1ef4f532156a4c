"""Accounts own spaces; memberships say who belongs to them and as what."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from spaces.domain.roles import Role
from spaces.kernel.ids import PublicIdField


class Account(models.Model):
    """A personal account (one person) or a team."""

    id = PublicIdField("acct", primary_key=True)
    name = models.CharField(max_length=120)
    # The one person of a personal account; a team has none.
    person = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        editable=False,
        on_delete=models.PROTECT,
        related_name="personal_account",
    )
    time_zone = models.CharField(max_length=64, default="UTC")
    created_at = models.DateTimeField(auto_now_add=True)

    members: models.ManyToManyField = models.ManyToManyField(  # type: ignore[type-arg]
        settings.AUTH_USER_MODEL, through="Membership", related_name="accounts"
    )

    def __str__(self) -> str:
        return self.name

    @property
    def is_personal(self) -> bool:
        return self.person_id is not None


class Membership(models.Model):
    """A person in an account, with a role."""

    ROLES: ClassVar = [
        (Role.OWNER.value, _("owner")),
        (Role.ADMIN.value, _("admin")),
        (Role.MEMBER.value, _("member")),
    ]

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=ROLES, default=Role.MEMBER.value)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["user", "account"], name="one_membership_per_account"),
            models.CheckConstraint(condition=Q(role__in=list(Role)), name="membership_role_known"),
        )

    def __str__(self) -> str:
        return f"{self.user} in {self.account} ({self.role})"
