"""Who hears of what: one function for each thing that happens below."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any

from decisions.domain.transitions import Move
from decisions.models import Answer, Comment, Document, Question, Version
from integrations.domain.mentions import mentions_in
from integrations.notices.writing import News, news_of
from reviews.domain.policy import Decision
from reviews.models import Ask, Review
from spaces.domain.caller import Caller


def document_created(*, document: Document, version: Version) -> None:
    """Whoever the first text mentions."""
    with news_of(document, version.author_id, version.byline) as news:
        news.tell_mentioned(version.text, "mentioned_in_text", version=version.number)


def version_added(*, document: Document, version: Version, base: Version) -> None:
    """Whoever the text mentions that it did not mention before."""
    names = mentions_in(version.text)
    if not names or version.status_only:
        return
    before = set(mentions_in(base.text))
    fresh = [name for name in names if name not in before]
    with news_of(document, version.author_id, version.byline) as news:
        news.tell_named(fresh, "mentioned_in_text", version=version.number)


def comment_added(*, document: Document, comment: Comment, caller: Caller) -> None:
    """A reply: those who spoke in its thread. And whoever a comment mentions."""
    with _news_by(caller, document) as news:
        if comment.reply_to:
            said = Comment.objects.filter(thread_id=comment.thread_id)
            news.tell(said.values_list("author_id", flat=True).distinct(), "replied")
        news.tell_mentioned(comment.body, "mentioned_in_comment")


def question_answered(*, question: Question, answer: Answer, caller: Caller) -> None:
    """Who asked about a document. A question about none is in no document's circle, and told to nobody."""
    if question.document is not None:
        with _news_by(caller, question.document) as news:
            news.tell([question.asker_id], "question_answered")


def review_requested(*, document: Document, requests: list[Review], caller: Caller) -> None:
    """The people asked."""
    people = [request.reviewer_id for request in requests]
    with _news_by(caller, document) as news:
        news.tell(people, "review_requested", version=document.current_version)


def review_submitted(*, document: Document, review: Review, caller: Caller) -> None:
    """The author, the decider and who asked for the review; and whoever the reason mentions."""
    requests = Review.objects.filter(
        document=document, reviewer_id=review.reviewer_id, decision=Decision.PENDING
    )
    asked_by = requests.order_by("-pk").values_list("requested_by_id", flat=True).first()
    with _news_by(caller, document) as news:
        people = [document.author_id, document.decider_id, asked_by]
        news.tell(people, str(review.decision), version=review.version)
        news.tell_mentioned(review.reason, "mentioned_in_reason")


def review_dismissed(*, document: Document, review: Review, caller: Caller) -> None:
    """Whose answer it was, and whoever the reason mentions."""
    with _news_by(caller, document) as news:
        news.tell([review.reviewer_id], "dismissed", version=review.version)
        news.tell_mentioned(review.dismissed_because, "mentioned_in_reason")


def document_moved(
    *,
    document: Document,
    move: Move,
    former_decider: str | None,
    judges: Sequence[str],
    note: str,
    caller: Caller,
) -> None:
    """A decision: the author, the decider and all who were asked or answered. Else the decider that is named."""
    with _news_by(caller, document) as news:
        if move.decides:
            news.tell([document.author_id, document.decider_id, *judges], move.to.value)
        elif document.decider_id != former_decider:
            news.tell([document.decider_id], "decider_named")
        news.tell_mentioned(note, "mentioned_in_reason")


def ask_created(*, ask: Ask, caller: Caller) -> None:
    """The person asked, also where it is their own assistant that asks: nobody else would tell them."""
    with news_of(ask.document, None, caller.byline) as news:
        news.tell([ask.person_id], "asked", **_of(ask))


def ask_decided(*, ask: Ask, caller: Caller) -> None:
    """The person whose assistant asked."""
    with _news_by(caller, ask.document) as news:
        news.tell([ask.asked_by_id], f"ask_{ask.settled}", **_of(ask))


def _of(ask: Ask) -> dict[str, Any]:
    return {"ask_id": ask.pk, "act": ask.act, "version": ask.version}


def _news_by(caller: Caller, document: Document) -> AbstractContextManager[News]:
    return news_of(document, caller.person_id, caller.byline)
