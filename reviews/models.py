"""Reviews and asks."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from decisions.domain.transitions import Act
from decisions.models import Document
from reviews.domain.policy import Decision
from spaces.kernel.ids import PublicIdField

# product.md §6: an ask is decided and spent within three days, or asked anew.
ASK_LIFETIME = timedelta(hours=72)


class Review(models.Model):
    """A request to review a document, or an answer on one of its versions.

    Answers are added and never changed: `is_current` says which of a person's answers on a version counts.
    A request is open until it is answered or its person is shut out; it follows the document to its
    current version.
    """

    id = PublicIdField("lrev", primary_key=True)
    document = models.ForeignKey(Document, on_delete=models.PROTECT, related_name="reviews")
    # The version that was current when somebody was asked, or that an answer is about.
    version = models.PositiveIntegerField()
    reviewer = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="reviews")
    decision = models.CharField(max_length=7, choices=[(each.value, each.value) for each in Decision])
    reason = models.TextField(max_length=4_000, blank=True)
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="requested_reviews"
    )
    # An answer: the newest of its person on its version. A request: still open.
    is_current = models.BooleanField(default=True)
    # The approval that a status-only version took over from the one before it.
    carried_from = models.ForeignKey("self", null=True, on_delete=models.PROTECT, related_name="carried_to")
    dismissed_at = models.DateTimeField(null=True)
    dismissed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    dismissed_because = models.CharField(max_length=500, blank=True)
    assistant_id = models.CharField(max_length=120, blank=True)
    # Who asked or answered, as they were called then.
    byline = models.CharField(max_length=300)
    created_at = models.DateTimeField()

    # Whether it counts for the current version; told in a list, not stored.
    counts = True

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["document", "version", "reviewer"],
                condition=Q(is_current=True) & ~Q(decision=Decision.PENDING),
                name="one_current_answer",
            ),
            models.UniqueConstraint(
                fields=["document", "reviewer"],
                condition=Q(is_current=True, decision=Decision.PENDING),
                name="one_open_request",
            ),
            models.CheckConstraint(condition=Q(decision__in=list(Decision)), name="review_decision_known"),
        )
        indexes = (
            models.Index(fields=["document", "-id"], name="reviews_of_document"),
            models.Index(
                fields=["reviewer", "-id"],
                condition=Q(is_current=True, decision=Decision.PENDING),
                name="reviews_waiting_for",
            ),
            models.Index(
                fields=["requested_by", "-id"],
                condition=Q(is_current=True, decision=Decision.PENDING),
                name="reviews_asked_by",
            ),
        )

    @property
    def carried(self) -> bool:
        return self.carried_from_id is not None

    def __str__(self) -> str:
        return f"{self.decision} by {self.byline} on version {self.version}"


class Ask(models.Model):
    """An assistant's request to a person for one act on one version of a document."""

    STATES = ("pending", "approved", "declined", "withdrawn", "outdated", "spent")

    id = PublicIdField("ask", primary_key=True)
    document = models.ForeignKey(Document, on_delete=models.PROTECT, related_name="asks")
    version = models.PositiveIntegerField()
    act = models.CharField(max_length=7, choices=[(act.value, act.value) for act in Act])
    # Whose act it would be, whose assistant asks, and which assistant that is.
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="asks")
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="asks_made")
    assistant_id = models.CharField(max_length=120)
    assistant_name = models.CharField(max_length=120)
    note = models.CharField(max_length=2_000, blank=True)
    # What was done to it; `state` adds what became of it by itself.
    settled = models.CharField(max_length=9, choices=[(state, state) for state in STATES], default="pending")
    created_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True)
    spent_at = models.DateTimeField(null=True)
    because = models.CharField(max_length=500, blank=True)

    class Meta:
        constraints = (
            models.CheckConstraint(condition=Q(act__in=list(Act)), name="ask_act_known"),
            models.CheckConstraint(
                condition=~Q(settled="spent") | Q(spent_at__isnull=False), name="spent_asks_say_when"
            ),
        )
        indexes = (
            models.Index(fields=["person", "settled", "-id"], name="asks_to_person"),
            models.Index(fields=["asked_by", "assistant_id", "-id"], name="asks_of_assistant"),
        )

    def __str__(self) -> str:
        return f"{self.act} version {self.version}, asked by {self.assistant_name}"

    @property
    def expires_at(self) -> datetime:
        return self.created_at + ASK_LIFETIME

    @property
    def state_now(self) -> str:
        return self.state(timezone.now())

    @property
    def url(self) -> str:
        """The console page where its person decides it."""
        return f"{settings.PUBLIC_URL}/console/reviews/ask/{self.pk}/"

    def state(self, now: datetime) -> str:
        """pending, approved, declined, withdrawn, spent, or what time did to it: outdated, expired."""
        if self.settled not in ("pending", "approved"):
            return self.settled
        if self.document.current_version != self.version:
            return "outdated"
        return "expired" if now >= self.expires_at else self.settled
