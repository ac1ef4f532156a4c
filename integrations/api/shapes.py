"""What the operations on pull requests and jobs return."""

from typing import Any

from rest_framework import serializers

from decisions.api.carrying_shapes import JobEntry, PullRequestEntry
from spaces.kernel.serializers import Output, shape_of


class WordOrNone(serializers.CharField):
    """A word of a column that is empty where there is none, which is told as null."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(allow_null=True, **kwargs)

    def to_representation(self, value: Any) -> Any:
        return value or None


class PullRequestRow(PullRequestEntry):
    """A link as it stands; a compact one ends with the title."""

    account_id = serializers.CharField(required=False)
    author = serializers.CharField(
        source="pull_request.author", required=False, help_text="The login; empty for a deleted account."
    )
    review_decision = WordOrNone(
        source="pull_request.review_decision",
        required=False,
        help_text="approved, changes_requested or review_required; null where none is required.",
    )
    checks = WordOrNone(
        source="pull_request.checks",
        required=False,
        help_text="passing, failing or pending; null where there are none.",
    )
    merged_at = serializers.DateTimeField(source="pull_request.merged_at", required=False, allow_null=True)
    merge_commit = serializers.CharField(source="pull_request.merge_commit", required=False)
    linked_by = serializers.CharField(
        source="byline", required=False, help_text="In words, with the assistant."
    )
    linked_at = serializers.DateTimeField(required=False)
    last_read_at = serializers.DateTimeField(
        source="pull_request.last_read_at", required=False, allow_null=True
    )
    last_changed_at = serializers.DateTimeField(
        source="pull_request.last_changed_at", required=False, allow_null=True
    )
    error = serializers.CharField(
        source="pull_request.error", required=False, help_text="Why it was not read last; empty where it was."
    )

    def to_representation(self, instance: Any) -> dict[str, Any]:
        if instance.compact:
            short: dict[str, Any] = shape_of(PullRequestEntry).to_representation(instance)
            return short
        whole: dict[str, Any] = super().to_representation(instance)
        return whole


class PullRequestUnlinked(PullRequestEntry):
    """A link that is history, until it is made again."""

    account_id = serializers.CharField()
    linked_at = serializers.DateTimeField()
    unlinked_at = serializers.DateTimeField()
    unlinked_by = serializers.CharField(source="unlinked_byline", help_text="In words, with the assistant.")


class JobRow(JobEntry):
    job_link_id = serializers.CharField(source="pk", help_text="The link's ljob_ id.")
    account_id = serializers.CharField()
    linked_by = serializers.CharField(source="byline", help_text="In words, with the assistant.")
    linked_at = serializers.DateTimeField()
    reported_at = serializers.DateTimeField(
        source="job.reported_at", allow_null=True, help_text="null while nothing was."
    )


class JobUnlinked(JobEntry):
    """A link that is history, until it is made again."""

    account_id = serializers.CharField()
    linked_at = serializers.DateTimeField()
    unlinked_at = serializers.DateTimeField()
    unlinked_by = serializers.CharField(source="unlinked_byline", help_text="In words, with the assistant.")


class JobReported(Output):
    job_id = serializers.CharField(source="job.external_id")
    account_id = serializers.CharField(source="job.account_id")
    state = serializers.CharField(source="job.state")
    title = serializers.CharField(source="job.title")
    url = serializers.CharField(source="job.url")
    reported_at = serializers.DateTimeField(source="job.reported_at")
    unchanged = serializers.BooleanField(help_text="true: it was known, or is older than the last report.")
