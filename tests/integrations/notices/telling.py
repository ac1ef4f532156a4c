"""Making notices, letting time pass, and what people were told."""

from datetime import timedelta

from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.db.models import F
from django.utils import timezone

from decisions.domain.kinds import Status
from decisions.models import Document
from decisions.services.comments import comment_add
from integrations.models import Digest, Notice
from integrations.notices.digests import APART, SETTLING, digests_send
from reviews.services.lifecycle import document_set_status
from reviews.services.needs import Wish
from spaces.domain.access import Access
from tests.cast import Cast


def mention(document: Document, cast: Cast, *names: str) -> None:
    """Have author name these people in a comment, which gives each a notice."""
    body = " ".join(f"@{name}" for name in names)
    comment_add(document=document, body=body, caller=cast.caller("author"))


def in_review(cast: Cast, *, days: int = 10, decider: str = "manager") -> Document:
    """A document of author's in review, with its notices of that cleared away."""
    document = cast.document()
    wish = Wish(decider_id=cast.people[decider].pk, review_by=timezone.localdate() + timedelta(days=days))
    author = cast.caller("author")
    document_set_status(document=document, base_version=1, status=Status.IN_REVIEW, wish=wish, caller=author)
    Notice.objects.all().delete()
    document.refresh_from_db()
    return document


def close_document(document: Document) -> None:
    """Shut plain members out."""
    Document.objects.filter(pk=document.pk).update(access=Access.INTERNAL)


def settle() -> None:
    """Let every notice be old enough to be mailed."""
    _age(SETTLING)


def mailed() -> int:
    """How many mails are sent once what was done has settled."""
    settle()
    return digests_send()


def an_hour_later() -> int:
    """How many mails are sent when the next are allowed."""
    _age(APART)
    return digests_send()


def _age(by: timedelta) -> None:
    Notice.objects.update(created_at=F("created_at") - by)
    Digest.objects.update(next_try_at=F("next_try_at") - by)
    Digest.objects.exclude(closed_at=None).update(closed_at=F("closed_at") - by)


def told(cast: Cast, name: str) -> list[str]:
    """The events somebody has notices of, in the order they were written."""
    return list(
        Notice.objects.filter(person=cast.people[name]).order_by("pk").values_list("event", flat=True)
    )


def everybody_told(cast: Cast) -> dict[str, list[str]]:
    """Everybody who has notices, with their events."""
    return {name: events for name in cast.people if (events := told(cast, name))}


def outcomes(cast: Cast, name: str) -> list[str]:
    """What became of the mails about somebody's notices, oldest first."""
    return list(Notice.objects.filter(person=cast.people[name]).order_by("pk").values_list("mail", flat=True))


def sent_to(name: str) -> list[EmailMultiAlternatives]:
    """The mails sent to somebody, in order."""
    return [
        each
        for each in mail.outbox
        if isinstance(each, EmailMultiAlternatives) and each.to == [f"{name}@example.com"]
    ]
