"""The list of documents as a file, narrowed as the list is."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpResponseRedirect, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from decisions.admin.filters import DocumentFilters
from decisions.models import Document
from decisions.services.exporting import MOST_EXPORTED, csv_export, markdown_export
from spaces.admin.pages import list_url
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError


@dataclass(frozen=True)
class Way:
    """One kind of file: how it is called, its type and ending, and what writes it."""

    words: Promise
    content_type: str
    ending: str
    written: Callable[[Caller, Mapping[str, Any]], Iterator[str]]


WAYS = {
    "csv": Way(_("CSV"), "text/csv", "csv", csv_export),
    "csv-marked": Way(
        _("CSV for Excel (UTF-8 with a mark)"),
        "text/csv",
        "csv",
        lambda caller, filters: csv_export(caller, filters, marked=True),
    ),
    "markdown": Way(_("Markdown table"), "text/markdown", "md", markdown_export),
}


def export_links(address: str) -> dict[str, Any]:
    """The ways a list narrowed by this address can be had as a file."""
    links = [
        {"words": way.words, "url": f"{reverse('admin:decisions_document_export', args=[name])}?{address}"}
        for name, way in WAYS.items()
    ]
    return {"exports": links, "most_exported": MOST_EXPORTED}


def export_response(filters: DocumentFilters, name: str) -> HttpResponseBase:
    """The file in pieces as they are read; where a filter is wrong, the list, which tells why."""
    way = WAYS.get(name)
    if way is None:
        raise Http404
    back = HttpResponseRedirect(f"{list_url(Document)}?{filters.address}")
    if not filters.is_valid():
        return back
    pieces = way.written(filters.caller, filters.asked)
    try:
        # What refuses does so before the first rows, while there is still another answer to give.
        begun = [next(pieces), next(pieces, "")]
    except DomainError:
        return back
    response = StreamingHttpResponse(
        (piece for part in (begun, pieces) for piece in part),
        content_type=f"{way.content_type}; charset=utf-8",
    )
    response["Content-Disposition"] = (
        f'attachment; filename="documents-{timezone.localdate():%Y-%m-%d}.{way.ending}"'
    )
    return response
