"""The review queue: what waits for me, what I asked of others; and every review of a document."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Q, QuerySet, prefetch_related_objects
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from decisions.admin.filters import place_choices
from decisions.models.documents import KIND_CHOICES
from decisions.querysets import document_for
from reviews.admin.days import days_left
from reviews.admin.open_reviews import open_reviews_context
from reviews.admin.review_rows import review_rows
from reviews.models import Review
from reviews.services.approvals import standing_of
from reviews.services.listing import open_requests, with_due
from spaces.admin.callers import caller_of
from spaces.admin.filters import DayField, ListFilters, OneOf, Typed
from spaces.admin.lists import ListPage, list_page
from spaces.admin.pages import ConsoleAdmin
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError
from spaces.services.settings import settings_of

_A_PAGE = 25

# What a row of the queue shows beside the request and its document, in a statement each for all rows.
_SHOWN_WITH = ("reviewer", "requested_by", "document__space__account", "document__space__settings")


def queue_rows(requests: Sequence[Review]) -> list[dict[str, Any]]:
    """Open requests with the days that are left for them, in the time zones of their spaces."""
    prefetch_related_objects(list(requests), *_SHOWN_WITH)
    return [
        {
            "request": request,
            "document": request.document,
            "days": days_left(request.document.review_by, today),
            "late": request.document.review_by is not None and request.document.review_by < today,
        }
        for request in requests
        for today in (settings_of(request.document.space).today,)
    ]


@dataclass(frozen=True)
class Queue:
    """One page of requests, with what their rows show."""

    rows: list[dict[str, Any]]
    page: ListPage


class QueueFilters(ListFilters):
    """What both lists of the queue are narrowed and ordered by."""

    space = OneOf(label=_("Space"))
    kind = OneOf(KIND_CHOICES, label=_("Kind"))
    due = DayField(label=_("Due until"))
    person = Typed(label=_("Person"), max_length=150, help_text=_("Who asks, or is asked"))
    order_by = forms.ChoiceField(
        required=False,
        choices=[("", _("soonest due first")), ("new", _("newest first"))],
        label=_("Order"),
    )

    at_once = ("space", "kind", "due", "person", "order_by")
    conditions = {
        "space": lambda value: Q(document__space_id=value),
        "kind": lambda value: Q(document__kind=value),
        "due": lambda value: Q(document__review_by__lte=value),
        "person": lambda value: Q(reviewer__username=value) | Q(requested_by__username=value),
        # It orders, and leaves out nothing.
        "order_by": lambda value: Q(),
    }

    def prepare(self) -> None:
        spaces, _accounts = place_choices(self.caller)
        self.offer("space", spaces)

    @property
    def order(self) -> tuple[str, ...]:
        """Whatever is due soonest first, and what has no day last; or the newest first."""
        return ("-id",) if self.given.get("order_by") == ["new"] else ("due", "-id")


@admin.register(Review)
class ReviewQueue(ConsoleAdmin):
    """Two lists instead of a table of rows: a request has no page of its own, its document has."""

    filters = QueueFilters

    def visible_to(self, caller: Caller) -> QuerySet[Review]:
        return open_requests(caller)

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        return [
            path("", wrap(self.changelist_view), name="reviews_review_changelist"),
            path("open/", wrap(self.open_view), name="reviews_review_open"),
            path("of/<str:document_id>/", wrap(self.document_view), name="reviews_review_of"),
        ]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """What waits for the person, and what they asked of others; each paged on its own."""
        filters = self.filters(request.GET, request=request, admin=self)
        lists = {"waiting": _queue(request, filters, "waiting"), "asked": _queue(request, filters, "asked")}
        context = {"title": _now("Review queue"), "filters": filters, **lists}
        return self.page(request, "console/review_queue.html", context)

    def open_view(self, request: HttpRequest) -> HttpResponse:
        """Everybody's open requests that the person can see, of one age where the address names it."""
        return self.page(request, "console/open_reviews.html", open_reviews_context(request))

    def document_view(self, request: HttpRequest, document_id: str) -> HttpResponse:
        """Every request and answer on a document, newest first."""
        caller = caller_of(request)
        try:
            document = document_for(caller, document_id)
            query = {"document": document.pk, "page_token": request.GET.get("after", "")}
            rows, page = review_rows(standing_of(document, settings_of(document.space)), query)
        except DomainError as refusal:
            raise Http404 from refusal
        context = {
            "title": _now("Reviews of %(reference)s") % {"reference": document.reference},
            "object": document,
            "rows": rows,
            "next": page.next_page_token,
        }
        return self.page(request, "console/reviews_of.html", context)


def _queue(request: HttpRequest, filters: QueueFilters, which: str) -> Queue:
    """One of the two lists, as the address narrows, orders and pages it."""
    requests = filters.narrowed(with_due(open_requests(caller_of(request), asked=which == "asked")))
    page = list_page(
        request,
        requests,
        filters.given,
        label=f"queue:{which}",
        order=filters.order,
        size=_A_PAGE,
        token_name=which,
    )
    return Queue(queue_rows(page.rows), page)
