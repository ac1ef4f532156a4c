"""How a document's current version stands: approvals needed and in, who is waited for, who blocks."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from decisions.domain.kinds import KINDS, Status
from decisions.domain.transitions import Need, moves_from
from decisions.models import Document, Version
from reviews.domain.policy import Answer, Approvals, Decision, Question, evaluate
from reviews.models import Review
from reviews.services.people import Reader, readers_who_count
from spaces.kernel.errors import DomainError
from spaces.services.settings import SettingsInForce


@dataclass(frozen=True)
class Standing:
    """A document with what its space asks for, the people who count and how its current version stands."""

    document: Document
    settings: SettingsInForce
    readers: dict[str, Reader]
    text_author: str
    # The answers that are the newest of their person on their version, and the open requests.
    reviews: tuple[Review, ...]
    approvals: Approvals
    # The ids of the reviews that count, as approvals or as blocks.
    counting: frozenset[str]

    @property
    def managers(self) -> list[str]:
        return [person for person, reader in self.readers.items() if reader.manages]

    def counts_review(self, review: Review) -> bool:
        """Whether an answer approves or blocks now, or a request is waited for."""
        if review.decision == Decision.PENDING:
            return review.is_current and self.counts(review.reviewer_id)
        return review.pk in self.counting

    def name_of(self, person: str) -> str:
        return self.readers[person].username if person in self.readers else person

    def counts(self, person: str | None) -> bool:
        """Whether a person is a member who can read the document now."""
        return person in self.readers


def standing_of(
    document: Document, settings: SettingsInForce, text_author: str | None = None, *, whole: bool = False
) -> Standing:
    """How the current version stands by what is on record now, in three statements, two with its text's author.

    Its reviews are loaded with their reasons where they are wanted `whole`.
    """
    if text_author is None:
        text_author = Version.objects.values_list("text_author_id", flat=True).get(
            document=document, number=document.current_version
        )
    readers = readers_who_count(document)
    rows = Review.objects.filter(document=document, is_current=True).order_by("pk")
    return standing_by(
        document, settings, readers, text_author, tuple(rows if whole else rows.only(*JUDGED_BY))
    )


def standing_with(standing: Standing, reviews: Sequence[Review]) -> Standing:
    """The standing as these reviews make it, within the transaction that wrote them."""
    return standing_by(
        standing.document, standing.settings, standing.readers, standing.text_author, tuple(reviews)
    )


def standing_by(
    document: Document,
    settings: SettingsInForce,
    readers: dict[str, Reader],
    text_author: str,
    reviews: tuple[Review, ...],
) -> Standing:
    """The standing of a document for which all that is judged by was read; no statement."""
    asked = [row.reviewer_id for row in reviews if row.decision == Decision.PENDING]
    answers = [
        Answer(
            person=row.reviewer_id,
            version=row.version,
            decision=Decision(row.decision),
            order=order,
            dismissed=row.dismissed_at is not None,
            carried=row.carried,
        )
        for order, row in enumerate(reviews)
        if row.decision != Decision.PENDING
    ]
    question = Question(
        version=document.current_version,
        author=document.author_id,
        text_author=text_author,
        needed=settings.approvals[document.kind],
        self_approval=settings.self_approval,
        readers=frozenset(readers),
    )
    approvals = evaluate(question, answers, asked)
    counting = frozenset(reviews[order].pk for order in approvals.counting)
    return Standing(document, settings, readers, text_author, reviews, approvals, counting)


JUDGED_BY = ("reviewer_id", "version", "decision", "dismissed_at", "carried_from_id", "document_id")


def require_approvals(standing: Standing) -> None:
    """Pass for a version that may be decided; else `approvals_missing` with the whole explanation."""
    approvals = standing.approvals
    if approvals.met:
        return
    said = f"{approvals.needed} needed, {len(approvals.approved_by)} in"
    if approvals.waiting_for:
        said += f"; waiting for {_named(approvals.waiting_for, standing)}"
    if approvals.blocked_by:
        said += f"; blocked by {_named(approvals.blocked_by, standing)}, who asked for changes"
    raise DomainError(
        "approvals_missing",
        f"The approvals on version {standing.document.current_version} do not suffice: {said}.",
        fix="Ask more members for a review, or have whoever blocks answer again on the current version.",
        needed=approvals.needed,
        approvals_in=len(approvals.approved_by),
        approved_by=list(approvals.approved_by),
        waiting_for=list(approvals.waiting_for),
        blocked_by=list(approvals.blocked_by),
    )


def _named(people: tuple[str, ...], standing: Standing) -> str:
    return ", ".join(standing.name_of(person) for person in people)


@dataclass(frozen=True)
class WaitingOn:
    """Whom a document waits for: their part in it, the people, and until when."""

    who: str
    people: tuple[str, ...]
    until: date | None


def waiting_on(standing: Standing) -> WaitingOn:
    """Author (a draft, or changes asked), reviewers (asked), decider (approvals in) or nobody (decided).

    Where the person it would wait for does not count any more, it waits for the managers.
    """
    document, approvals = standing.document, standing.approvals
    status = Status(document.status)
    moves = moves_from(document.reference.kind, status)
    if not any(move.decides or Need.REVIEW in move.needs for move in moves):
        return WaitingOn("nobody", (), None)
    decidable = any(move.decides and Need.APPROVALS in move.needs for move in moves)
    if decidable and approvals.waiting_for and not approvals.blocked_by:
        return WaitingOn("reviewers", approvals.waiting_for, document.review_by)
    if (
        decidable
        and approvals.met
        and (status is not KINDS[document.reference.kind].first_status or document.decider_id)
    ):
        return _person_or_managers("decider", document.decider_id, standing)
    return _person_or_managers("author", document.author_id, standing)


def _person_or_managers(who: str, person: str | None, standing: Standing) -> WaitingOn:
    until = standing.document.review_by
    if person and standing.counts(person):
        return WaitingOn(who, (person,), until)
    return WaitingOn("managers", tuple(standing.managers), until)
