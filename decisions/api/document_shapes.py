"""What the document operations return. A row is small: a page of 50 stays below 24,000 bytes."""

from typing import Any

from rest_framework import serializers

from decisions.api.carrying_shapes import JobEntry, PullRequestEntry
from decisions.api.comment_shapes import Threads
from spaces.api.shapes import AccessWord
from spaces.kernel.serializers import Output, shape_of


class DocumentRow(Output):
    """A document in a list."""

    document_id = serializers.CharField(source="pk")
    account_id = serializers.CharField()
    space_id = serializers.CharField()
    reference = serializers.CharField()
    title = serializers.CharField()
    status = serializers.CharField()
    access = AccessWord()
    implementation = serializers.CharField(
        source="implementation_shown", required=False, help_text="Once decided: how far it is carried out."
    )
    author = serializers.CharField(source="author_id", help_text="Subject of the author.")
    version = serializers.IntegerField(source="current_version")
    updated_at = serializers.DateTimeField()
    snippet = serializers.CharField(required=False, help_text="In a search: the text around what was found.")

    def to_representation(self, instance: Any) -> dict[str, Any]:
        row: dict[str, Any] = super().to_representation(instance)
        for name in ("implementation", "snippet"):
            if row[name] is None:
                del row[name]
        return row


class DocumentRecord(Output):
    """What is on record of a document, whichever version is shown."""

    document_id = serializers.CharField(source="pk")
    account_id = serializers.CharField()
    space_id = serializers.CharField()
    reference = serializers.CharField()
    kind = serializers.CharField()
    parent_id = serializers.CharField(allow_null=True)
    title = serializers.CharField()
    format = serializers.CharField()
    status = serializers.CharField()
    status_word = serializers.CharField(help_text="The status an imported text had elsewhere.")
    implementation = serializers.CharField(
        source="implementation_shown",
        allow_null=True,
        help_text="Once decided: none, active, planned, done or dropped.",
    )
    access = AccessWord()
    author = serializers.CharField(source="author_id", help_text="Subject of the author.")
    author_name = serializers.CharField(source="author.username")
    decider = serializers.CharField(source="decider_id", allow_null=True)
    review_by = serializers.DateField(allow_null=True)
    current_version = serializers.IntegerField()
    decided_version = serializers.IntegerField(allow_null=True)
    created_at = serializers.DateTimeField()
    updated_at = serializers.DateTimeField()


class Finding(Output):
    rule = serializers.CharField()
    severity = serializers.CharField()
    line = serializers.IntegerField()
    message = serializers.CharField()
    fix = serializers.CharField()


class Findings(Output):
    items = Finding(many=True)
    total = serializers.IntegerField(help_text="More than the items where these were cut at 200.")


class VersionRow(Output):
    version = serializers.IntegerField(source="number")
    message = serializers.CharField()
    author = serializers.CharField(source="author_id")
    saved_by = serializers.CharField(source="byline")
    base_version = serializers.IntegerField()
    saved_at = serializers.DateTimeField(source="created_at")
    sha256 = serializers.CharField()
    size = serializers.IntegerField(help_text="Bytes of UTF-8.")
    findings = serializers.IntegerField(source="findings_total")


class OutlineEntry(Output):
    line = serializers.IntegerField()
    level = serializers.IntegerField()
    text = serializers.CharField()
    path = serializers.CharField()


class ListedIn(Output):
    space_id = serializers.CharField(source="pk")
    name = serializers.CharField()


class RecordWith(DocumentRecord):
    """The record of a mapping's `document`, and beside it what else the mapping holds."""

    def to_representation(self, instance: Any) -> dict[str, Any]:
        answer: dict[str, Any] = shape_of(DocumentRecord).to_representation(instance["document"])
        for name, field in self.fields.items():
            if name not in answer and name in instance:
                answer[name] = field.to_representation(instance[name])
        return answer


class ApprovalsShape(Output):
    """How the current version stands; people are subjects."""

    needed = serializers.IntegerField()
    approved_by = serializers.ListField(child=serializers.CharField())
    waiting_for = serializers.ListField(child=serializers.CharField())
    blocked_by = serializers.ListField(child=serializers.CharField())
    met = serializers.BooleanField()


class WaitingOnShape(Output):
    who = serializers.CharField(help_text="author, reviewers, decider, managers or nobody.")
    people = serializers.ListField(child=serializers.CharField())
    until = serializers.DateField(allow_null=True)


class ReviewEntry(Output):
    """An open request, or a person's newest answer on a version."""

    review_id = serializers.CharField(source="pk")
    version = serializers.IntegerField()
    reviewer = serializers.CharField(source="reviewer_id")
    decision = serializers.CharField()
    reason = serializers.CharField()
    by = serializers.CharField(source="byline")
    counts = serializers.BooleanField()
    created_at = serializers.DateTimeField()


class DocumentWhole(RecordWith):
    version = serializers.IntegerField(help_text="The version shown: the base for the next write.")
    saved_by = serializers.CharField()
    saved_at = serializers.DateTimeField()
    sha256 = serializers.CharField()
    in_force = serializers.BooleanField()
    successor_id = serializers.CharField(
        allow_null=True, help_text="What superseded it, where you can read that."
    )
    supersedes = serializers.ListField(child=serializers.CharField(), help_text="What it superseded.")
    approvals = ApprovalsShape()
    waiting_on = WaitingOnShape()
    can = serializers.ListField(child=serializers.CharField(), help_text="What you may do next.")
    text = serializers.CharField(required=False)
    outline = OutlineEntry(many=True, required=False)
    findings = Findings(required=False)
    reviews = ReviewEntry(many=True, required=False)
    pull_requests = PullRequestEntry(many=True, required=False)
    jobs = JobEntry(many=True, required=False)
    comments = Threads(required=False, help_text="The first open threads, places in the current version.")
    links = ListedIn(many=True, required=False)


class SavedDocument(RecordWith):
    version = serializers.IntegerField(help_text="The version it is at now: the base for the next write.")
    sha256 = serializers.CharField()
    unchanged = serializers.BooleanField(help_text="true: the text already was the one sent.")
    findings = Findings()


class DocumentLinks(Output):
    document_id = serializers.CharField()
    account_id = serializers.CharField()
    reference = serializers.CharField()
    links = ListedIn(many=True, help_text="The spaces that list it, its home first.")


class VersionComparison(Output):
    document_id = serializers.CharField()
    account_id = serializers.CharField()
    reference = serializers.CharField()
    from_version = serializers.IntegerField()
    to_version = serializers.IntegerField()
    diff = serializers.CharField(help_text="Unified diff, empty where nothing changed.")
    added = serializers.IntegerField()
    removed = serializers.IntegerField()
    sections_changed = serializers.ListField(child=serializers.CharField())
    only_status_lines = serializers.BooleanField()
