"""Figures over the documents a caller reads: what was decided when, how long it took, how far it is carried out."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.db.models import Count, DurationField, ExpressionWrapper, F, Q, QuerySet, Window
from django.db.models.functions import RowNumber, TruncMonth
from django.utils import timezone

from decisions.domain.kinds import Kind, Status
from decisions.models import Document
from decisions.querysets import documents_visible_to
from spaces.domain.caller import Caller


@dataclass(frozen=True, slots=True)
class Month:
    """A month of the reader's calendar, both days included."""

    first: date
    last: date


@dataclass(frozen=True, slots=True)
class TimeToDecide:
    """Within how long half, and four of five, of a kind's documents were decided after they were begun."""

    half: timedelta
    four_of_five: timedelta
    measured: int


def months_until(today: date, count: int = 12) -> list[Month]:
    """The months that end with this one, oldest first."""
    firsts = [date(today.year, today.month, 1)]
    while len(firsts) <= count:
        before = firsts[-1] - timedelta(days=1)
        firsts.append(before.replace(day=1))
    following = [(firsts[0] + timedelta(days=31)).replace(day=1), *firsts]
    found = [Month(first, after - timedelta(days=1)) for after, first in zip(following, firsts, strict=False)]
    return found[:count][::-1]


def decisions_by_month(caller: Caller, months: list[Month]) -> Counter[tuple[str, date]]:
    """How many documents of a kind were decided in a month, by kind and the month's first day."""
    rows = (
        _decided_in(caller, months)
        .annotate(month=TruncMonth("decided_at"))
        .values_list("kind", "month")
        .annotate(count=Count("pk"))
        .order_by()
    )
    return Counter({(kind, month.date()): count for kind, month, count in rows})


def times_to_decide(caller: Caller, months: list[Month]) -> dict[Kind, TimeToDecide]:
    """How long it took from a document's first version to its decision, by kind.

    Those that came decided from elsewhere were not begun here, and are left out. Ranks are taken in the
    database, so that what is read is a row or two of each kind.
    """
    took = ExpressionWrapper(F("decided_at") - F("created_at"), output_field=DurationField())
    # No move makes a first version: only an import pins one.
    here = _decided_in(caller, months).filter(decided_version__gt=1, decided_at__gte=F("created_at"))
    ranked = here.annotate(
        took=took,
        place=Window(RowNumber(), partition_by="kind", order_by=[took.asc(), F("pk").asc()]),
        among=Window(Count("*"), partition_by="kind"),
    ).annotate(past_half=F("place") * 2 - F("among"), past_four=F("place") * 5 - F("among") * 4)
    # The nearest ranks: the first place that is not before the share.
    wanted = ranked.filter(Q(past_half__range=(0, 1)) | Q(past_four__range=(0, 4)))
    return dict(_times(list(wanted.values_list("kind", "took", "among", "past_half", "past_four"))))


def _times(rows: list[tuple[str, timedelta, int, int, int]]) -> Iterator[tuple[Kind, TimeToDecide]]:
    for kind in Kind:
        mine = [row for row in rows if row[0] == kind]
        if mine:
            half = next(took for _, took, _, past, _ in mine if past in (0, 1))
            four = next(took for _, took, _, _, past in mine if 0 <= past <= 4)
            yield kind, TimeToDecide(half, four, mine[0][2])


def implementation_of_accepted(caller: Caller) -> Counter[str]:
    """How many accepted documents are so far carried out."""
    accepted = documents_visible_to(caller).filter(status=Status.ACCEPTED)
    rows = accepted.values_list("implementation").annotate(count=Count("pk")).order_by()
    return Counter(dict(rows))


def _decided_in(caller: Caller, months: list[Month]) -> QuerySet[Document]:
    start, end = months[0].first, months[-1].last + timedelta(days=1)
    return documents_visible_to(caller).filter(
        decided_at__gte=_start_of(start), decided_at__lt=_start_of(end)
    )


def _start_of(day: date) -> datetime:
    """When a day begins for the reader."""
    return timezone.make_aware(datetime.combine(day, time.min))
