"""A document with the days that are left for it."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Model, prefetch_related_objects

from decisions.models import Document
from reviews.admin.days import days_left
from spaces.services.settings import settings_of

# What the day of a document depends on: "today" is a matter of its space.
_SPACE = ("space__account", "space__settings")


def due_prefetch(rows: Sequence[Model], *also: str, document: str = "") -> None:
    """Load what `due_of` needs of many rows, in a statement each; `document` is the path to theirs."""
    path = f"{document}__" if document else ""
    prefetch_related_objects(list(rows), *also, *(f"{path}{name}" for name in _SPACE))


def due_of(document: Document) -> dict[str, Any]:
    """The document, the days left until its review day in words, and whether that day is past."""
    today = settings_of(document.space).today
    day = document.review_by
    return {
        "document": document,
        "days": days_left(day, today),
        "is_late": day is not None and day < today,
    }
