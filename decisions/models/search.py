"""What is searched: the current text of each document, capped.

The database keeps its own index of these rows (FTS5 by triggers, tsvector by a generated column); the
migrations say how.
"""

from django.db import models

from decisions.models.documents import Document


class SearchEntry(models.Model):
    """The title and the searched part of a document's current text."""

    document = models.OneToOneField(Document, on_delete=models.CASCADE, related_name="search_entry")
    # Reference and title, so that "RFC 12" finds it.
    title = models.CharField(max_length=300)
    body = models.TextField()

    class Meta:
        verbose_name_plural = "search entries"
