"""Diagrams: Mermaid models in versions, and the pictures drawn from them."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from decisions.domain.mermaid import Outcome
from decisions.models.documents import Document
from spaces.kernel.append_only import AppendOnly
from spaces.kernel.ids import PublicIdField
from spaces.models import Account, Space


class Diagram(models.Model):
    """A named diagram of a space, perhaps about a document of it; its models are in its versions."""

    id = PublicIdField("ldia", primary_key=True)
    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="+")
    space = models.ForeignKey(Space, on_delete=models.PROTECT, related_name="diagrams")
    document = models.ForeignKey(
        Document, null=True, blank=True, on_delete=models.PROTECT, related_name="diagrams"
    )
    # Names may repeat: ids tell diagrams apart, and the same name about two documents is no mistake.
    name = models.CharField(max_length=120)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    byline = models.CharField(max_length=300)
    current_version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(current_version__gte=1), name="diagram_counted_from_one")
        ]
        indexes = (models.Index(fields=["space", "-id"], name="diagrams_of_space"),)

    def __str__(self) -> str:
        return self.name


class DiagramVersion(AppendOnly):
    """One saved model of a diagram, whole and never changed."""

    diagram = models.ForeignKey(Diagram, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    model = models.TextField()
    message = models.CharField(max_length=500, blank=True)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    assistant_id = models.CharField(max_length=120, blank=True)
    byline = models.CharField(max_length=300)
    # The version its author had read; 0 for the first.
    base_version = models.PositiveIntegerField()
    created_at = models.DateTimeField()
    sha256 = models.CharField(max_length=64)
    # Bytes of UTF-8.
    size = models.PositiveIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["diagram", "number"], name="one_diagram_version_per_number"),
            models.CheckConstraint(condition=Q(number__gte=1), name="diagram_versions_count_from_one"),
        ]

    def __str__(self) -> str:
        return f"version {self.number}"


class Picture(models.Model):
    """What became of drawing a model: kept by the model's hash, so that reading never draws.

    Each account has its own: how fast a save is tells nothing of what others have drawn.
    """

    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="+")
    sha256 = models.CharField(max_length=64)
    outcome = models.CharField(max_length=20, choices=[(outcome.value, outcome.value) for outcome in Outcome])
    line = models.PositiveIntegerField()
    message = models.CharField(max_length=300, blank=True)
    svg = models.TextField(blank=True)
    # The renderer and its version; a save with another one draws anew.
    renderer = models.CharField(max_length=60, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["account", "sha256"], name="one_picture_per_model")
        ]

    def __str__(self) -> str:
        return self.outcome
