"""Charts of the console: bars that are links, with their numbers beside them, so that no chart needs a script."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from decisions.domain.implementation import Implementation
from decisions.domain.kinds import KINDS, Kind
from decisions.services.figures import (
    Month,
    decisions_by_month,
    implementation_of_accepted,
    months_until,
    times_to_decide,
)
from spaces.domain.caller import Caller


@dataclass(frozen=True, slots=True)
class Bar:
    """A count, the list it counts, and how long its bar is in percent of the longest."""

    label: str
    count: int
    url: str
    percent: int = 0


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart: its template, and what that reads as `chart`."""

    template: str
    title: str
    shown: Mapping[str, Any]
    is_wide: bool = False


def bar_chart(title: str, counted: Iterable[tuple[str, int, str]], *, empty: str) -> Chart:
    """Bars of labels, counts and addresses, all on one scale; `empty` is said where all are 0."""
    rows = list(counted)
    longest = max((count for _, count, _ in rows), default=0)
    bars = [Bar(label, count, url, percent_of(count, longest)) for label, count, url in rows]
    return Chart("console/chart_bars.html", title, {"bars": bars if longest else [], "empty": empty})


def percent_of(part: float, whole: float) -> int:
    """A share in percent; whatever there is, is seen."""
    return max(2, round(100 * part / whole)) if part and whole else 0


def documents_url(account: str, **filters: str) -> str:
    """The list of documents, narrowed to what was counted."""
    narrowed = {**({"account": account} if account else {}), **filters}
    return f"{reverse('admin:decisions_document_changelist')}?{urlencode(narrowed)}"


def decision_charts(*, caller: Caller, account: str, today: date) -> list[Chart]:
    """What was decided in a year, how long that took, and how far what was accepted is carried out."""
    months = months_until(today)
    counts = decisions_by_month(caller, months)
    return [
        _by_month(counts, months, account),
        _times(caller, counts, months, account),
        _implementation(caller, account),
    ]


def _by_month(counts: Mapping[tuple[str, date], int], months: list[Month], account: str) -> Chart:
    most = max(counts.values(), default=0)
    rows = [
        {
            "label": KINDS[kind].label,
            "cells": [_month_cell(kind, month, counts, most, account) for month in months],
        }
        for kind in Kind
    ]
    shown = {"months": months, "rows": rows, "is_empty": not most}
    return Chart("console/chart_months.html", _("Decisions a month"), shown, is_wide=True)


def _month_cell(
    kind: Kind, month: Month, counts: Mapping[tuple[str, date], int], most: int, account: str
) -> dict[str, Any]:
    count = counts.get((kind.value, month.first), 0)
    url = documents_url(
        account,
        kind=kind.value,
        decided_from=month.first.isoformat(),
        decided_to=month.last.isoformat(),
    )
    return {"month": month, "bar": Bar(KINDS[kind].label, count, url, percent_of(count, most))}


def _times(
    caller: Caller, counts: Mapping[tuple[str, date], int], months: list[Month], account: str
) -> Chart:
    times = times_to_decide(caller, months)
    longest = max((each.four_of_five.total_seconds() for each in times.values()), default=0)
    rows = []
    for kind in Kind:
        decided = sum(count for (of_kind, _month), count in counts.items() if of_kind == kind)
        url = documents_url(
            account,
            kind=kind.value,
            decided_from=months[0].first.isoformat(),
            decided_to=months[-1].last.isoformat(),
        )
        row: dict[str, Any] = {"bar": Bar(KINDS[kind].label, decided, url)}
        if took := times.get(kind):
            for name, spent in (("half", took.half), ("four_of_five", took.four_of_five)):
                row[name] = in_words(spent)
                row[f"{name}_percent"] = percent_of(spent.total_seconds(), longest)
            row["elsewhere"] = decided - took.measured
        rows.append(row)
    return Chart("console/chart_times.html", _("From draft to decision"), {"rows": rows}, is_wide=True)


def _implementation(caller: Caller, account: str) -> Chart:
    words = {
        Implementation.NONE: _("not begun"),
        Implementation.PLANNED: _("planned"),
        Implementation.ACTIVE: _("under way"),
        Implementation.DONE: _("done"),
        Implementation.DROPPED: _("dropped"),
    }
    counts = implementation_of_accepted(caller)
    rows = (
        (
            word,
            counts[each.value],
            documents_url(account, status="accepted", implementation=each.value),
        )
        for each, word in words.items()
    )
    title = _("How far accepted documents are carried out")
    return bar_chart(title, rows, empty=_("Nothing is accepted yet."))


def in_words(spent: timedelta) -> str:
    """A time as people say it: hours up to two days, then days."""
    hours = spent.total_seconds() / 3600
    if hours < 1:
        return _("under an hour")
    if hours < 48:
        return ngettext("%(count)d hour", "%(count)d hours", int(hours)) % {"count": int(hours)}
    days = round(hours / 24)
    return ngettext("%(count)d day", "%(count)d days", days) % {"count": days}
