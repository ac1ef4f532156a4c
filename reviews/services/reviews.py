"""Asking for reviews and answering."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from decisions.domain.transitions import Act
from decisions.models import Document, Version
from decisions.services.rights import require_writer
from decisions.services.versions import document_held
from reviews.domain.policy import Decision
from reviews.hooks import REVIEW_DISMISSED, REVIEW_REQUESTED, REVIEW_SUBMITTED
from reviews.models import Review
from reviews.services.approvals import Standing, standing_of, standing_with
from reviews.services.entitlement import require_allowed_to_assistant
from reviews.services.people import readers_who_count
from reviews.services.spending import Spending, ask_spend, ask_to_spend
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError, invalid, not_found
from spaces.kernel.registry import hooks
from spaces.services.audit import audit_record
from spaces.services.rights import require_manager, require_person
from spaces.services.settings import settings_of

MAX_REVIEWERS = 20
MAX_BECAUSE = 500


@transaction.atomic
def review_request(*, document: Document, reviewers: Sequence[str], caller: Caller) -> list[Review]:
    """The requests to these members (1–20, never the caller) to review the current version.

    Whoever was asked to review it already stays asked once, answered or not: it is safe to repeat.
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
    # An open request is one for the current version; one that was answered says on which version.
    made = Review.objects.filter(document=document, decision=Decision.PENDING, reviewer__in=wanted)
    made = made.filter(Q(is_current=True) | Q(version=document.current_version))
    asked = set(made.values_list("reviewer_id", flat=True))
    new = [_request(document, person, caller) for person in wanted if person not in asked]
    Review.objects.bulk_create(new)
    if new:
        _record(document, caller, "review.requested", {"reviewers": [each.reviewer_id for each in new]})
        hooks.run(REVIEW_REQUESTED, document=document, requests=new, caller=caller)
    return [moved_along(each, document) for each in made.select_related("reviewer").order_by("pk")]


def moved_along(review: Review, document: Document) -> Review:
    """A review as it is shown: an open request is for the version that is current now."""
    if review.is_current and review.decision == Decision.PENDING:
        review.version = document.current_version
    return review


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

    With `approval_id` the answer is that of the person who approved the ask, which is spent with it. An
    answer on the current version closes the person's request.
    """
    document = document_held(document, caller)
    require_writer(document, caller)
    if decision is Decision.PENDING:
        raise invalid("decision", "An answer is approve or changes.")
    text_author = _text_author(document, version)
    standing = standing_of(document, settings_of(document.space), text_author, whole=True)
    spending = _spending(standing, version, decision, approval_id, caller)
    acting = spending.acting if spending else caller
    if spending:
        ask_spend(spending)
    mine = [each for each in standing.reviews if each.reviewer_id == acting.person_id]
    request = [each for each in mine if each.decision == Decision.PENDING]
    if version != document.current_version:
        request = []
    before = [each for each in mine if each.version == version and each.decision != Decision.PENDING]
    if before and _repeats(before[0], decision, reason, standing):
        return _answered(before[0], _closed(standing, request, version), unchanged=True)
    standing = _closed(standing, [*request, *before], version)
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
    _record(document, acting, "review.submitted", {"version": version, "decision": decision.value})
    hooks.run(REVIEW_SUBMITTED, document=document, review=review, caller=acting)
    return _answered(review, standing_with(standing, [*standing.reviews, review]))


def _closed(standing: Standing, reviews: list[Review], version: int) -> Standing:
    """The standing without these requests and answers on a version, which count no more."""
    if not reviews:
        return standing
    # A request that was asked of an older version went along to this one.
    Review.objects.filter(pk__in=[each.pk for each in reviews]).update(is_current=False, version=version)
    return standing_with(standing, [each for each in standing.reviews if each not in reviews])


def _answered(review: Review, standing: Standing, *, unchanged: bool = False) -> Answered:
    review.counts = review.pk in standing.counting
    return Answered(review, standing, unchanged)


def _text_author(document: Document, version: int) -> str:
    """Who wrote the current version's text; `not_found` where the version that is answered on is not there."""
    wanted = {version, document.current_version}
    versions = Version.objects.filter(document=document, number__in=wanted)
    authors: dict[int, str] = dict(versions.values_list("number", "text_author_id"))
    if version not in authors:
        raise not_found("version")
    return authors[document.current_version]


def _spending(
    standing: Standing, version: int, decision: Decision, approval_id: str | None, caller: Caller
) -> Spending | None:
    """The ask this answer uses up; a given one is always used."""
    document = standing.document
    approves = decision is Decision.APPROVE
    require_allowed_to_assistant(
        act=Act.APPROVE if approves else None,
        person_only=not approves,
        what="Approving" if approves else "Asking for changes",
        ai_approval=standing.settings.ai_approval[document.kind],
        approval_id=approval_id,
        caller=caller,
    )
    if not approval_id:
        return None
    return ask_to_spend(
        approval_id=approval_id,
        document=document,
        version=version,
        act=Act.APPROVE if approves else None,
        readers=standing.readers,
        caller=caller,
    )


def _repeats(before: Review, decision: Decision, reason: str, standing: Standing) -> bool:
    """Whether an answer says again what the person's newest on that version says.

    An approval says something new where a `changes` of the person's stands that was given after it.
    """
    same = before.decision == decision and before.reason == reason and not before.dismissed_at
    return same and not (decision is Decision.APPROVE and before.reviewer_id in standing.approvals.blocked_by)


def review_for(document: Document, review_id: str) -> Review:
    """One review of a document."""
    review = Review.objects.filter(document=document, pk=review_id).select_related("document").first()
    if review is None:
        raise not_found("review")
    return review


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
    if not 1 <= len(because.strip()) <= MAX_BECAUSE:
        raise invalid("because", f"A reason of 1 to {MAX_BECAUSE} characters is required.")
    review.dismissed_at = timezone.now()
    review.dismissed_by_id = caller.person_id
    review.dismissed_because = because
    review.save(update_fields=["dismissed_at", "dismissed_by", "dismissed_because"])
    review.counts = False
    _record(document, caller, "review.dismissed", {"review": review.pk, "because": because})
    hooks.run(REVIEW_DISMISSED, document=document, review=review, caller=caller)
    return review


def _record(document: Document, caller: Caller, act: str, after: dict[str, object]) -> None:
    audit_record(caller=caller, act=act, object_id=document.pk, account_id=document.account_id, after=after)
