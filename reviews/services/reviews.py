"""Asking for reviews and answering."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from decisions.domain.transitions import Act
from decisions.models import Document
from decisions.services.rights import require_writer
from decisions.services.versions import document_held, version_of
from reviews.domain.policy import Decision
from reviews.models import Review
from reviews.services.approvals import Standing, standing_of
from reviews.services.asks import ask_spend, ask_to_spend
from reviews.services.entitlement import require_allowed_to_assistant
from reviews.services.people import readers_who_count
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError, invalid, not_found
from spaces.services.audit import audit_record
from spaces.services.rights import require_manager, require_person
from spaces.services.settings import settings_of

MAX_REVIEWERS = 20


@transaction.atomic
def review_request(*, document: Document, reviewers: Sequence[str], caller: Caller) -> list[Review]:
    """The open requests to these members (1–20, never the caller) to review the current version.

    Whoever is asked already stays asked once; it is safe to repeat.
    """
    document = document_held(document, caller)
    require_writer(document, caller)
    wanted = list(dict.fromkeys(reviewers))
    if not 1 <= len(wanted) <= MAX_REVIEWERS:
        raise invalid("reviewers", f"Name 1 to {MAX_REVIEWERS} people.")
    if caller.person_id in wanted:
        raise invalid("reviewers", "Nobody asks themself.", fix="Leave your person out.")
    readers = readers_who_count(document)
    if strangers := [person for person in wanted if person not in readers]:
        raise invalid("reviewers", f"No members who can read the document: {', '.join(strangers)}.")
    open_ones = Review.objects.filter(document=document, decision=Decision.PENDING, is_current=True)
    asked = set(open_ones.values_list("reviewer_id", flat=True))
    new = [_request(document, person, caller) for person in wanted if person not in asked]
    Review.objects.bulk_create(new)
    if new:
        _record(document, caller, "review.requested", {"reviewers": [each.reviewer_id for each in new]})
    return list(open_ones.filter(reviewer__in=wanted).select_related("reviewer").order_by("pk"))


def _request(document: Document, person: str, caller: Caller) -> Review:
    return Review(
        document=document,
        version=document.current_version,
        reviewer_id=person,
        decision=Decision.PENDING,
        requested_by_id=caller.person_id,
        assistant_id=caller.assistant_id,
        byline=caller.byline,
        created_at=timezone.now(),
    )


@dataclass(frozen=True)
class Answered:
    """An answer, how the document stands with it, and whether it was given already."""

    review: Review
    standing: Standing
    unchanged: bool = False


@transaction.atomic
def review_submit(
    *,
    document: Document,
    version: int,
    decision: Decision,
    reason: str = "",
    approval_id: str | None = None,
    caller: Caller,
) -> Answered:
    """A member's answer on a version that exists; repeating the newest one is `unchanged`.

    With `approval_id` the answer is that of the person who approved the ask, which is spent with it.
    """
    document = document_held(document, caller)
    require_writer(document, caller)
    version_of(document, version)
    settings = settings_of(document.space)
    require_allowed_to_assistant(
        act=Act.APPROVE if decision is Decision.APPROVE else None,
        person_only=decision is Decision.CHANGES,
        what="Asking for changes" if decision is Decision.CHANGES else "Approving",
        ai_approval=settings.ai_approval[document.kind],
        approval_id=approval_id,
        caller=caller,
    )
    spending = None
    if approval_id:
        if decision is not Decision.APPROVE:
            raise invalid("approval_id", "An ask is for approving only.", fix="Leave it out.")
        spending = ask_to_spend(approval_id=approval_id, document=document, act=Act.APPROVE, caller=caller)
        if spending.ask.version != version:
            raise invalid("version", f"The ask is about version {spending.ask.version}.")
    acting = spending.acting if spending else caller
    mine = Review.objects.filter(document=document, reviewer_id=acting.person_id, is_current=True)
    before = mine.filter(version=version).exclude(decision=Decision.PENDING).first()
    if before and before.decision == decision and before.reason == reason and not before.dismissed_at:
        return Answered(before, standing_of(document, settings), unchanged=True)
    # The person's own request is answered; of their answers on this version the new one counts.
    mine.filter(decision=Decision.PENDING).update(is_current=False)
    mine.filter(version=version).exclude(decision=Decision.PENDING).update(is_current=False)
    review = Review.objects.create(
        document=document,
        version=version,
        reviewer_id=acting.subject,
        decision=decision,
        reason=reason,
        assistant_id=acting.assistant_id,
        byline=acting.byline,
        created_at=timezone.now(),
    )
    if spending:
        ask_spend(spending)
    _record(document, acting, "review.submitted", {"version": version, "decision": decision.value})
    return Answered(review, standing_of(document, settings))


@transaction.atomic
def review_dismiss(*, review: Review, because: str, caller: Caller) -> Review:
    """A `changes` answer that blocks no more, dismissed by a manager with a reason, in the console."""
    require_person(caller, "Dismissing an answer")
    document = document_held(review.document, caller)
    require_manager(caller, document.account_id)
    review = Review.objects.select_for_update(of=("self",)).get(pk=review.pk)
    if review.decision != Decision.CHANGES or not review.is_current:
        raise not_found("review")
    if review.dismissed_at:
        raise DomainError("already_done", "This answer is dismissed already.", fix="Nothing is left to do.")
    if not because.strip():
        raise invalid("because", "A reason is required.")
    review.dismissed_at = timezone.now()
    review.dismissed_by_id = caller.person_id
    review.dismissed_because = because
    review.save(update_fields=["dismissed_at", "dismissed_by", "dismissed_because"])
    _record(document, caller, "review.dismissed", {"review": review.pk, "because": because})
    return review


def _record(document: Document, caller: Caller, act: str, after: dict[str, object]) -> None:
    audit_record(caller=caller, act=act, object_id=document.pk, account_id=document.account_id, after=after)
