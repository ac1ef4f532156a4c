"""What people were told, as tests look at it."""

from datetime import timedelta

from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.utils import timezone

from decisions.domain.kinds import Status
from decisions.models import Document
from integrations.models import Notice
from integrations.notices.digests import APART, SETTLING, digests_send
from reviews.services.lifecycle import document_set_status
from reviews.services.needs import Wish
from tests.cast import Cast


def told(cast: Cast, name: str) -> list[str]:
    """The events somebody has notices of, in the order they were written."""
    return list(
        Notice.objects.filter(person=cast.people[name]).order_by("pk").values_list("event", flat=True)
    )


def everybody_told(cast: Cast) -> dict[str, list[str]]:
    """Everybody who has notices, with their events."""
    return {name: events for name in cast.people if (events := told(cast, name))}


def sent_to(name: str) -> list[EmailMultiAlternatives]:
    """The mails sent to somebody, in order."""
    mails = [each for each in mail.outbox if each.to == [f"{name}@example.com"]]
    assert all(isinstance(each, EmailMultiAlternatives) for each in mails)
    return mails  # type: ignore[return-value]


def settle() -> None:
    """Let every notice be old enough to be mailed, and every mail long ago."""
    _age(SETTLING)


def an_hour_later() -> int:
    """How many mails are sent when the next are allowed."""
    _age(APART)
    return digests_send()


def _age(by: timedelta) -> None:
    from django.db.models import F

    from integrations.models import Digest

    Notice.objects.update(created_at=F("created_at") - by)
    Digest.objects.update(next_try_at=F("next_try_at") - by)
    Digest.objects.exclude(closed_at=None).update(closed_at=F("closed_at") - by)


def mailed() -> int:
    """How many mails are sent once what was done has settled."""
    settle()
    return digests_send()


def in_review(cast: Cast, *, days: int = 10, decider: str = "manager", **options: object) -> Document:
    """A document of author's in review, with its notices of that cleared away."""
    document = cast.document(**options)  # type: ignore[arg-type]
    wish = Wish(decider_id=cast.people[decider].pk, review_by=timezone.localdate() + timedelta(days=days))
    author = cast.caller("author")
    document_set_status(document=document, base_version=1, status=Status.IN_REVIEW, wish=wish, caller=author)
    Notice.objects.all().delete()
    document.refresh_from_db()
    return document
