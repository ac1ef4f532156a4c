"""Spaces: where documents live, in a tree, with floors, settings and partners."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from spaces.domain.access import Access
from spaces.kernel.ids import PublicIdField
from spaces.models.accounts import Account

ACCESS_CHOICES = [(level.value, level.word) for level in Access]


class Space(models.Model):
    """A place for documents in an account's tree of spaces."""

    KINDS: ClassVar = [("space", "space"), ("department", "department"), ("project", "project")]

    id = PublicIdField("lab", primary_key=True)
    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="spaces")
    name = models.CharField(max_length=120)
    slug = models.SlugField(max_length=120, allow_unicode=True)
    description = models.TextField(max_length=4_000, blank=True)
    kind = models.CharField(max_length=10, choices=KINDS, default="space")
    department = models.CharField(max_length=120, blank=True)
    parent = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="children"
    )
    # This space's own floor, and the most closed of its own and all above it; services keep the second true.
    access_floor = models.PositiveSmallIntegerField(choices=ACCESS_CHOICES, null=True, blank=True)
    floor_in_force = models.PositiveSmallIntegerField(
        choices=ACCESS_CHOICES, null=True, blank=True, editable=False
    )
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    # How many objects the last change of floor raised, by what they are; told in the answer, not stored.
    raised: Mapping[str, int] = MappingProxyType({})

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["account", "slug"], name="one_slug_per_account"),
            models.CheckConstraint(condition=~Q(parent=F("id")), name="space_not_its_own_parent"),
            models.CheckConstraint(
                condition=Q(kind__in=["space", "department", "project"]), name="space_kind_known"
            ),
            models.CheckConstraint(
                condition=Q(access_floor__isnull=True) | Q(access_floor__in=list(Access)),
                name="access_floor_known",
            ),
        )

    def __str__(self) -> str:
        return self.name


class SpaceAncestor(models.Model):
    """A space and one of the spaces above it; each space is also its own ancestor, at distance 0."""

    space = models.ForeignKey(Space, on_delete=models.CASCADE, related_name="ancestry")
    ancestor = models.ForeignKey(Space, on_delete=models.CASCADE, related_name="descent")
    distance = models.PositiveSmallIntegerField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["space", "ancestor"], name="one_row_per_ancestor"),)


class SpacePartner(models.Model):
    """An account that a space names as partner; it holds for the spaces below too."""

    space = models.ForeignKey(Space, on_delete=models.CASCADE, related_name="partnerships")
    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="partnerships")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["account", "space"], name="one_partnership_per_account"),
        )

    def __str__(self) -> str:
        return f"{self.account} is a partner of {self.space}"


class SpaceSettings(models.Model):
    """What a space decided for itself. Each per-kind setting holds only the kinds that differ."""

    space = models.OneToOneField(Space, on_delete=models.CASCADE, related_name="settings")
    approvals = models.JSONField(default=dict, blank=True)
    ai_approval = models.JSONField(default=dict, blank=True)
    review_days = models.JSONField(default=dict, blank=True)
    default_access = models.JSONField(default=dict, blank=True)
    required_sections = models.JSONField(default=dict, blank=True)
    templates = models.JSONField(default=dict, blank=True)
    self_approval = models.BooleanField(default=False)
    guidance = models.TextField(max_length=4_000, blank=True)
    time_zone = models.CharField(max_length=64, blank=True)

    class Meta:
        verbose_name_plural = "space settings"

    def __str__(self) -> str:
        return f"settings of {self.space}"
