"""What documents add to spaces: counts, whether a space is empty, and what a raised floor closes."""

from django.db.models import Count

from decisions.models import Diagram, Document, Question
from decisions.querysets import documents_visible_to
from spaces.domain.caller import Caller
from spaces.models import Space


def documents_by_kind_and_status(*, space: Space, caller: Caller) -> dict[str, dict[str, int]]:
    """How many documents of a space the caller reads, by kind and status."""
    counted = (
        documents_visible_to(caller)
        .filter(space=space)
        .values_list("kind", "status")
        .order_by("kind", "status")
        .annotate(count=Count("pk"))
    )
    counts: dict[str, dict[str, int]] = {}
    for kind, status, count in counted:
        counts.setdefault(kind, {})[status] = count
    return counts


def documents_held(*, space: Space) -> int:
    """How many documents live in a space, whoever may read them: none may be lost with it."""
    return Document.objects.filter(space=space).count()


def questions_held(*, space: Space) -> int:
    """How many questions were asked of a space: they and their answers are kept."""
    return Question.objects.filter(space=space).count()


def diagrams_held(*, space: Space) -> int:
    """How many diagrams live in a space."""
    return Diagram.objects.filter(space=space).count()
