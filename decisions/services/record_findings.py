"""What is to be said of a document by its record and the day it is read: a table of rules."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any, TypeAlias

from decisions.domain.findings.model import Severity, excerpt
from decisions.domain.headers.statuses import MEANING_IN_SERIES, map_status
from decisions.domain.kinds import KINDS, Kind, Status
from decisions.models import Document, Version
from decisions.models.versions import RecordBeside
from decisions.services.records import read_with_record
from spaces.services.settings import settings_of


@dataclass(frozen=True, slots=True)
class Recorded:
    """A document with what its rules ask for, as it is now."""

    document: Document
    today: date
    record: RecordBeside


# What a rule's message and fix are filled with; None where there is nothing to say.
Words: TypeAlias = tuple[object, ...] | None


@dataclass(frozen=True, slots=True)
class RecordRule:
    """A rule about the record; `id` is stable and names its page in the docs."""

    id: str
    severity: Severity
    summary: str
    check: Callable[[Recorded], Words]
    message: str
    fix: str


def _review_incomplete(recorded: Recorded) -> Words:
    document = recorded.document
    if document.status != Status.IN_REVIEW or (document.decider_id and document.review_by):
        return None
    lacking = [
        word for word, there in (("decider", document.decider_id), ("day", document.review_by)) if not there
    ]
    return (" and no ".join(lacking),)


def _review_overdue(recorded: Recorded) -> Words:
    day = recorded.document.review_by
    overdue = recorded.document.status == Status.IN_REVIEW and day is not None and day < recorded.today
    return (day,) if overdue else None


def _move_untold(recorded: Recorded) -> Words:
    # The moves of other formats are all kept beside the text.
    return recorded.record.untold if recorded.document.format == "markdown" else None


def _changed_since_decided(recorded: Recorded) -> Words:
    document = recorded.document
    return (document.current_version, document.decided_version) if recorded.record.changed else None


def _parent_superseded(recorded: Recorded) -> Words:
    parent = recorded.document.parent
    return () if parent is not None and parent.status == Status.SUPERSEDED else None


def _status_word_unknown(recorded: Recorded) -> Words:
    document = recorded.document
    kind, word = Kind(document.kind), document.status_word
    if not word or document.status != KINDS[kind].first_status:
        return None
    known = any(map_status(kind, word, series=series) for series in ("", *MEANING_IN_SERIES))
    return None if known else (excerpt(word), document.status)


RECORD_RULES: tuple[RecordRule, ...] = (
    RecordRule(
        "review-incomplete",
        Severity.WARNING,
        "A document in review has no decider or no day to review it by.",
        _review_incomplete,
        "The document is in review and has no {0}.",
        "Move it to in_review again with decider and review_by.",
    ),
    RecordRule(
        "review-overdue",
        Severity.WARNING,
        "The day to review a document by has passed.",
        _review_overdue,
        "The review was to end on {0}.",
        "Decide it, or move it to in_review again with another review_by.",
    ),
    RecordRule(
        "status-line-missing",
        Severity.ERROR,
        "The text lacks the line of a recorded move.",
        _move_untold,
        "The log does not tell the move to `{1}` of {0}.",
        "Put the line back; an earlier version has it.",
    ),
    RecordRule(
        "changed_since_decided",
        Severity.WARNING,
        "The text was changed after it was decided.",
        _changed_since_decided,
        "Version {0} is not what was decided: version {1} is the text in force.",
        "Compare versions {1} and {0}; what changes the decision belongs in a new document that supersedes.",
    ),
    RecordRule(
        "parent-superseded",
        Severity.WARNING,
        "The document is part of a superseded one.",
        _parent_superseded,
        "The document is part of one that was superseded, and no longer in force.",
        "Follow what superseded the whole; supersede or withdraw this part too.",
    ),
    RecordRule(
        "status-word-unknown",
        Severity.WARNING,
        "An imported text has a status that is not known here.",
        _status_word_unknown,
        "The text's status elsewhere was “{0}”, which is not known here; the document is `{1}`.",
        "Move the document to the status it should have.",
    ),
)


def record_findings(document: Document, version: Version) -> list[dict[str, Any]]:
    """The findings about a document's record, in the order of the table.

    They are about the whole document, whichever version is read: their line is 0. One statement, none where
    the version was read with its record.
    """
    record = version.record or read_with_record(document, version.number).record
    if record is None:
        raise LookupError("A version is read with its record.")
    recorded = Recorded(document, settings_of(document.space).today, record)
    return [
        {
            "rule": rule.id,
            "severity": rule.severity.value,
            "line": 0,
            "message": rule.message.format(*words),
            "fix": rule.fix.format(*words),
        }
        for rule in RECORD_RULES
        if (words := rule.check(recorded)) is not None
    ]
