"""The filters of the lists of questions and diagrams."""

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import DropdownFilter

from decisions.services.questions import STATUSES
from spaces.admin.callers import caller_of
from spaces.querysets import spaces_visible_to


class TalkSpaceFilter(DropdownFilter):  # type: ignore[misc]
    """What stands in one space."""

    title = _("space")
    parameter_name = "space"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        spaces = spaces_visible_to(caller_of(request)).order_by("account__name", "name")
        return [
            (pk, f"{account}: {name}")
            for pk, account, name in spaces.values_list("pk", "account__name", "name")
        ]

    def queryset(self, request: HttpRequest, rows: QuerySet[Any]) -> QuerySet[Any]:
        return rows.filter(space_id=self.value()) if self.value() else rows


class QuestionStatusFilter(DropdownFilter):  # type: ignore[misc]
    """Open questions first of all: those are what somebody can do something about."""

    title = _("status")
    parameter_name = "status"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("open", _("open")), ("answered", _("answered"))]

    def queryset(self, request: HttpRequest, questions: QuerySet[Any]) -> QuerySet[Any]:
        chosen = self.value()
        if not chosen:
            return questions
        return questions.filter(STATUSES[chosen]) if chosen in STATUSES else questions.none()
