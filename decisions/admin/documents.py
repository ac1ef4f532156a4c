"""The console's documents: their list, their pages and what is done to them."""

from functools import partial
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import URLPattern, path
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from decisions.admin.comparing import compare_context
from decisions.admin.creating import template_response
from decisions.admin.diagram_pictures import picture_response
from decisions.admin.document_acts import ACTS, CREATION
from decisions.admin.document_page import (
    document_context,
    document_tabs,
    head_context,
    source_response,
    tab_context,
)
from decisions.admin.drafts import draft_response
from decisions.admin.exporting import export_links, export_response
from decisions.admin.filters import DocumentFilters
from decisions.admin.panels import acts_from_above
from decisions.admin.saved_views import filters_only, views_shown
from decisions.admin.tabs import Tab
from decisions.admin.talk import TALK_ACTS
from decisions.admin.version_list import versions_context
from decisions.models import Document
from decisions.querysets import document_for, documents_visible_to
from spaces.admin.callers import caller_of
from spaces.admin.columns import column, moment
from spaces.admin.pages import ConsoleAdmin
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError

# The colour a status is shown in.
STATUS_LOOK = {
    "accepted": "success",
    "published": "success",
    "in review": "info",
    "proposed": "info",
    "rejected": "danger",
    "withdrawn": "warning",
    "deprecated": "warning",
    "superseded": "warning",
}


@admin.register(Document)
class DocumentAdmin(ConsoleAdmin):
    page_template = "console/document.html"
    creation = CREATION
    acts = ACTS + TALK_ACTS
    list_display = (
        "called",
        "titled",
        "shown_status",
        "carried_out",
        "space",
        "access",
        "author",
        "version",
        "changed",
    )
    list_display_links = ("called", "titled")
    list_select_related = ("space", "author")
    filters = DocumentFilters
    list_before_template = "console/document_views.html"
    list_tools_template = "console/document_tools.html"
    # What is typed goes to full-text search; the name only makes Django show the box.
    search_fields = ("title",)
    search_help_text = _lazy('Words, "a phrase", -without, OR')
    empty_words = _lazy(
        "The RFCs, PRDs, ADRs and studies you may read are listed here. Start one, or ask a colleague to name "
        "you on theirs."
    )
    # The one order with an index behind it, in which a list stays fast however many documents there are.
    ordering = ("-updated_at", "-id")

    def visible_to(self, caller: Caller) -> QuerySet[Document]:
        return documents_visible_to(caller)

    def object_for(self, request: HttpRequest, object_id: str) -> Document:
        try:
            return document_for(caller_of(request), object_id)
        except DomainError as refusal:
            raise Http404 from refusal

    @column("Reference")
    def called(self, document: Document) -> str:
        return str(document.reference)

    @column(_lazy("Title"))
    def titled(self, document: Document) -> SafeString:
        # By itself, so that one that is read from right to left does not turn its neighbours round.
        return format_html("<bdi>{}</bdi>", document.title)

    @column("Status", look=STATUS_LOOK)
    def shown_status(self, document: Document) -> str:
        return document.status.replace("_", " ")

    @column("Implementation")
    def carried_out(self, document: Document) -> str:
        return document.implementation_shown or ""

    @column("Version")
    def version(self, document: Document) -> int:
        return document.current_version

    @column("Changed")
    def changed(self, document: Document) -> str:
        return moment(document.updated_at)

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        views = (
            ("versions", self.versions_view),
            ("compare", self.compare_view),
            ("source", self.source_view),
            *((tab.name, partial(self.tab_view, tab=tab)) for tab in document_tabs() if tab.shown),
            ("draft", self.draft_view),
        )
        own = [
            path(f"<str:object_id>/{name}/", wrap(view), name=f"decisions_document_{name}")
            for name, view in views
        ]
        own.append(
            path(
                "<str:object_id>/pictures/<slug:sha256>/",
                wrap(self.picture_view),
                name="decisions_document_picture",
            )
        )
        own.append(path("add/template/", wrap(template_response), name="decisions_document_template"))
        own.append(path("export/<str:way>/", wrap(self.export_view), name="decisions_document_export"))
        return own + [self.act_url(act) for act in acts_from_above()] + super().get_urls()

    def page_context(self, request: HttpRequest, document: Document, caller: Caller) -> dict[str, Any]:
        return document_context(document, caller, number=_number(request, "version"))

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        address = filters_only(request.GET)
        shown = {**views_shown(caller_of(request), address), **export_links(address), **(extra_context or {})}
        answer: HttpResponse = super().changelist_view(request, shown)
        return answer

    def export_view(self, request: HttpRequest, way: str) -> HttpResponseBase:
        """The list, narrowed as the address says, as a file."""
        filters = DocumentFilters(request.GET, request=request, admin=self)
        return export_response(filters, way)

    def versions_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Every version of a document, newest first."""
        document = self.object_for(request, object_id)
        caller = caller_of(request)
        head = head_context(document, caller, "versions")
        context = head | versions_context(
            document,
            caller,
            page=_number(request, "p") or 1,
            chosen_from=_number(request, "from_version"),
            chosen_to=_number(request, "to_version"),
        )
        title = _("Versions of %(reference)s") % {"reference": document.reference}
        return self.page(request, "console/versions.html", {**context, "object": document, "title": title})

    def compare_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Two versions of a document beside each other, or as a unified diff."""
        document = self.object_for(request, object_id)
        context = compare_context(
            document,
            caller_of(request),
            from_version=_number(request, "from_version"),
            to_version=_number(request, "to_version"),
            split=request.GET.get("view") != "unified",
        )
        title = _("%(reference)s: versions compared") % {"reference": document.reference}
        return self.page(request, "console/compare.html", {**context, "object": document, "title": title})

    def tab_view(self, request: HttpRequest, object_id: str, *, tab: Tab) -> HttpResponse:
        """One of a document's pages beside its text."""
        document = self.object_for(request, object_id)
        context = tab_context(document, caller_of(request), tab, request.GET.dict())
        title = f"{tab.label}: {document}"
        return self.page(request, tab.template, {**context, "object": document, "title": title})

    def picture_view(self, request: HttpRequest, object_id: str, sha256: str) -> HttpResponse:
        """The picture of a diagram in one of a document's texts."""
        document = self.object_for(request, object_id)
        return picture_response(document, number=_number(request, "version"), sha256=sha256)

    def draft_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """A text that is being written, as the page would show it."""
        return draft_response(request, self.object_for(request, object_id))

    def source_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """A version's text as it was sent."""
        return source_response(self.object_for(request, object_id), number=_number(request, "version"))


def _number(request: HttpRequest, name: str) -> int:
    """A number in the address; 0 where there is none, 404 where it is something else or past any count."""
    said = request.GET.get(name) or "0"
    if not (said.isascii() and said.isdigit() and len(said) <= 9):
        raise Http404
    return int(said)
