"""Approvals that go on to count on a version that changed nothing but its status lines."""

from collections.abc import Iterable

from decisions.models import Document, Version
from reviews.domain.policy import Decision
from reviews.models import Review


def approvals_carry(document: Document, approvals: Iterable[Review], to_version: int) -> list[Review]:
    """The approvals of one version, carried over to the version made from it and marked as that."""
    return Review.objects.bulk_create(
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
        approvals = Review.objects.filter(
            document=document, version=base.number, decision=Decision.APPROVE, is_current=True
        )
        approvals_carry(document, approvals.order_by("pk"), version.number)
