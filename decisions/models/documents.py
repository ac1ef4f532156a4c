"""Documents, the references people call them by, and where they are listed."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from decisions.domain.implementation import Implementation, implementation_shown
from decisions.domain.kinds import KINDS, Kind
from decisions.domain.references import Reference
from spaces.domain.access import Access
from spaces.kernel.ids import PublicIdField
from spaces.models import Account, Space

FORMATS = ("markdown", "rst", "mediawiki", "asciidoc", "plain")

KIND_CHOICES = [(kind.value, rules.label) for kind, rules in KINDS.items()]
STATUS_CHOICES = sorted(
    {(status.value, status.value) for rules in KINDS.values() for status in rules.statuses}
)
IMPLEMENTATION_CHOICES = [(each.value, each.value) for each in Implementation]
ACCESS_CHOICES = [(level.value, level.word) for level in Access]

_STATUS_OF_ITS_KIND = Q()
for _kind, _rules in KINDS.items():
    _STATUS_OF_ITS_KIND |= Q(kind=_kind.value, status__in=[status.value for status in _rules.statuses])


class Document(models.Model):
    """An RFC, PRD, ADR or study: who may read it, where it stands and which version is current.

    Its text is in its versions, so that no list ever loads one.
    """

    id = PublicIdField("ldoc", primary_key=True)
    # The space's account, which a document never leaves: lists and rights need no join.
    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="+")
    space = models.ForeignKey(Space, on_delete=models.PROTECT, related_name="documents")
    kind = models.CharField(max_length=5, choices=KIND_CHOICES)
    number = models.PositiveIntegerField()
    # 0 for a whole document, 1, 2, … for the parts of its parent.
    part = models.PositiveIntegerField(default=0)
    parent = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="parts")
    last_part = models.PositiveIntegerField(default=0, editable=False)
    title = models.CharField(max_length=255)
    format = models.CharField(max_length=9, choices=[(name, name) for name in FORMATS], default="markdown")

    status = models.CharField(max_length=10, choices=STATUS_CHOICES)
    # The word an imported text used for its status, where the service knows no such status or it says more.
    status_word = models.CharField(max_length=120, blank=True)
    access = models.PositiveSmallIntegerField(choices=ACCESS_CHOICES)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    decider = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    review_by = models.DateField(null=True, blank=True)
    successor = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="supersedes"
    )
    current_version = models.PositiveIntegerField(default=1)
    decided_version = models.PositiveIntegerField(null=True, blank=True)
    # When it was decided; empty for what was decided elsewhere on a day that its text does not tell.
    decided_at = models.DateTimeField(null=True, blank=True, editable=False)
    # How far it is carried out: kept by whoever knows its links, so that lists show and filter it without them.
    implementation = models.CharField(
        max_length=7, choices=IMPLEMENTATION_CHOICES, default=Implementation.NONE.value, editable=False
    )
    # The secret of the preview link; empty until somebody asks for one.
    preview_token = models.CharField(max_length=64, null=True, unique=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField()

    # Where a search found it; told in the answer, not stored.
    snippet: str | None = None

    class Meta:
        permissions: ClassVar = [("read_document", "Is named as a reader of the document")]
        constraints = (
            models.UniqueConstraint(
                fields=["space", "kind", "number", "part"], name="one_reference_per_space"
            ),
            models.CheckConstraint(condition=_STATUS_OF_ITS_KIND, name="status_of_its_kind"),
            models.CheckConstraint(condition=Q(access__in=list(Access)), name="document_access_known"),
            models.CheckConstraint(
                condition=Q(implementation__in=list(Implementation)), name="implementation_known"
            ),
            models.CheckConstraint(
                condition=Q(number__gte=1, current_version__gte=1), name="counted_from_one"
            ),
            models.CheckConstraint(
                condition=Q(parent__isnull=True, part=0) | Q(parent__isnull=False, part__gte=1),
                name="a_part_has_a_parent",
            ),
            models.CheckConstraint(condition=~Q(successor=F("id")), name="no_successor_of_itself"),
            models.CheckConstraint(
                condition=Q(decided_at__isnull=True) | Q(decided_version__isnull=False),
                name="a_decision_has_a_version",
            ),
        )
        indexes = (
            models.Index(fields=["space", "-updated_at", "-id"], name="documents_of_space"),
            models.Index(fields=["account", "-updated_at", "-id"], name="documents_of_account"),
            # Few documents have links: asked for by their implementation, they are found without the others.
            models.Index(
                fields=["account", "-updated_at", "-id"],
                condition=~Q(implementation=Implementation.NONE.value),
                name="documents_carried_out",
            ),
            # A year of decisions is counted without the documents of other years.
            models.Index(
                fields=["account", "decided_at"],
                condition=Q(decided_at__isnull=False),
                name="documents_decided",
            ),
            # What an account shows to everybody, newest first: as many rows as a page has.
            models.Index(
                fields=["account", "-id"],
                condition=Q(access__lte=Access.PUBLIC.value),
                name="documents_public",
            ),
        )

    def __str__(self) -> str:
        return f"{self.reference} {self.title}"

    @property
    def reference(self) -> Reference:
        """What people call it, such as RFC 12.1."""
        return Reference(Kind(self.kind), self.number, self.part)

    @property
    def level(self) -> Access:
        return Access(self.access)

    @property
    def implementation_shown(self) -> str | None:
        """How far it is carried out, once it is decided."""
        return implementation_shown(self.status, self.implementation)


class Numbering(models.Model):
    """The last number given to a kind in a space; numbers are never given twice."""

    space = models.ForeignKey(Space, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=5, choices=KIND_CHOICES)
    last_number = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["space", "kind"], name="one_numbering_per_kind"),)


class Alias(models.Model):
    """A reference a document had before it moved or was renumbered; it goes on leading to it."""

    space = models.ForeignKey(Space, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=5, choices=KIND_CHOICES)
    number = models.PositiveIntegerField()
    part = models.PositiveIntegerField(default=0)
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="aliases")

    class Meta:
        verbose_name_plural = "aliases"
        constraints = (
            models.UniqueConstraint(
                fields=["space", "kind", "number", "part"], name="one_document_per_alias"
            ),
        )


class DocumentListing(models.Model):
    """A space that lists a document whose home is another space of the account."""

    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="listings")
    space = models.ForeignKey(Space, on_delete=models.CASCADE, related_name="listings")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["space", "document"], name="listed_once_in_a_space"),)
