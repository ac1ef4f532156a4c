"""What people are told of: the kinds they choose between, and the sentence of each event."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from decisions.domain.text.one_line import one_line

# A name and an app's name, "… via …", as they fit a line of a mail.
MAX_BYLINE = 200


class NoticeKind(StrEnum):
    REVIEW = "review"
    ANSWER = "answer"
    MENTION = "mention"
    DECISION = "decision"
    DUE = "due"
    ASK = "ask"


class Channel(StrEnum):
    """How one kind reaches a person."""

    BOTH = "both"
    CONSOLE = "console"
    OFF = "off"


# What each kind is for, as the page of preferences says it.
KIND_LABELS: dict[NoticeKind, str] = {
    NoticeKind.REVIEW: "You are asked for a review",
    NoticeKind.ANSWER: "Somebody answers: a review, a reply, your question",
    NoticeKind.MENTION: "You are mentioned, or named as decider",
    NoticeKind.DECISION: "A document you take part in is decided",
    NoticeKind.DUE: "A document waits for you and its day comes or has passed",
    NoticeKind.ASK: "An assistant asks you for an act, or one you were asked for is answered",
}


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happens: the kind it belongs to, and its sentence, in which braces name facts."""

    kind: NoticeKind
    sentence: str


_K = NoticeKind

EVENTS: dict[str, Event] = {
    "review_requested": Event(_K.REVIEW, "{byline} asks you to review version {version}"),
    "approve": Event(_K.ANSWER, "{byline} approved version {version}"),
    "changes": Event(_K.ANSWER, "{byline} asked for changes on version {version}"),
    "dismissed": Event(_K.ANSWER, "{byline} dismissed the changes you asked for on version {version}"),
    "replied": Event(_K.ANSWER, "{byline} replied in a thread you take part in"),
    "question_answered": Event(_K.ANSWER, "{byline} answered your question"),
    "mentioned_in_text": Event(_K.MENTION, "{byline} mentioned you in version {version}"),
    "mentioned_in_comment": Event(_K.MENTION, "{byline} mentioned you in a comment"),
    "mentioned_in_reason": Event(_K.MENTION, "{byline} mentioned you in a reason"),
    "decider_named": Event(_K.MENTION, "{byline} named you as the one who decides"),
    "accepted": Event(_K.DECISION, "{byline} accepted it"),
    "published": Event(_K.DECISION, "{byline} published it"),
    "rejected": Event(_K.DECISION, "{byline} rejected it"),
    "due_soon": Event(_K.DUE, "It waits for you and is to be settled by {review_by}"),
    "due_today": Event(_K.DUE, "It waits for you and is to be settled today, {review_by}"),
    "overdue": Event(_K.DUE, "It waits for you and was to be settled by {review_by}"),
    "asked": Event(_K.ASK, "{byline} asks you to {act} version {version}"),
    "ask_approved": Event(_K.ASK, "{byline} said yes to {act} version {version}"),
    "ask_declined": Event(_K.ASK, "{byline} said no to {act} version {version}"),
}


def words_of(event: str, byline: str, facts: Mapping[str, Any]) -> str:
    """The sentence of an event, in one line, without its document and full stop."""
    return EVENTS[event].sentence.format(byline=one_line(byline, limit=MAX_BYLINE), **facts)
