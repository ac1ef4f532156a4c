"""Which documents a document's current text names, so that a document knows what cites it."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from decisions.models.documents import KIND_CHOICES, Document
from spaces.models import Space


class DocumentCitation(models.Model):
    """A reference in a document's current text, as it is spelled: it may name what is yet to be written."""

    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="citations")
    # The home of the document, in which its references count. Who moves a document moves these.
    space = models.ForeignKey(Space, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=5, choices=KIND_CHOICES)
    number = models.PositiveIntegerField()
    part = models.PositiveIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["document", "kind", "number", "part"], name="cited_once_in_a_text"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="citations_count_from_one"),
        ]
        indexes = (models.Index(fields=["space", "kind", "number", "part"], name="citations_of_document"),)

    def __str__(self) -> str:
        return f"{self.kind} {self.number}.{self.part}" if self.part else f"{self.kind} {self.number}"
