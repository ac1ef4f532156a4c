"""Pull requests, what links them to documents, and the links a pull request's own text suggests."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from decisions.models import Document
from integrations.domain.pull_requests import Address, Checks, ReviewDecision, State, Trouble
from spaces.kernel.ids import PublicIdField
from spaces.models import Account, Space


class PullRequest(models.Model):
    """One pull request as an account last read it; one row however many of its documents link it.

    Another account that links the same one has a row of its own, read with its own credential.
    """

    id = PublicIdField("pull", primary_key=True)
    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="+")
    host = models.CharField(max_length=253)
    owner = models.CharField(max_length=100)
    repo = models.CharField(max_length=100)
    # Owner and repo in lower case, as GitHub compares them.
    name_key = models.CharField(max_length=201)
    number = models.PositiveIntegerField()
    # GitHub's own ids: a rename keeps them, an impostor under the old name has others.
    node_id = models.CharField(max_length=100, blank=True)
    repo_node_id = models.CharField(max_length=100, blank=True)

    state = models.CharField(
        max_length=7, choices=[(each.value, each.value) for each in State], default=State.UNKNOWN.value
    )
    title = models.CharField(max_length=300, blank=True)
    author = models.CharField(max_length=100, blank=True)
    review_decision = models.CharField(
        max_length=17, blank=True, choices=[(each.value, each.value) for each in ReviewDecision]
    )
    checks = models.CharField(max_length=7, blank=True, choices=[(each.value, each.value) for each in Checks])
    merged_at = models.DateTimeField(null=True)
    merge_commit = models.CharField(max_length=64, blank=True)
    # GitHub's time of its last change: an answer that is older than this is ignored.
    remote_updated_at = models.DateTimeField(null=True)

    created_at = models.DateTimeField()
    last_read_at = models.DateTimeField(null=True)
    # When a reading last showed something new.
    last_changed_at = models.DateTimeField(null=True)
    # Why the last reading failed, as a word and in words; empty where it did not.
    trouble = models.CharField(
        max_length=14, blank=True, choices=[(each.value, each.value) for each in Trouble]
    )
    error = models.CharField(max_length=300, blank=True)
    failures = models.PositiveSmallIntegerField(default=0)
    # The due-list: read from then on; null where nothing more is to come, or nothing links it.
    next_read_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            # One whose address was taken by another no longer stands in the way of that other.
            models.UniqueConstraint(
                fields=["account", "host", "name_key", "number"],
                condition=~Q(trouble=Trouble.REPLACED.value),
                name="one_row_per_pull_request",
            ),
            models.UniqueConstraint(
                fields=["account", "host", "node_id"], condition=~Q(node_id=""), name="one_row_per_node"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="pull_requests_count_from_one"),
            models.CheckConstraint(condition=Q(state__in=list(State)), name="pull_request_state_known"),
            models.CheckConstraint(
                condition=Q(state=State.MERGED.value, merged_at__isnull=False)
                | ~Q(state=State.MERGED.value) & Q(merged_at__isnull=True, merge_commit=""),
                name="merged_ones_say_when",
            ),
        )
        indexes = (
            models.Index(
                fields=["next_read_at"], condition=Q(next_read_at__isnull=False), name="pull_requests_due"
            ),
            models.Index(fields=["account", "host", "repo_node_id"], name="pull_requests_of_repo"),
        )

    def __str__(self) -> str:
        return str(self.address)

    @property
    def address(self) -> Address:
        """Where it was last seen, or said to be."""
        return Address(self.host, self.owner, self.repo, self.number)

    @property
    def url(self) -> str:
        """Its page."""
        return f"https://{self.host}/{self.owner}/{self.repo}/pull/{self.number}"


class Linked(models.Model):
    """What any link of a document to something that carries it out says: who made it, and whether it stands."""

    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="+")
    # The document's home, kept here so that a space's list is read in the order of its index.
    space = models.ForeignKey(Space, on_delete=models.PROTECT, related_name="+")
    linked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    assistant_id = models.CharField(max_length=120, blank=True)
    byline = models.CharField(max_length=300)
    linked_at = models.DateTimeField()
    # Set while it is unlinked: the row stays as history, and linking again brings it back.
    unlinked_at = models.DateTimeField(null=True)
    unlinked_byline = models.CharField(max_length=300, blank=True)

    class Meta:
        abstract = True


class PullRequestLink(Linked):
    """A pull request that carries a document out."""

    id = PublicIdField("lpr", primary_key=True)
    document = models.ForeignKey(Document, on_delete=models.PROTECT, related_name="pull_request_links")
    pull_request = models.ForeignKey(PullRequest, on_delete=models.PROTECT, related_name="links")

    # Whether a list shows less of it; told in the answer, not stored.
    compact = False

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["document", "pull_request"], name="pull_request_linked_once"),
        )
        indexes = (
            models.Index(
                fields=["space", "-linked_at", "-id"],
                condition=Q(unlinked_at__isnull=True),
                name="pull_requests_of_space",
            ),
        )

    def __str__(self) -> str:
        return f"{self.document_id} {self.pull_request_id}"


class PullRequestOffer(models.Model):
    """A link that a pull request's own text suggests ("Implements RFC 12"), until a member takes or declines it."""

    OUTCOMES = ("open", "taken", "declined")

    id = PublicIdField("offer", primary_key=True)
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="pull_request_offers")
    pull_request = models.ForeignKey(PullRequest, on_delete=models.CASCADE, related_name="offers")
    outcome = models.CharField(max_length=8, choices=[(each, each) for each in OUTCOMES], default="open")
    offered_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    closed_byline = models.CharField(max_length=300, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["document", "pull_request"], name="offered_once"),
            models.CheckConstraint(
                condition=Q(outcome="open", closed_at__isnull=True)
                | ~Q(outcome="open") & Q(closed_at__isnull=False),
                name="closed_offers_say_when",
            ),
        )

    def __str__(self) -> str:
        return f"{self.pull_request_id} for {self.document_id}"
