"""What documents add to spaces: counts, whether a space is empty, and what a raised floor closes."""

from collections.abc import Sequence

from django.db.models import Count, Q

from decisions.domain.kinds import Status
from decisions.models import Diagram, Document, Question
from decisions.querysets import documents_visible_to, questions_visible_to
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


def counts_by_space(*, spaces: Sequence[Space], caller: Caller) -> dict[str, dict[str, int]]:
    """How many documents the caller reads in each space, those in review and the open questions; two statements."""
    ids = [space.pk for space in spaces]
    counted = (
        documents_visible_to(caller)
        .filter(space_id__in=ids)
        .order_by()
        .values_list("space_id")
        .annotate(documents=Count("pk"), in_review=Count("pk", filter=Q(status=Status.IN_REVIEW)))
    )
    documents, in_review = {}, {}
    for space_id, count, reviewed in counted:
        documents[space_id], in_review[space_id] = count, reviewed
    asked = questions_visible_to(caller).filter(space_id__in=ids, answer__isnull=True)
    questions = dict(asked.order_by().values_list("space_id").annotate(count=Count("pk")))
    return {"documents": documents, "in_review": in_review, "open_questions": questions}


def documents_held(*, space: Space) -> int:
    """How many documents live in a space, whoever may read them: none may be lost with it."""
    return Document.objects.filter(space=space).count()


def questions_held(*, space: Space) -> int:
    """How many questions were asked of a space: they and their answers are kept."""
    return Question.objects.filter(space=space).count()


def diagrams_held(*, space: Space) -> int:
    """How many diagrams live in a space."""
    return Diagram.objects.filter(space=space).count()
