"""The review queue: what waits for me, what I asked of others; and every review of a document."""

from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet, prefetch_related_objects
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, path

from decisions.querysets import document_for
from reviews.admin.days import days_left
from reviews.admin.open_reviews import open_reviews_context
from reviews.admin.review_rows import review_rows
from reviews.models import Review
from reviews.services.approvals import standing_of
from reviews.services.listing import open_requests
from spaces.admin.callers import caller_of
from spaces.admin.pages import ConsoleAdmin
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError
from spaces.kernel.paging import Page, page_of
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
            "days": days_left(request.document.review_by, settings_of(request.document.space).today),
        }
        for request in requests
    ]


@admin.register(Review)
class ReviewQueue(ConsoleAdmin):
    """Two lists instead of a table of rows: a request has no page of its own, its document has."""

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
        caller = caller_of(request)
        waiting = _page(request, "waiting", open_requests(caller))
        asked = _page(request, "asked", open_requests(caller, asked=True))
        context = {
            "title": "Review queue",
            "waiting": queue_rows(waiting.rows),
            "waiting_next": waiting.next_page_token,
            "asked": queue_rows(asked.rows),
            "asked_next": asked.next_page_token,
        }
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
            "title": f"Reviews of {document.reference}",
            "object": document,
            "rows": rows,
            "next": page.next_page_token,
        }
        return self.page(request, "console/reviews_of.html", context)


def _page(request: HttpRequest, which: str, requests: QuerySet[Review]) -> Page:
    query = {"list": which, "page_size": _A_PAGE, "page_token": request.GET.get(which, "")}
    try:
        return page_of(requests, order=("-id",), query=query)
    except DomainError as refusal:
        # A token that was cut or made up leads nowhere.
        raise Http404 from refusal
