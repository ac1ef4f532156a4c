"""Lists of documents as files: every row somebody may read of them, up to a cap that is told."""

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from itertools import islice
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.urls import reverse

from decisions.domain.tables import BYTE_ORDER_MARK, csv_lines, markdown_line, markdown_text
from decisions.models import Document
from decisions.querysets import binds
from decisions.services.document_filters import documents_matching
from decisions.services.document_listing import documents_ranked
from spaces.domain.caller import Caller
from spaces.kernel.leafing import leaf_of

# A file that a spreadsheet opens and a request streams in seconds; an account exports more by space.
MOST_EXPORTED = 10_000

# The last row where rows were left out.
_CUT = f"Cut after {MOST_EXPORTED:,} rows: there are more. Narrow the list, by space or by day, to have them."

# Rows of one statement: the whole cap takes twenty.
_BATCH = 500


def address_of(document: Document) -> str:
    """Where the console shows a document, for who reads it outside."""
    path = reverse("admin:decisions_document_change", args=[document.pk])
    return f"{settings.PUBLIC_URL}{path}"


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


# heading -> what it says of a document.
COLUMNS: dict[str, Callable[[Any], object]] = {
    "reference": lambda document: str(document.reference),
    "title": lambda document: document.title,
    "kind": lambda document: document.kind,
    "status": lambda document: document.status,
    "space": lambda document: document.space.name,
    "access": lambda document: document.level.word,
    "author": lambda document: document.author.username,
    "decider": lambda document: document.decider.username if document.decider else "",
    "review_by": lambda document: document.review_by.isoformat() if document.review_by else "",
    "decided_at": lambda document: _moment(document.decided_at) if document.decided_at else "",
    "decided_version": lambda document: document.decided_version or "",
    "in_force": lambda document: "yes" if binds(document) else "no",
    "implementation": lambda document: document.implementation_shown or "",
    "updated_at": lambda document: _moment(document.updated_at),
    "address": address_of,
}

_LOADED = (
    "kind",
    "number",
    "part",
    "title",
    "status",
    "access",
    "review_by",
    "decided_at",
    "decided_version",
    "implementation",
    "updated_at",
    "space__name",
    "author__username",
    "decider__username",
    "parent__status",
)


def documents_exported(caller: Caller, filters: Mapping[str, Any]) -> Iterator[list[Document]]:
    """The documents of a list in batches of a statement each, one more than the cap where it cuts.

    The best first of a search, else the newest: an order that no change meanwhile moves a row in, so that
    none is left out or told twice.
    """
    documents, order = documents_matching(caller, filters), ("-id",)
    if filters.get("query"):
        documents, order = documents_ranked(documents, caller, filters, again=False), ("place",)
    rows, token, told = _loaded(documents), "", 0
    while True:
        leaf = leaf_of(rows, order=order, query={"export": caller.subject}, token=token, size=_BATCH)
        yield list(leaf.rows[: MOST_EXPORTED + 1 - told])
        told, token = told + len(leaf.rows), leaf.after
        if not token or told > MOST_EXPORTED:
            return


def _loaded(documents: QuerySet[Document]) -> QuerySet[Document]:
    return documents.select_related("space", "author", "decider", "parent").only(*_LOADED)


def csv_export(caller: Caller, filters: Mapping[str, Any], *, marked: bool = False) -> Iterator[str]:
    """The list as CSV in pieces, a header first; `marked` begins with the mark some spreadsheets ask for."""
    yield (BYTE_ORDER_MARK if marked else "") + csv_lines([list(COLUMNS)])
    left = MOST_EXPORTED
    for batch in documents_exported(caller, filters):
        yield csv_lines([[say(each) for say in COLUMNS.values()] for each in islice(batch, left)])
        if len(batch) > left:
            yield csv_lines([[_CUT, *[""] * (len(COLUMNS) - 1)]])
        left -= len(batch)


def markdown_export(caller: Caller, filters: Mapping[str, Any]) -> Iterator[str]:
    """The list as a Markdown table in pieces, each reference a link."""
    shown = [name for name in COLUMNS if name != "address"]
    yield markdown_line(name.replace("_", " ") for name in shown)
    yield markdown_line("---" for _ in shown)
    left = MOST_EXPORTED
    for batch in documents_exported(caller, filters):
        yield "".join(markdown_line(_markdown_cells(each, shown)) for each in islice(batch, left))
        if len(batch) > left:
            yield f"\n{_CUT}\n"
        left -= len(batch)


def _markdown_cells(document: Document, shown: list[str]) -> list[str]:
    linked = f"[{document.reference}]({address_of(document)})"
    return [linked if name == "reference" else markdown_text(COLUMNS[name](document)) for name in shown]
