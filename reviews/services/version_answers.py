"""What was answered on which version of a document."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Count, Q

from decisions.models import Document
from reviews.domain.policy import Decision
from reviews.models import Review
from spaces.domain.caller import Caller


@dataclass(frozen=True, slots=True)
class VersionAnswers:
    """The answers on one version that are their people's newest on it: approvals, those carried over, changes."""

    approvals: int
    carried: int
    changes: int


def last_answered(*, document_id: str, until: int, caller: Caller) -> Review | None:
    """The newest answer the person gave themself on this version or one before it."""
    answers = Review.objects.filter(
        document_id=document_id,
        reviewer_id=caller.person_id,
        version__lte=until,
        carried_from__isnull=True,
    )
    return answers.exclude(decision=Decision.PENDING).order_by("-version", "-id").first()


def answers_on(*, document: Document, numbers: Collection[int]) -> dict[int, VersionAnswers]:
    """What was answered on these versions; those without an answer are left out. One statement."""
    standing = Review.objects.filter(
        document=document, version__in=numbers, is_current=True, dismissed_at__isnull=True
    ).exclude(decision=Decision.PENDING)
    approves = Q(decision=Decision.APPROVE)
    counted = standing.values("version").annotate(
        approvals=Count("pk", filter=approves),
        taken_over=Count("pk", filter=approves & Q(carried_from__isnull=False)),
        changes=Count("pk", filter=Q(decision=Decision.CHANGES)),
    )
    return {
        row["version"]: VersionAnswers(row["approvals"], row["taken_over"], row["changes"]) for row in counted
    }
