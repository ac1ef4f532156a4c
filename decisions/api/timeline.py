"""The timeline by REST, and the operation behind its tool."""

from typing import Any

from rest_framework import serializers

from decisions.api.document_inputs import Day, KindWord
from decisions.services.timeline import timeline_list
from spaces.api.shapes import Paged, PublicId
from spaces.domain.caller import Caller
from spaces.kernel.operations import OperationViewSet, operation
from spaces.kernel.paging import Page
from spaces.kernel.serializers import Line, Output, Truth, WholeNumber


class TimelineList(Paged):
    space_id = PublicId("lab", required=False, help_text="Only this space; empty: all you can read.")
    document_id = Line(
        required=False,
        max_length=64,
        help_text="Only this document: ldoc_ id, or RFC 12 with space_id.",
    )
    to = Day(required=False, help_text="Last day, YYYY-MM-DD.")
    page_size = WholeNumber(
        required=False, min_value=0, max_value=500, help_text="Rows a page; 0 = 100, at most 500."
    )

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        # A word of Python's, which no class body takes.
        first = Day(required=False, help_text="First day, YYYY-MM-DD.")
        return {"from": first, **super().get_fields()}


class TimelineFilter(TimelineList):
    """What the REST timeline takes besides; the tool's arguments are fixed."""

    below = Truth(required=False, help_text="true: also the spaces below space_id.")
    kind = KindWord(required=False, help_text="Only documents of this kind.")
    recorded = Truth(required=False, help_text="true: only moves of this service; false: only written lines.")


class TimelineRow(Output):
    document_id = serializers.CharField()
    account_id = serializers.CharField()
    space_id = serializers.CharField()
    reference = serializers.CharField(source="document.reference")
    title = serializers.CharField(source="document.title")
    day = serializers.DateField()
    status = serializers.CharField(help_text="The word as written.")
    person = serializers.CharField()
    app = serializers.CharField(help_text="The app or agent that wrote it for the person.")
    detail = serializers.CharField()
    recorded = serializers.BooleanField(help_text="true: a move of this service; false: only written.")


class TimelineViewSet(OperationViewSet):
    """What the status logs of the documents you can read say."""

    @operation(input=TimelineFilter, tool_input=TimelineList, output=TimelineRow, paged=True)
    def list(self, caller: Caller, given: dict[str, Any]) -> Page:
        """Status lines of documents' current texts, newest day first."""
        return timeline_list(caller, given)
