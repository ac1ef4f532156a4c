"""The timeline: what the status logs of the documents somebody reads say, day by day."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from decisions.admin.filters import place_choices
from decisions.models import StatusLine
from decisions.models.documents import KIND_CHOICES
from decisions.services.timeline import TIMELINE_ORDER, timeline_lines
from spaces.admin.callers import caller_of
from spaces.admin.filters import DayField, ListFilters, OneOf, Yes
from spaces.admin.lists import list_page
from spaces.admin.pages import ConsoleAdmin
from spaces.domain.caller import Caller

_A_PAGE = 100

# A filter of the page -> the argument of the service, and its value there.
_ASKED: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "space": ("space_id", str),
    "below": ("below", bool),
    "kind": ("kind", str),
    "day_from": ("from", lambda day: day),
    "day_to": ("to", lambda day: day),
    "sort": ("recorded", lambda sort: sort == "recorded"),
}


class TimelineFilters(ListFilters):
    space = OneOf(label=_("Space"))
    below = Yes(label=_("Also in the spaces below"))
    kind = OneOf(KIND_CHOICES, label=_("Kind"))
    day_from = DayField(label=_("From"))
    day_to = DayField(label=_("Until"))
    sort = OneOf(
        [("recorded", _("recorded moves")), ("written", _("only written in a text"))], label=_("Sort of line")
    )

    at_once = ("space", "below", "kind", "day_from", "day_to", "sort")

    def prepare(self) -> None:
        spaces, _accounts = place_choices(self.caller)
        self.offer("space", spaces)

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        first, last = values.get("day_from"), values.get("day_to")
        if first and last and last < first:
            self.add_error("day_to", _now("This day is before the first one."))
        if values.get("below") and not values.get("space"):
            self.add_error("below", _now("Choose a space first."))
        return values

    def narrow(self, rows: QuerySet[StatusLine]) -> QuerySet[StatusLine]:
        given = {name: value for name, value in self.cleaned_data.items() if name in self.given}
        asked = {_ASKED[name][0]: _ASKED[name][1](value) for name, value in given.items()}
        return timeline_lines(self.caller, asked)


@admin.register(StatusLine)
class TimelineAdmin(ConsoleAdmin):
    """A list without pages of its own: a line leads to its document."""

    filters = TimelineFilters
    empty_words = _(
        "Every move of the documents you may read is told here: into review, accepted, rejected, superseded. "
        "It begins with the first move of one."
    )

    def visible_to(self, caller: Caller) -> QuerySet[StatusLine]:
        return timeline_lines(caller, {})

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.changelist_view)
        return [path("", view, name="decisions_statusline_changelist")]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The newest days first, a hundred lines a page."""
        filters = self.filters(request.GET, request=request, admin=self)
        lines = filters.narrowed(self.visible_to(caller_of(request)))
        shown = list_page(request, lines, filters.given, label="timeline", order=TIMELINE_ORDER, size=_A_PAGE)
        context = {"title": _now("Timeline"), "filters": filters, "shown": shown, "words": self.empty_words}
        return self.page(request, "console/timeline.html", context)
