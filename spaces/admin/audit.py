"""The audit log, read by the managers of its account."""

import json
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from spaces.admin.columns import column, moment
from spaces.admin.pages import ConsoleAdmin
from spaces.domain.caller import Caller
from spaces.models import AuditEntry


@admin.register(AuditEntry)
class AuditAdmin(ConsoleAdmin):
    page_template = "console/audit_entry.html"
    list_display = ("when", "byline", "act", "object_id")
    search_fields = ("act", "object_id", "byline")
    search_help_text = "Act, person or object's id"
    # Ids are time-ordered, and their index with the account is the one that bounds the scan.
    ordering = ("-id",)
    sortable_by = ()

    def visible_to(self, caller: Caller) -> QuerySet[AuditEntry]:
        return AuditEntry.objects.filter(account_id__in=caller.manager_of)

    @column("When")
    def when(self, entry: AuditEntry) -> str:
        return moment(entry.at, form="Y-m-d H:i:s")

    def page_context(self, request: HttpRequest, entry: AuditEntry, caller: Caller) -> dict[str, Any]:
        return {"at": self.when(entry), "before": _indented(entry.before), "after": _indented(entry.after)}


def _indented(values: dict[str, Any]) -> str:
    return json.dumps(values, indent=2, ensure_ascii=False) if values else ""
