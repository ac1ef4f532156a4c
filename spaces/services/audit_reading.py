"""Reading the audit log: its entries by who did what to what and when, and their export."""

from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError
from spaces.kernel.registry import OBJECTS_CALLED, hooks
from spaces.models import AuditEntry
from spaces.querysets import audit_entries_visible_to
from spaces.services.audit import audit_record

# Entries that one statement of an export reads.
EXPORT_CHUNK = 1_000


def audit_entries(caller: Caller, filters: Mapping[str, Any]) -> QuerySet[AuditEntry]:
    """The entries a manager reads that meet every filter given; an empty value asks for nothing.

    account_id · person (a subject, or part of the name they acted by) · assistant (its id, or part of its
    name) · act (document.saved, or the beginning of it) · object (an id, or a reference such as RFC 12) · since
    and until (days, both included, in the time zone that is active).
    """
    entries = audit_entries_visible_to(caller)
    for name, condition in _FILTERS.items():
        if value := filters.get(name):
            entries = entries.filter(condition(value, caller))
    return entries


def _person(value: str, caller: Caller) -> Q:
    if value.startswith("user_"):
        return Q(person_id=value)
    # "ana via Claude Code" begins with the person, whom nobody else's name may stand for.
    return (
        Q(byline__iexact=value) | Q(byline__istartswith=f"{value} via ") | Q(byline__istartswith=f"{value}, ")
    )


def _assistant(value: str, caller: Caller) -> Q:
    named = Q(byline__icontains=f" via {value}") | Q(byline__icontains=f", asked by {value}")
    return Q(assistant_id=value) | (~Q(assistant_id="") & named)


def _object(value: str, caller: Caller) -> Q:
    called = hooks.run(OBJECTS_CALLED, words=value, caller=caller).values()
    return Q(object_id__in=[value, *(pk for ids in called for pk in ids)])


def _start(day: date) -> datetime:
    return datetime.combine(day, time.min, tzinfo=ZoneInfo(timezone.get_current_timezone_name()))


_FILTERS: dict[str, Callable[[Any, Caller], Q]] = {
    "account_id": lambda value, caller: Q(account_id=value),
    "person": _person,
    "assistant": _assistant,
    "act": lambda value, caller: Q(act__istartswith=value),
    "object": _object,
    "since": lambda value, caller: Q(at__gte=_start(value)),
    "until": lambda value, caller: Q(at__lt=_start(value + timedelta(days=1))),
}


@transaction.atomic
def audit_export(*, filters: Mapping[str, Any], form: str, caller: Caller) -> Iterator[AuditEntry]:
    """The entries that meet the filters, oldest first, read as they are taken; the export is itself recorded.

    One entry for each account that is exported from. What is written after this call is not in it.
    """
    accounts = [pk for pk in caller.manager_of if filters.get("account_id") in (None, "", pk)]
    if not accounts:
        raise DomainError(
            "forbidden", "Only a manager reads the audit log.", fix="Ask a manager of the account."
        )
    entries = audit_entries(caller, filters).order_by("pk")
    last = entries.values_list("pk", flat=True).last()
    asked = {name: str(value) for name, value in filters.items() if value}
    for account_id in accounts:
        audit_record(
            caller=caller,
            act="audit.exported",
            object_id=account_id,
            account_id=account_id,
            after={"form": form, "filters": asked},
        )
    return _in_chunks(entries.filter(pk__lte=last)) if last else iter(())


def _in_chunks(entries: QuerySet[AuditEntry]) -> Iterator[AuditEntry]:
    """Each entry; no cursor is held between the chunks, whoever is slow to take them."""
    chunk = list(entries[:EXPORT_CHUNK])
    while chunk:
        yield from chunk
        chunk = list(entries.filter(pk__gt=chunk[-1].pk)[:EXPORT_CHUNK])
