"""Approvals that go on to count on a version that changed nothing but its status lines."""

from decisions.models import Document, Version
from reviews.domain.policy import Decision
from reviews.models import Review


def approvals_carry(document: Document, from_version: int, to_version: int) -> None:
    """Carry the approvals on one version over to the version made from it, marked as carried."""
    approvals = Review.objects.filter(
        document=document, version=from_version, decision=Decision.APPROVE, is_current=True
    ).order_by("pk")
    Review.objects.bulk_create(
        Review(
            document=document,
            version=to_version,
            reviewer_id=approval.reviewer_id,
            decision=Decision.APPROVE,
            reason=approval.reason,
            carried_from=approval,
            assistant_id=approval.assistant_id,
            byline=approval.byline,
            created_at=approval.created_at,
        )
        for approval in approvals
    )


def carry_unless_changed(*, document: Document, version: Version, base: Version) -> None:
    """Carry the approvals over to a saved version that changed status lines alone."""
    if version.status_only:
        approvals_carry(document, base.number, version.number)
