"""Who hears of what: one function for each thing that happens below."""

from typing import Any

from decisions.domain.transitions import Move
from decisions.models import Answer, Comment, Document, Question, Version
from integrations.domain.mentions import mentions_in
from integrations.notices.writing import News
from reviews.domain.policy import Decision
from reviews.models import Ask, Review
from spaces.domain.caller import Caller


def document_created(*, document: Document, version: Version) -> None:
    """Whoever the first text mentions."""
    news = News(document, version.author_id, version.byline)
    news.tell_mentioned_in(version.text, "mentioned_in_text", version=version.number)


def version_added(*, document: Document, version: Version, base: Version) -> None:
    """Whoever the text mentions that it did not mention before."""
    names = mentions_in(version.text)
    if not names or version.status_only:
        return
    before = set(mentions_in(base.text))
    news = News(document, version.author_id, version.byline)
    fresh = [name for name in names if name not in before]
    news.tell_mentioned(fresh, "mentioned_in_text", version=version.number)


def comment_added(*, document: Document, comment: Comment, caller: Caller) -> None:
    """A reply: those who spoke in its thread. And whoever a comment mentions."""
    news = _news(document, caller)
    told: set[str] = set()
    if comment.reply_to:
        speakers = Comment.objects.filter(thread_id=comment.thread_id).values_list("author_id", flat=True)
        told = news.tell(speakers.distinct(), "replied")
    news.tell_mentioned_in(comment.body, "mentioned_in_comment", but=told)


def question_answered(*, question: Question, answer: Answer, caller: Caller) -> None:
    """Who asked about a document. A question about none is in no document's circle, and told to nobody."""
    if question.document is not None:
        _news(question.document, caller).tell([question.asker_id], "question_answered")


def review_requested(*, document: Document, requests: list[Review], caller: Caller) -> None:
    """The people asked."""
    people = [request.reviewer_id for request in requests]
    _news(document, caller).tell(people, "review_requested", version=document.current_version)


def review_submitted(*, document: Document, review: Review, caller: Caller) -> None:
    """The author, the decider and who asked for the review; and whoever the reason mentions."""
    news = _news(document, caller)
    asked_by = (
        Review.objects.filter(document=document, reviewer_id=review.reviewer_id, decision=Decision.PENDING)
        .order_by("-pk")
        .values_list("requested_by_id", flat=True)
        .first()
    )
    people = [document.author_id, document.decider_id, asked_by]
    told = news.tell(people, str(review.decision), version=review.version)
    news.tell_mentioned_in(review.reason, "mentioned_in_reason", but=told)


def review_dismissed(*, document: Document, review: Review, caller: Caller) -> None:
    """Whose answer it was, and whoever the reason mentions."""
    news = _news(document, caller)
    told = news.tell([review.reviewer_id], "dismissed", version=review.version)
    news.tell_mentioned_in(review.dismissed_because, "mentioned_in_reason", but=told)


def document_moved(
    *, document: Document, move: Move, former_decider: str | None, note: str, caller: Caller
) -> None:
    """A decision: the author, the decider and all who were asked or answered. Else the decider that is named."""
    news = _news(document, caller)
    told: set[str] = set()
    if move.decides:
        judges = Review.objects.filter(document=document).values_list("reviewer_id", flat=True).distinct()
        told = news.tell([document.author_id, document.decider_id, *judges], move.to.value)
    elif document.decider_id != former_decider:
        told = news.tell([document.decider_id], "decider_named")
    news.tell_mentioned_in(note, "mentioned_in_reason", but=told)


def ask_created(*, ask: Ask, caller: Caller) -> None:
    """The person asked, also where it is their own assistant that asks: nobody else would tell them."""
    News(ask.document, None, caller.byline).tell([ask.person_id], "asked", **_of(ask))


def ask_decided(*, ask: Ask, caller: Caller) -> None:
    """The person whose assistant asked."""
    _news(ask.document, caller).tell([ask.asked_by_id], f"ask_{ask.settled}", **_of(ask))


def _of(ask: Ask) -> dict[str, Any]:
    return {"ask_id": ask.pk, "act": ask.act, "version": ask.version}


def _news(document: Document, caller: Caller) -> News:
    return News(document, caller.person_id, caller.byline)
