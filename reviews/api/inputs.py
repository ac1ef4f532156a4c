"""What the judging operations take."""

from rest_framework import serializers

from decisions.api.document_inputs import DocumentRef, StatusWord
from decisions.domain.transitions import Act
from reviews.domain.policy import Decision
from reviews.models import Ask
from spaces.api.shapes import Paged, PublicId
from spaces.kernel.serializers import Input, Line, Text, WholeNumber, Word

ANSWERS = [Decision.APPROVE.value, Decision.CHANGES.value]


class SetStatus(DocumentRef):
    base_version = WholeNumber(min_value=1, help_text="The version you read; else conflict.")
    status = StatusWord(help_text="The status to move to; get_document's can says which are open to you.")
    decider = PublicId("user", required=False, help_text="Who decides, by user_ id; in_review needs one.")
    review_by = serializers.DateField(required=False, help_text="YYYY-MM-DD, today or later; for in_review.")
    successor_id = Line(required=False, max_length=64, help_text="What supersedes it; for superseded.")
    approval_id = Line(required=False, max_length=64, help_text="An approved ask, from approvals_ask.")
    note = Line(required=False, max_length=300, help_text="One line that the status log keeps.")


class RequestReview(DocumentRef):
    reviewers = serializers.ListField(
        child=PublicId("user"), min_length=1, max_length=20, help_text="1-20 user_ ids, never your person's."
    )


class SubmitReview(DocumentRef):
    version = WholeNumber(min_value=1, help_text="The version you reviewed.")
    decision = Word(choices=ANSWERS, help_text="approve or changes.")
    reason = Text(required=False, max_length=4_000, help_text="Why, at most 4,000 characters.")
    approval_id = Line(required=False, max_length=64, help_text="An approved ask, from approvals_ask.")


class ReviewList(DocumentRef, Paged):
    status = Word(
        choices=["pending", "approve", "changes", "waiting"],
        required=False,
        help_text="pending, approve, changes, or waiting (pending and still able to answer).",
    )


class ReviewQueue(Paged):
    account_id = PublicId(
        "acct", required=False, help_text="This account's; empty: your credential's, else the personal one."
    )
    status = Word(
        choices=["waiting", "asked"],
        required=False,
        help_text="waiting (default): for your person; asked: what your person asked of others.",
    )


class Dismiss(DocumentRef):
    review_id = PublicId("lrev", help_text="The answer, an lrev_ id.")
    because = Line(max_length=500, help_text="Why it blocks no more.")


class AskCreate(DocumentRef):
    act = Word(choices=[act.value for act in Act], help_text="approve, accept or publish.")
    person = PublicId(
        "user", help_text="Who is asked, by user_ id; must be entitled to the act when deciding it."
    )
    note = Line(required=False, max_length=2_000, help_text="Why, for the person to read.")


class AskRef(Input):
    approval_id = PublicId("ask", help_text="The ask_ id.")


class AskGet(AskRef):
    wait_seconds = WholeNumber(
        required=False, min_value=0, max_value=20, help_text="Wait up to 20 s for a decision; default 0."
    )


class AskList(Paged):
    status = Word(
        choices=[*Ask.STATES[:4], "expired", *Ask.STATES[4:]], required=False, help_text="Only in this state."
    )
