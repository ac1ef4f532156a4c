"""Notices: what a person is told, and the mails that told them."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from decisions.models import Document
from integrations.domain.notices import EVENTS, KIND_LABELS, Channel, NoticeKind, words_of
from spaces.kernel.ids import PublicIdField

KIND_CHOICES = [(kind.value, label) for kind, label in KIND_LABELS.items()]


class Digest(models.Model):
    """One mail to one person about several notices; open until it is sent, empty or given up."""

    OUTCOMES = ("open", "sent", "empty", "failed")

    id = PublicIdField("digest", primary_key=True)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    outcome = models.CharField(max_length=6, choices=[(each, each) for each in OUTCOMES], default="open")
    created_at = models.DateTimeField()
    # Whoever moves this into the future first holds the digest until then; a failure moves it further.
    next_try_at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)
    # What the mail server said last, for those who run the service.
    problem = models.CharField(max_length=300, blank=True)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["person"], condition=Q(outcome="open"), name="one_open_digest_per_person"
            ),
            models.CheckConstraint(
                condition=Q(outcome="open", closed_at__isnull=True)
                | ~Q(outcome="open") & Q(closed_at__isnull=False),
                name="closed_digests_say_when",
            ),
        )
        indexes = (
            models.Index(fields=["next_try_at"], condition=Q(outcome="open"), name="digests_to_send"),
            models.Index(fields=["person", "created_at"], name="digests_of_person"),
        )

    def __str__(self) -> str:
        return f"digest {self.pk}"


class Notice(models.Model):
    """One person told of one event about one document; its words are made when they are read or sent."""

    # What became of the mail about it: `seen` in the console before, `off` by the person's choice or for want of
    # an address, `dropped` because the person could not read the document by then.
    MAIL = ("waiting", "sent", "seen", "off", "dropped", "failed")

    id = PublicIdField("notice", primary_key=True)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=8, choices=KIND_CHOICES)
    event = models.CharField(max_length=24, choices=[(name, name) for name in EVENTS])
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="+")
    # The ask it is about, which has a page of its own; empty where the document's page is the place to go.
    ask_id = PublicIdField("ask", null=True)  # type: ignore[misc]
    facts = models.JSONField(default=dict)
    # Who did it, as they were called then; empty where only time passed.
    byline = models.CharField(max_length=300, blank=True)
    # Of a due notice: the day it is for, in the space's time zone.
    day = models.DateField(null=True)
    created_at = models.DateTimeField()
    seen_at = models.DateTimeField(null=True)
    mail = models.CharField(max_length=7, choices=[(each, each) for each in MAIL], default="waiting")
    mailed_at = models.DateTimeField(null=True)
    digest = models.ForeignKey(Digest, null=True, on_delete=models.SET_NULL, related_name="notices")

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["person", "document", "day"],
                condition=Q(day__isnull=False),
                name="one_due_notice_a_day",
            ),
            models.CheckConstraint(
                condition=Q(kind=NoticeKind.DUE, day__isnull=False)
                | ~Q(kind=NoticeKind.DUE) & Q(day__isnull=True),
                name="due_notices_have_a_day",
            ),
            models.CheckConstraint(
                condition=Q(mail="sent", mailed_at__isnull=False)
                | ~Q(mail="sent") & Q(mailed_at__isnull=True),
                name="sent_notices_say_when",
            ),
            models.CheckConstraint(condition=Q(kind__in=list(NoticeKind)), name="notice_kind_known"),
        )
        indexes = (
            models.Index(fields=["person", "-id"], name="notices_of_person"),
            models.Index(fields=["person"], condition=Q(seen_at__isnull=True), name="notices_unseen"),
            models.Index(
                fields=["person", "created_at"],
                condition=Q(mail="waiting", digest__isnull=True),
                name="notices_to_mail",
            ),
        )

    def __str__(self) -> str:
        return f"{self.document.reference}: {self.words}"

    @property
    def words(self) -> str:
        """What happened, in words."""
        return words_of(self.event, self.byline, self.facts)


class NoticePreference(models.Model):
    """A person's choice for one kind, where it is not the default: both ways."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=8, choices=KIND_CHOICES)
    channel = models.CharField(
        max_length=7, choices=[(each.value, each.value) for each in (Channel.CONSOLE, Channel.OFF)]
    )

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["person", "kind"], name="one_preference_per_kind"),
            models.CheckConstraint(condition=Q(kind__in=list(NoticeKind)), name="preference_kind_known"),
            models.CheckConstraint(
                condition=Q(channel__in=[Channel.CONSOLE, Channel.OFF]), name="preference_channel_known"
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind}: {self.channel}"
