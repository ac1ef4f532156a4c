"""The filters of the list of documents."""

from datetime import date, datetime, time, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from unfold.contrib.filters.admin import DropdownFilter

from decisions.domain.kinds import DECIDED
from decisions.models import Document, DocumentListing
from decisions.models.documents import (
    ACCESS_CHOICES,
    IMPLEMENTATION_CHOICES,
    KIND_CHOICES,
    STATUS_CHOICES,
)
from decisions.querysets import in_force
from spaces.admin.callers import caller_of
from spaces.querysets import spaces_visible_to

Choices = list[tuple[str, str]]


class _Filter(DropdownFilter):  # type: ignore[misc]
    """Documents that have a chosen value; a value that is not offered finds nothing."""

    offered: Choices = []

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        return self.offered

    def queryset(self, request: HttpRequest, documents: QuerySet[Document]) -> QuerySet[Document]:
        chosen = self.value()
        if not chosen:
            return documents
        if chosen not in {str(value) for value, _ in self.lookup_choices}:
            return documents.none()
        return self.narrowed(documents, chosen)

    def narrowed(self, documents: QuerySet[Document], chosen: str) -> QuerySet[Document]:
        return documents.filter(**{self.parameter_name: chosen})


class SpaceFilter(_Filter):
    """Those that live in a space, and those it lists from others."""

    title = "space"
    parameter_name = "space"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        spaces = spaces_visible_to(caller_of(request)).order_by("account__name", "name")
        return [
            (pk, f"{account}: {name}")
            for pk, account, name in spaces.values_list("pk", "account__name", "name")
        ]

    def narrowed(self, documents: QuerySet[Document], chosen: str) -> QuerySet[Document]:
        listed = DocumentListing.objects.filter(document=OuterRef("pk"), space_id=chosen)
        return documents.filter(Q(space_id=chosen) | Exists(listed))


class KindFilter(_Filter):
    title = "kind"
    parameter_name = "kind"
    offered = KIND_CHOICES


class StatusFilter(_Filter):
    title = "status"
    parameter_name = "status"
    offered = [(status, status.replace("_", " ")) for status, _ in STATUS_CHOICES]


class AccessFilter(_Filter):
    title = "access"
    parameter_name = "access"
    offered = [(str(level), word) for level, word in ACCESS_CHOICES]


class InForceFilter(_Filter):
    title = "in force"
    parameter_name = "in_force"
    offered = [("yes", "in force now")]

    def narrowed(self, documents: QuerySet[Document], chosen: str) -> QuerySet[Document]:
        return in_force(documents)


class ImplementationFilter(_Filter):
    """Decided ones that are so far carried out."""

    title = "implementation"
    parameter_name = "implementation"
    offered = IMPLEMENTATION_CHOICES

    def narrowed(self, documents: QuerySet[Document], chosen: str) -> QuerySet[Document]:
        return documents.filter(implementation=chosen, status__in=list(DECIDED))


class AccountFilter(_Filter):
    """Those of one of the person's accounts."""

    title = "account"
    parameter_name = "account"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        return [(account, account) for account in caller_of(request).member_of]


class DeciderFilter(_Filter):
    """Those that the person is named to decide."""

    title = "decider"
    parameter_name = "decider"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        return [(caller_of(request).subject, "me")]


class _DayFilter(_Filter):
    """Those decided on one side of a day, in the reader's time zone; what is no day finds nothing."""

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        said = request.GET.get(self.parameter_name, "")
        try:
            return [(date.fromisoformat(said).isoformat(), said)]
        except ValueError:
            return [("", "")]

    def narrowed(self, documents: QuerySet[Document], chosen: str) -> QuerySet[Document]:
        return documents.filter(self.decided(date.fromisoformat(chosen)))

    def decided(self, day: date) -> Q:
        raise NotImplementedError

    def start_of(self, day: date) -> datetime:
        return timezone.make_aware(datetime.combine(day, time.min))


class DecidedFromFilter(_DayFilter):
    title = "decided from"
    parameter_name = "decided_from"

    def decided(self, day: date) -> Q:
        return Q(decided_at__gte=self.start_of(day))


class DecidedToFilter(_DayFilter):
    title = "decided until"
    parameter_name = "decided_to"

    def decided(self, day: date) -> Q:
        return Q(decided_at__lt=self.start_of(day + timedelta(days=1)))


FILTERS = (
    *(SpaceFilter, KindFilter, StatusFilter, AccessFilter, InForceFilter, ImplementationFilter),
    *(AccountFilter, DeciderFilter, DecidedFromFilter, DecidedToFilter),
)
