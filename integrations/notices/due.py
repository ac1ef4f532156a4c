"""Due notices: documents whose day comes or has passed, and whoever they wait for."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from decisions.domain.kinds import Kind
from decisions.domain.transitions import TRANSITIONS
from decisions.models import Document
from integrations.domain.due_days import EARLY_DAYS, due_event
from integrations.domain.notices import NoticeKind
from integrations.models import Notice
from reviews.services.approvals import standing_of, waiting_on
from spaces.services.settings import settings_of

# Where a document can be decided next: a draft of an RFC waits for nobody but its author, whatever its day.
_JUDGED = Q()
for _kind, _moves in TRANSITIONS.items():
    for _status, _ways in _moves.items():
        if any(move.decides for move in _ways):
            _JUDGED |= Q(kind=Kind(_kind).value, status=_status.value)

# Some space's clock may be this far ahead of UTC (Kiribati: 14 hours).
_AHEAD = timedelta(hours=14)


def due_notices_write() -> int:
    """How many people were told of a due day; running again on the same day tells nobody twice.

    A document is looked at once a day: who is asked later that day was told by the request itself.
    """
    now = timezone.now()
    told = 0
    for document in _candidates(now):
        told += _write(document, now)
    return told


def _candidates(now: datetime) -> list[Document]:
    """Documents to be settled by a day that is near or past, but for those that were told of today."""
    latest = (now + _AHEAD).date() + timedelta(days=EARLY_DAYS)
    documents = Document.objects.filter(_JUDGED, review_by__lte=latest)
    done = set(
        Notice.objects.filter(day__gte=(now - _AHEAD).date(), kind=NoticeKind.DUE).values_list(
            "document_id", "day"
        )
    )
    rows = documents.select_related("space__account", "space__settings").order_by("pk")
    return [row for row in rows if (row.pk, _local(row, now).date()) not in done]


def _local(document: Document, now: datetime) -> datetime:
    return now.astimezone(ZoneInfo(settings_of(document.space).time_zone))


@transaction.atomic
def _write(document: Document, now: datetime) -> int:
    """Tell whoever a document waits for, all of them or none; the constraint keeps two workers from telling twice."""
    local = _local(document, now)
    if document.review_by is None or (event := due_event(document.review_by, local)) is None:
        return 0
    people = waiting_on(standing_of(document, settings_of(document.space))).people
    facts = {"review_by": document.review_by.isoformat()}
    notices = [
        Notice(
            person_id=person,
            kind=NoticeKind.DUE,
            event=event,
            document=document,
            facts=facts,
            day=local.date(),
            created_at=now,
        )
        for person in people
    ]
    day_told = Notice.objects.filter(document=document, day=local.date())
    before = day_told.count()
    Notice.objects.bulk_create(notices, ignore_conflicts=True)
    return day_told.count() - before
