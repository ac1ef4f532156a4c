"""The audit log as a file, made while it is sent."""

import csv
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.http import StreamingHttpResponse
from django.utils.translation import gettext_lazy as _

from spaces.admin.words import Words
from spaces.models import AuditEntry

_FIELDS = (
    "id",
    "at",
    "account_id",
    "person_id",
    "byline",
    "assistant_id",
    "act",
    "object_id",
    "before",
    "after",
)

# What a spreadsheet takes for the beginning of a formula; names are chosen by people.
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


class _Line:
    """A file for the csv module that hands back each line it is given."""

    def write(self, line: str) -> str:
        return line


def _as_csv(entries: Iterable[AuditEntry]) -> Iterator[str]:
    writer: Any = csv.writer(_Line())
    yield writer.writerow(_FIELDS)
    for entry in entries:
        told = _told(entry)
        yield writer.writerow([_cell(told[name]) for name in _FIELDS])


def _cell(value: Any) -> str:
    words = json.dumps(value, ensure_ascii=False) if isinstance(value, dict) else str(value or "")
    return f"'{words}" if words.startswith(_FORMULA_STARTS) else words


def _as_json_lines(entries: Iterable[AuditEntry]) -> Iterator[str]:
    for entry in entries:
        yield json.dumps(_told(entry), ensure_ascii=False) + "\n"


def _told(entry: AuditEntry) -> dict[str, Any]:
    told = {name: getattr(entry, name) for name in _FIELDS}
    return {**told, "at": entry.at.isoformat().replace("+00:00", "Z")}


@dataclass(frozen=True)
class ExportForm:
    """A form of file: its label, its type, and how entries become its lines."""

    label: Words
    content_type: str
    lines: Callable[[Iterable[AuditEntry]], Iterator[str]]


FORMS: dict[str, ExportForm] = {
    "csv": ExportForm(_("CSV, for spreadsheets"), "text/csv; charset=utf-8", _as_csv),
    "jsonl": ExportForm(_("JSON lines, exact"), "application/jsonl; charset=utf-8", _as_json_lines),
}


def export_response(entries: Iterable[AuditEntry], form: str) -> StreamingHttpResponse:
    """A file of these entries, sent as they are read."""
    chosen = FORMS[form]
    return StreamingHttpResponse(
        chosen.lines(entries),
        content_type=chosen.content_type,
        headers={
            "Content-Disposition": f'attachment; filename="audit-log.{form}"',
            "Cache-Control": "no-store",
        },
    )
