"""What the judging operations return."""

from rest_framework import serializers

from decisions.api.document_shapes import ApprovalsShape, Findings, RecordWith, WaitingOnShape
from spaces.kernel.serializers import Output


class MovedDocument(RecordWith):
    version = serializers.IntegerField(help_text="The base for the next write.")
    already_there = serializers.BooleanField(help_text="true: it was in this status, nothing was done.")
    successor_id = serializers.CharField(allow_null=True)
    approvals = ApprovalsShape()
    waiting_on = WaitingOnShape()
    can = serializers.ListField(child=serializers.CharField(), help_text="What you may do next.")
    findings = Findings()


class ReviewRow(Output):
    """A request or an answer."""

    review_id = serializers.CharField(source="pk")
    version = serializers.IntegerField()
    reviewer = serializers.CharField(source="reviewer_id")
    reviewer_name = serializers.CharField(source="reviewer.username")
    decision = serializers.CharField(help_text="pending, approve or changes.")
    reason = serializers.CharField()
    by = serializers.CharField(source="byline")
    counts = serializers.BooleanField(help_text="Whether it counts for the current version.")
    carried = serializers.BooleanField(help_text="Taken over from the version before.")
    dismissed_because = serializers.CharField()
    created_at = serializers.DateTimeField()


class RequestedReviews(Output):
    document_id = serializers.CharField()
    account_id = serializers.CharField()
    reference = serializers.CharField()
    requests = ReviewRow(many=True)


class SubmittedReview(Output):
    document_id = serializers.CharField()
    account_id = serializers.CharField()
    reference = serializers.CharField()
    review = ReviewRow()
    approvals = ApprovalsShape()
    unchanged = serializers.BooleanField(help_text="true: this was the answer already.")


class QueueRow(Output):
    review_id = serializers.CharField(source="pk")
    account_id = serializers.CharField(source="document.account_id")
    document_id = serializers.CharField()
    space_id = serializers.CharField(source="document.space_id")
    reference = serializers.CharField(source="document.reference")
    title = serializers.CharField(source="document.title")
    version = serializers.IntegerField(source="document.current_version")
    reviewer = serializers.CharField(source="reviewer_id")
    requested_by = serializers.CharField(source="requested_by_id")
    review_by = serializers.DateField(source="document.review_by", allow_null=True)
    created_at = serializers.DateTimeField()


class AskShape(Output):
    approval_id = serializers.CharField(source="pk")
    account_id = serializers.CharField(source="document.account_id")
    document_id = serializers.CharField()
    reference = serializers.CharField(source="document.reference")
    version = serializers.IntegerField()
    act = serializers.CharField()
    person = serializers.CharField(source="person_id")
    note = serializers.CharField()
    state = serializers.CharField(
        source="state_now",
        help_text="pending, approved, declined, expired, withdrawn, outdated or spent.",
    )
    because = serializers.CharField(help_text="What the person said to it.")
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    url = serializers.CharField(help_text="The console page where the person decides it.")
