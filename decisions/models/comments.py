"""The talk about a document: threads, perhaps anchored to a piece of its text, and what was said in them."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from decisions.domain.anchors import CONTEXT, MAX_QUOTE, Anchor, Place
from decisions.models.documents import Document
from spaces.kernel.append_only import AppendOnly
from spaces.kernel.ids import PublicIdField


class Anchoring(models.TextChoices):
    """Where a thread belongs in the current version."""

    WHOLE = "", "the document as a whole"
    EXACT = "exact", "at its quote"
    REWORDED = "reworded", "at what its quote became"
    ORPHANED = "orphaned", "its quote is gone"


_PLACED = [Anchoring.EXACT, Anchoring.REWORDED]
_NO_PLACE = Q(start__isnull=True, end__isnull=True, line__isnull=True)
_A_PLACE = Q(start__isnull=False, end__isnull=False, line__isnull=False)


class CommentThread(models.Model):
    """A first comment and its replies. Its id is the first comment's, so that a reply can answer nothing deeper."""

    id = PublicIdField("lcom", primary_key=True)
    document = models.ForeignKey(Document, on_delete=models.PROTECT, related_name="threads")
    # What it was made on, and there: the quote, what stood around it, its headings and line.
    version = models.PositiveIntegerField()
    quote = models.CharField(max_length=MAX_QUOTE, blank=True)
    before = models.CharField(max_length=CONTEXT, blank=True)
    after = models.CharField(max_length=CONTEXT, blank=True)
    path = models.JSONField(default=list)
    quoted_start = models.PositiveIntegerField(null=True)
    quoted_line = models.PositiveIntegerField(null=True)
    # In the document's current version; carried on within each save.
    anchoring = models.CharField(max_length=8, choices=Anchoring.choices, blank=True, default=Anchoring.WHOLE)
    start = models.PositiveIntegerField(null=True)
    end = models.PositiveIntegerField(null=True)
    line = models.PositiveIntegerField(null=True)
    resolved_at = models.DateTimeField(null=True)
    resolved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    resolved_byline = models.CharField(max_length=300, blank=True)
    reply_count = models.PositiveIntegerField(default=0)
    # Bytes of all its comments, so that a page of threads is cut before they are loaded.
    size = models.PositiveIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(anchoring__in=_PLACED) & _A_PLACE | ~Q(anchoring__in=_PLACED) & _NO_PLACE,
                name="a_thread_has_a_place_where_its_quote_is",
            ),
            models.CheckConstraint(
                condition=Q(quote="", anchoring=Anchoring.WHOLE, quoted_start__isnull=True)
                | ~Q(quote="") & ~Q(anchoring=Anchoring.WHOLE) & Q(quoted_start__isnull=False),
                name="a_thread_is_anchored_by_a_quote",
            ),
            models.CheckConstraint(
                condition=Q(resolved_at__isnull=True, resolved_by__isnull=True, resolved_byline="")
                | Q(resolved_at__isnull=False, resolved_by__isnull=False) & ~Q(resolved_byline=""),
                name="a_thread_is_resolved_by_somebody",
            ),
        ]
        indexes = (models.Index(fields=["document", "id"], name="threads_of_document"),)

    def __str__(self) -> str:
        return f"thread {self.pk}"

    @property
    def resolved(self) -> bool:
        """Whether somebody said that it is settled."""
        return self.resolved_at is not None

    @property
    def first(self) -> "Comment":
        """The comment that opened it; its comments are loaded in their order."""
        first: Comment = self.comments.all()[0]
        return first

    @property
    def replies(self) -> "list[Comment]":
        """What was said after the first comment, in order."""
        return list(self.comments.all()[1:])

    @property
    def section(self) -> str:
        """The headings its quote stood under, as `Design > Storage`."""
        return " > ".join(self.path)

    @property
    def anchored(self) -> "CommentThread | None":
        """The thread itself where it has an anchor."""
        return self if self.quote else None

    @property
    def anchor(self) -> Anchor | None:
        """The anchor as it was made; None where the thread is about the document as a whole."""
        if self.quoted_start is None or self.quoted_line is None:
            return None
        return Anchor(
            self.quote, self.before, self.after, tuple(self.path), self.quoted_start, self.quoted_line
        )

    @anchor.setter
    def anchor(self, anchor: Anchor) -> None:
        self.quote, self.before, self.after = anchor.quote, anchor.before, anchor.after
        self.path, self.quoted_start, self.quoted_line = list(anchor.path), anchor.start, anchor.line

    @property
    def place(self) -> Place | None:
        """Where its piece stands in the current version; None where it has none or that is gone."""
        if self.start is None or self.end is None or self.line is None:
            return None
        return Place(self.start, self.end, self.line, self.anchoring == Anchoring.EXACT)

    @place.setter
    def place(self, place: Place | None) -> None:
        self.start, self.end, self.line = place[:3] if place else (None, None, None)
        self.anchoring = _ANCHORING[place and place.exact]


_ANCHORING = {True: Anchoring.EXACT, False: Anchoring.REWORDED, None: Anchoring.ORPHANED}


class Comment(AppendOnly):
    """One thing somebody said; the first of a thread has the thread's id."""

    id = PublicIdField("lcom", primary_key=True)
    thread = models.ForeignKey(CommentThread, on_delete=models.PROTECT, related_name="comments")
    # The version it speaks of.
    version = models.PositiveIntegerField()
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    # The agent or app that wrote it for its author; empty where the person did it themself.
    assistant_id = models.CharField(max_length=120, blank=True)
    byline = models.CharField(max_length=300)
    body = models.TextField()
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"comment {self.pk}"

    @property
    def reply_to(self) -> str | None:
        """The first comment of the thread it is a reply in."""
        return None if self.pk == self.thread_id else self.thread_id
