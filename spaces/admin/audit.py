"""The audit log, read, exported and checked by the managers of its account."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext_lazy as _

from spaces.admin.audit_export import FORMS, export_response
from spaces.admin.audit_filters import NAMES, AuditFilters
from spaces.admin.callers import caller_of
from spaces.admin.columns import column, moment
from spaces.admin.confirming import url_of
from spaces.admin.lists import ConsoleList
from spaces.admin.pages import ConsoleAdmin
from spaces.domain.caller import Caller
from spaces.domain.differences import differences
from spaces.domain.effects import Named
from spaces.kernel.ids import uuid_of
from spaces.models import AuditEntry
from spaces.querysets import accounts_visible_to, audit_checks_visible_to, audit_entries_visible_to
from spaces.services.audit_checks import audit_check_start, seal_state
from spaces.services.audit_reading import audit_entries, audit_export

# The section of the console that shows what an id is of.
_SECTIONS = {
    "lab": "spaces_space",
    "acct": "spaces_account",
    "agent": "spaces_agentkey",
    "ldoc": "decisions_document",
    "ask": "reviews_ask",
    "lqst": "decisions_question",
    "ldia": "decisions_diagram",
}

# What an entry says of its object, the first that is there: what people call it by.
_CALLED_BY = ("reference", "name", "title", "username", "slug")


class AuditList(ConsoleList):
    def get_filters_params(self, params: Any = None) -> dict[str, Any]:
        """The parameters that Django's own filters would read: ours are none of them."""
        given: dict[str, Any] = super().get_filters_params(params)
        return {name: value for name, value in given.items() if name not in NAMES}

    def narrowed_by(self, request: HttpRequest) -> dict[str, list[str]]:
        return {name: request.GET.getlist(name) for name in AuditFilters.base_fields if request.GET.get(name)}


@admin.register(AuditEntry)
class AuditAdmin(ConsoleAdmin):
    page_template = "console/audit_entry.html"
    change_list_template = "console/audit_log.html"
    list_display = ("when", "who", "act", "about", "object")
    empty_words = _(
        "Every write in the accounts you manage is listed here, with who made it. Accounts that others manage "
        "are theirs to look after."
    )
    # Ids are time-ordered, and their index with the account is the one that bounds the scan.
    ordering = ("-id",)

    def visible_to(self, caller: Caller) -> QuerySet[AuditEntry]:
        return audit_entries_visible_to(caller)

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ConsoleList]:
        return AuditList

    def get_queryset(self, request: HttpRequest) -> QuerySet[AuditEntry]:
        if not NAMES & request.GET.keys():
            return super().get_queryset(request)
        asked = AuditFilters(request.GET, request=request).asked
        return AuditEntry.objects.none() if asked is None else audit_entries(caller_of(request), asked)

    @column(_("When"))
    def when(self, entry: AuditEntry) -> str:
        return moment(entry.at, form="Y-m-d H:i:s")

    @column(_("Who"))
    def who(self, entry: AuditEntry) -> str:
        return entry.byline

    @column(_("Object"))
    def object(self, entry: AuditEntry) -> str:
        return entry.object_id

    @column(_("About"))
    def about(self, entry: AuditEntry) -> str:
        told = {**entry.before, **entry.after}
        return next((str(told[name])[:80] for name in _CALLED_BY if told.get(name)), "")

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        return [
            path("export/", wrap(self.export_view), name="spaces_auditentry_export"),
            path("checks/", wrap(self.check_start_view), name="spaces_auditentry_checks"),
            path("checks/<str:check_id>/", wrap(self.check_view), name="spaces_auditentry_check"),
            *super().get_urls(),
        ]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        caller = caller_of(request)
        filters = AuditFilters(request.GET, request=request)
        asked = filters.asked or {}
        shown = {
            "title": _("Audit log"),
            "filters": filters,
            "asked": [(name, value) for name, value in request.GET.items() if name in NAMES and value],
            "export_forms": [(form, each.label) for form, each in FORMS.items()],
            "seals": seal_state([asked["account_id"]] if "account_id" in asked else caller.manager_of),
            "accounts": accounts_visible_to(caller).filter(pk__in=caller.manager_of).order_by("name"),
            "last_checks": audit_checks_visible_to(caller).select_related("account").order_by("-pk")[:3],
            **(extra_context or {}),
        }
        answer: HttpResponse = super().changelist_view(request, shown)
        return answer

    def page_context(self, request: HttpRequest, entry: AuditEntry, caller: Caller) -> dict[str, Any]:
        prefix = entry.object_id.partition("_")[0]
        sealed = getattr(entry, "sealed", None)
        return {
            "title": entry.act,
            "differences": differences(entry.before, entry.after),
            "object_url": url_of(Named("", _SECTIONS.get(prefix, ""), entry.object_id)),
            "seal": sealed.seal if sealed else None,
        }

    def export_view(self, request: HttpRequest) -> HttpResponseBase:
        """Every entry that was looked for, as a file; a POST, since the export is itself recorded."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        form, caller = request.POST.get("form", ""), caller_of(request)
        asked = AuditFilters(request.POST, request=request).asked
        if asked is None or form not in FORMS or not caller.manager_of:
            raise Http404
        return export_response(audit_export(filters=asked, form=form, caller=caller), form)

    def check_start_view(self, request: HttpRequest) -> HttpResponse:
        """Starts a check of an account's log, or goes on with the one there is, and leads to what it found."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        caller = caller_of(request)
        managed = accounts_visible_to(caller).filter(pk__in=caller.manager_of)
        account = next((each for each in managed if each.pk == request.POST.get("account_id")), None)
        if account is None:
            raise Http404
        check = audit_check_start(account=account, caller=caller)
        return HttpResponseRedirect(reverse("admin:spaces_auditentry_check", args=[check.pk]))

    def check_view(self, request: HttpRequest, check_id: str) -> HttpResponse:
        """How far a check is, and what it found."""
        checks = audit_checks_visible_to(caller_of(request)).select_related("account", "asked_by")
        check = checks.filter(pk=check_id).first() if uuid_of(check_id, "acheck") else None
        if check is None:
            raise Http404
        return self.page(
            request, "console/audit_check.html", {"check": check, "title": _("Check of the audit log")}
        )
