"""What the question operations take and return."""

from typing import Any

from rest_framework import serializers

from decisions.services.questions import STATUSES
from spaces.api.shapes import Paged, PublicId
from spaces.kernel.serializers import Input, Line, Output, Text, Word


class QuestionAsk(Input):
    space_id = PublicId("lab", help_text="The lab_ id.")
    text = Text(help_text="The question, in Markdown; at most 16 KiB.")
    document_id = Line(
        required=False,
        max_length=64,
        help_text="The document it is about: ldoc_ id or RFC 12.",
    )


class QuestionRef(Input):
    question_id = PublicId("lqst", help_text="The question's lqst_ id.")


class QuestionAnswer(QuestionRef):
    space_id = PublicId("lab", help_text="The lab_ id.")
    answer = Text(help_text="The answer, in Markdown; at most 16 KiB.")


class QuestionList(Paged):
    space_id = PublicId("lab", help_text="The lab_ id.")
    status = Word(
        choices=list(STATUSES), required=False, help_text="open, answered or all; empty: the open ones."
    )


class AnswerShape(Output):
    text = serializers.CharField()
    author = serializers.CharField(source="author_id", help_text="Subject of who answered.")
    answered_by = serializers.CharField(source="byline", help_text="In words, with the assistant.")
    answered_at = serializers.DateTimeField(source="created_at")


class QuestionRow(Output):
    question_id = serializers.CharField(source="pk")
    account_id = serializers.CharField()
    space_id = serializers.CharField()
    document_id = serializers.CharField(allow_null=True)
    reference = serializers.CharField(source="document.reference", default=None, allow_null=True)
    text = serializers.CharField()
    asker = serializers.CharField(source="asker_id", help_text="Subject of who asked.")
    asked_by = serializers.CharField(source="byline", help_text="In words, with the assistant.")
    asked_at = serializers.DateTimeField(source="created_at")
    answer = AnswerShape(allow_null=True, help_text="null while the question is open.")


class QuestionWhole(QuestionRow):
    earlier_answers = AnswerShape(many=True, help_text="Those it had before it was reopened.")

    def to_representation(self, instance: Any) -> dict[str, Any]:
        row: dict[str, Any] = QuestionRow().to_representation(instance["question"])
        earlier = self.fields["earlier_answers"].to_representation(instance["earlier_answers"])
        return {**row, "earlier_answers": earlier}
