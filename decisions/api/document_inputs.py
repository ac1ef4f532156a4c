"""What the document operations take."""

import re
from datetime import UTC, date, datetime
from typing import Any

from django.utils.dateparse import parse_date, parse_datetime
from rest_framework import serializers

from decisions.domain.implementation import Implementation
from decisions.domain.kinds import Kind, Status
from decisions.models.documents import STATUS_CHOICES
from decisions.services.reading import DEFAULT_INCLUDES
from spaces.api.shapes import AccessWord, Paged, PublicId
from spaces.kernel.serializers import Input, Line, Text, Truth, WholeNumber, Word

KINDS = [kind.value for kind in Kind]
INCLUDES = ("text", "outline", "findings", "reviews", "comments", "pull_requests", "jobs", "links")
CARRIED_OUT = [each.value for each in Implementation]

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


class KindWord(Word):
    """A kind by its word, as Kind."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=KINDS, **kwargs)

    def to_internal_value(self, data: Any) -> Kind:
        return Kind(super().to_internal_value(data))


class StatusWord(Word):
    """A status by its word, as Status."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=STATUS_CHOICES, **kwargs)

    def to_internal_value(self, data: Any) -> Status:
        return Status(super().to_internal_value(data))


class NarrowAccessWord(AccessWord):
    """An access level; tools show those that an assistant may set, the others are answered with why not."""

    shown = ("team", "internal")


class Day(Line):
    """A day as YYYY-MM-DD and no other spelling, as a date."""

    def to_internal_value(self, data: Any) -> Any:
        words = super().to_internal_value(data)
        try:
            if _DAY.fullmatch(words):
                return date.fromisoformat(words)
        except ValueError:
            pass
        raise serializers.ValidationError("A day (YYYY-MM-DD) is required.", code="invalid")


class Moment(Line):
    """A day or a moment, as an aware datetime; a day means its beginning in UTC."""

    def to_internal_value(self, data: Any) -> Any:
        words = super().to_internal_value(data)
        try:
            moment = parse_datetime(words) or _start_of(parse_date(words))
        except ValueError:
            moment = None
        if moment is None:
            raise serializers.ValidationError("A day (YYYY-MM-DD) or an RFC 3339 time is required.")
        return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _start_of(day: date | None) -> datetime | None:
    return datetime(day.year, day.month, day.day, tzinfo=UTC) if day else None


class DocumentRef(Input):
    space_id = PublicId("lab", required=False, help_text="lab_ id; not with an ldoc_ id.")
    document_id = Line(max_length=64, help_text="ldoc_ id, or RFC 12 with space_id.")


class DocumentCreate(Input):
    space_id = PublicId("lab", help_text="The lab_ id.")
    kind = KindWord(help_text="rfc, prd, adr or study.")
    title = Line(max_length=255, help_text="The title without its number.")
    text = Text(required=False, help_text="The whole Markdown text; empty: the space's template, filled in.")
    parent_id = Line(required=False, max_length=64, help_text="Makes this a part of that document.")
    access = AccessWord(required=False, help_text="team or internal; empty: the space's default.")
    message = Line(required=False, max_length=500, help_text="One line about this version.")


class DocumentGet(DocumentRef):
    version = WholeNumber(required=False, min_value=0, help_text="Which version; 0 = the current one.")
    include = serializers.ListField(
        child=Word(choices=INCLUDES),
        required=False,
        help_text=f"What to include; default {' and '.join(DEFAULT_INCLUDES)}.",
    )
    section = Line(required=False, max_length=500, help_text="Only this heading's text, as Design > Storage.")


class DocumentList(Paged):
    space_id = PublicId("lab", required=False, help_text="Only this space; empty: all you can read.")
    kind = KindWord(required=False, help_text="Only this kind.")
    status = StatusWord(required=False, help_text="Only this status.")
    query = Line(required=False, max_length=500, help_text='Words to find; "a phrase", -without, OR.')
    author = PublicId("user", required=False, help_text="Only this person's, by user_ id.")
    decider = PublicId("user", required=False, help_text="Only those this person decides.")
    parent_id = Line(required=False, max_length=64, help_text="Only parts of this document.")
    in_force = Truth(required=False, help_text="true: only what binds now (accepted or published).")
    updated_since = Moment(required=False, help_text="Only those changed since this day or time.")
    linked = Truth(required=False, help_text="true: also those listed here from other spaces.")


class DocumentFilter(DocumentList):
    """What the REST list takes besides; the tool's arguments are fixed."""

    account_id = PublicId("acct", required=False, help_text="Only this account's.")
    below = Truth(required=False, help_text="true: also those of the spaces below space_id.")
    statuses = serializers.ListField(child=StatusWord(), required=False, help_text="Any of these statuses.")
    access = AccessWord(required=False, help_text="Only those at this level.")
    implementation = Word(
        choices=CARRIED_OUT,
        required=False,
        help_text="Only decided ones that are carried out so far: none, active, planned, done or dropped.",
    )
    waiting_on_me = Truth(required=False, help_text="true: only those that wait for you.")
    with_findings = Truth(required=False, help_text="Whether the text alone gave cause to remark something.")
    updated_before = Moment(required=False, help_text="Only those last changed before it.")
    created_since = Moment(required=False, help_text="Only those created since.")
    created_before = Moment(required=False, help_text="Only those created before it.")
    decided_since = Moment(required=False, help_text="Only those decided since.")
    decided_before = Moment(required=False, help_text="Only those decided before it.")
    review_by_from = Day(required=False, help_text="Only those to be reviewed by this day or later.")
    review_by_to = Day(required=False, help_text="Only those to be reviewed by this day or earlier.")


class DocumentSave(DocumentRef):
    base_version = WholeNumber(min_value=1, help_text="The version you read; else conflict.")
    text = Text(help_text="The whole new text, stored byte for byte.")
    message = Line(required=False, max_length=500, help_text="One line about what changed.")


class VersionRestore(DocumentRef):
    base_version = WholeNumber(min_value=1, help_text="The version you read; else conflict.")
    number = WholeNumber(min_value=1, help_text="The version whose text comes back.")
    message = Line(required=False, max_length=500, help_text="One line about why.")


class VersionList(DocumentRef, Paged):
    pass


class VersionDiff(DocumentRef):
    from_version = WholeNumber(required=False, min_value=0, help_text="0 = the one before to_version.")
    to_version = WholeNumber(required=False, min_value=0, help_text="0 = the current one.")
    context_lines = WholeNumber(
        required=False, min_value=0, max_value=20, help_text="Unchanged lines around each change; 0 = 3."
    )


class DocumentAccess(DocumentRef):
    access = NarrowAccessWord(help_text="team or internal; the other levels are a person's to set.")


class DocumentTarget(DocumentRef):
    target_space_id = PublicId("lab", help_text="The other space of the account.")
