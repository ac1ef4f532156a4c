"""Questions asked of a space, and their answers."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from decisions.models.documents import Document
from spaces.kernel.append_only import AppendOnly
from spaces.kernel.ids import PublicIdField
from spaces.models import Account, Space


class Question(models.Model):
    """What somebody asked of a space, perhaps about a document of it; open until `answer` is set."""

    id = PublicIdField("lqst", primary_key=True)
    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="+")
    space = models.ForeignKey(Space, on_delete=models.PROTECT, related_name="questions")
    document = models.ForeignKey(
        Document, null=True, blank=True, on_delete=models.PROTECT, related_name="questions"
    )
    text = models.TextField()
    asker = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    assistant_id = models.CharField(max_length=120, blank=True)
    # As they were called then: "ana", or "ana via Claude Code".
    byline = models.CharField(max_length=300)
    created_at = models.DateTimeField()
    # The answer that stands; reopening takes it away from here and not from `answers`.
    answer = models.OneToOneField(
        "Answer", null=True, blank=True, on_delete=models.PROTECT, related_name="standing_for"
    )

    class Meta:
        indexes = (
            models.Index(fields=["space", "-id"], name="questions_of_space"),
            models.Index(
                fields=["space", "-id"], name="open_questions_of_space", condition=Q(answer__isnull=True)
            ),
        )

    def __str__(self) -> str:
        return self.text[:60]


class Answer(AppendOnly):
    """One answer to a question: 1 the first, 2 the one after it was reopened."""

    question = models.ForeignKey(Question, on_delete=models.PROTECT, related_name="answers")
    number = models.PositiveIntegerField()
    text = models.TextField()
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    assistant_id = models.CharField(max_length=120, blank=True)
    byline = models.CharField(max_length=300)
    created_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["question", "number"], name="one_answer_per_number"),
            models.CheckConstraint(condition=Q(number__gte=1), name="answers_count_from_one"),
        ]

    def __str__(self) -> str:
        return f"answer {self.number}"
