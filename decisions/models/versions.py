"""Versions of a document's text, and the status lines its current text carries."""

from dataclasses import dataclass
from datetime import date
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from decisions.models.documents import Document
from spaces.kernel.append_only import AppendOnly
from spaces.models import Account, Space


@dataclass(frozen=True, slots=True)
class RecordBeside:
    """What is on record of a document beside the version that is read, loaded in the same statement."""

    # Who wrote the text of the current version.
    text_author_id: str
    # Whether a later version differs from the decided one in more than its status lines.
    changed: bool
    # The newest recorded move that the current text does not tell, as day and status.
    untold: tuple[date, str] | None


class Version(AppendOnly):
    """One saved text of a document, whole and never changed."""

    document = models.ForeignKey(Document, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    text = models.TextField()
    # What its title line says, without the reference; empty where it has none.
    title = models.CharField(max_length=255, blank=True)
    message = models.CharField(max_length=500, blank=True)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    # Who wrote the words: a move only adds to the text of somebody else.
    text_author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    # The agent or app that saved it for its author; empty where the person did it themself.
    assistant_id = models.CharField(max_length=120, blank=True)
    # Both in words, as they were called then: "ana", or "ana via Claude Code".
    byline = models.CharField(max_length=300)
    # It differs from the one before in what a move owns alone.
    status_only = models.BooleanField(default=False)
    # The version its author had read; 0 for the first.
    base_version = models.PositiveIntegerField()
    created_at = models.DateTimeField()
    sha256 = models.CharField(max_length=64)
    # Bytes of UTF-8.
    size = models.PositiveIntegerField()
    # What the text alone gave cause to remark: at most 200, and how many there were.
    findings = models.JSONField(default=list)
    findings_total = models.PositiveIntegerField(default=0)
    # The documents it names, as [line, kind, number, part]; what became of them is judged when it is read.
    references = models.JSONField(default=list)

    # Told in an answer, not stored.
    record: RecordBeside | None = None

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["document", "number"], name="one_version_per_number"),
            models.CheckConstraint(condition=Q(number__gte=1), name="versions_count_from_one"),
        )

    def __str__(self) -> str:
        return f"version {self.number}"


class StatusLine(models.Model):
    """One line of the status log in a document's current text, kept as a row when the text is saved."""

    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="status_lines")
    # Where the document is: a timeline reads its newest lines off an index. Who moves a document moves these.
    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="+")
    space = models.ForeignKey(Space, on_delete=models.PROTECT, related_name="+")
    # Its place in the log, from 0, and its line in the text, from 1; 0 where it is kept beside the text.
    position = models.PositiveIntegerField()
    line = models.PositiveIntegerField()
    day = models.DateField()
    status = models.CharField(max_length=40)
    person = models.CharField(max_length=150, blank=True)
    app = models.CharField(max_length=120, blank=True)
    detail = models.CharField(max_length=500, blank=True)
    # A move of this service, rather than words somebody wrote.
    recorded = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["document", "position"], name="one_status_line_per_position")
        ]
        # The timeline's order; rows are written anew at each save, so that their own ids give none.
        indexes = (
            models.Index(
                fields=["account", "-day", "-document", "-position"], name="status_lines_of_account"
            ),
            models.Index(fields=["space", "-day", "-document", "-position"], name="status_lines_of_space"),
            models.Index(fields=["-day", "-document", "-position"], name="status_lines_by_day"),
        )

    def __str__(self) -> str:
        return f"{self.day} {self.status}"
