"""What the comment operations take and return."""

from rest_framework import serializers

from decisions.api.document_inputs import DocumentRef
from decisions.services.comment_listing import STATUSES
from spaces.api.shapes import Paged, PublicId
from spaces.kernel.serializers import Output, Text, Truth, WholeNumber, Word


class CommentAdd(DocumentRef):
    body = Text(help_text="Markdown, at most 16 KiB.")
    version = WholeNumber(required=False, min_value=0, help_text="0 = current.")
    quote = Text(required=False, help_text="Exact text of that version to anchor to.")
    reply_to = PublicId("lcom", required=False, help_text="The first comment of a thread.")


class CommentList(DocumentRef, Paged):
    status = Word(
        choices=list(STATUSES), required=False, help_text="Default open; orphaned: the quote is gone."
    )


class CommentResolve(DocumentRef):
    comment_id = PublicId("lcom", help_text="The thread's first comment.")
    resolved = Truth(default=True, help_text="false opens it again.")


class CommentShape(Output):
    """One comment."""

    comment_id = serializers.CharField(source="pk")
    reply_to = serializers.CharField(allow_null=True)
    version = serializers.IntegerField()
    author = serializers.CharField(source="author_id")
    written_by = serializers.CharField(source="byline")
    body = serializers.CharField()
    created_at = serializers.DateTimeField()


class AnchorShape(Output):
    """What a thread was anchored to, and where that is in the current version."""

    quote = serializers.CharField()
    before = serializers.CharField()
    after = serializers.CharField()
    section = serializers.CharField(help_text="The headings it stood under.")
    quoted_line = serializers.IntegerField(help_text="Its line in the version it was made on.")
    state = serializers.CharField(source="anchoring", help_text="exact, reworded or orphaned.")
    line = serializers.IntegerField(allow_null=True, help_text="In the current version; null: orphaned.")
    start = serializers.IntegerField(allow_null=True, help_text="First character, with \\n as line end.")
    end = serializers.IntegerField(allow_null=True)


class ThreadShape(Output):
    """A first comment, its anchor and its replies."""

    comment_id = serializers.CharField(source="pk")
    account_id = serializers.CharField(source="document.account_id")
    document_id = serializers.CharField()
    version = serializers.IntegerField()
    author = serializers.CharField(source="first.author_id", help_text="Subject of who said it.")
    written_by = serializers.CharField(source="first.byline")
    body = serializers.CharField(source="first.body")
    created_at = serializers.DateTimeField(source="first.created_at")
    anchor = AnchorShape(source="anchored", allow_null=True)
    resolved = serializers.BooleanField()
    resolved_by = serializers.CharField(source="resolved_byline")
    resolved_at = serializers.DateTimeField(allow_null=True)
    replies = CommentShape(many=True)


class CommentAdded(Output):
    """A comment and its thread."""

    account_id = serializers.CharField(source="thread.document.account_id")
    document_id = serializers.CharField(source="thread.document_id")
    comment = CommentShape(source="*")
    thread = ThreadShape()


class Threads(Output):
    """The first of a document's open threads."""

    items = ThreadShape(many=True)
    total = serializers.IntegerField(help_text="More than the items: see the list of comments.")
