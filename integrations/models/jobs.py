"""Jobs of a coordinator outside, and what links them to documents."""

from django.db import models
from django.db.models import Q

from decisions.models import Document
from integrations.domain.jobs import JobState
from integrations.models.pull_requests import Linked
from spaces.kernel.ids import PublicIdField
from spaces.models import Account


class Job(models.Model):
    """One job by its coordinator's own id; one row in an account however many of its documents link it."""

    id = PublicIdField("job", primary_key=True)
    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="+")
    # The coordinator's id, which means nothing here.
    external_id = models.CharField(max_length=200)
    title = models.CharField(max_length=300, blank=True)
    url = models.CharField(max_length=2_000, blank=True)
    state = models.CharField(
        max_length=11,
        choices=[(each.value, each.value) for each in JobState],
        default=JobState.NOT_STARTED.value,
    )
    created_at = models.DateTimeField()
    # When its state was last reported, and by whom; never where nothing was.
    reported_at = models.DateTimeField(null=True)
    reported_byline = models.CharField(max_length=300, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["account", "external_id"], name="one_row_per_job"),
            models.CheckConstraint(condition=Q(state__in=list(JobState)), name="job_state_known"),
        )

    def __str__(self) -> str:
        return self.title or self.external_id


class JobLink(Linked):
    """A job that carries a document out."""

    id = PublicIdField("ljob", primary_key=True)
    document = models.ForeignKey(Document, on_delete=models.PROTECT, related_name="job_links")
    job = models.ForeignKey(Job, on_delete=models.PROTECT, related_name="links")

    class Meta:
        constraints = (models.UniqueConstraint(fields=["document", "job"], name="job_linked_once"),)

    def __str__(self) -> str:
        return f"{self.document_id} {self.job_id}"
