"""Views of the list of documents that people saved for themselves."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from spaces.kernel.ids import PublicIdField


class SavedView(models.Model):
    """A name for an address of the list: which filters it has is read, and judged anew, at each use."""

    id = PublicIdField("view", primary_key=True)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="saved_views")
    name = models.CharField(max_length=80)
    # The query of the address, without a page.
    address = models.CharField(max_length=2_000)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = "my view"
        verbose_name_plural = "my views"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["person", "name"], name="one_saved_view_per_name"),
            models.CheckConstraint(condition=~Q(name="") & ~Q(address=""), name="saved_view_says_something"),
        ]

    def __str__(self) -> str:
        return self.name
