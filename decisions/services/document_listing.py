"""Lists and searches of documents."""

import secrets
from collections.abc import Callable, Mapping
from typing import Any

from django.core.cache import cache
from django.db.models import Exists, OuterRef, Q, QuerySet

from decisions.domain.kinds import DECIDED
from decisions.models import Document, DocumentListing
from decisions.querysets import document_for, documents_visible_to, in_force
from decisions.services.search import SearchQuery, search, snippets
from spaces.domain.caller import Caller
from spaces.kernel.errors import invalid
from spaces.kernel.paging import Page, page_of, page_size_of, seal, unseal
from spaces.services.spaces import space_for

# How long the order of a search is kept for its next page.
_ORDER_KEPT_SECONDS = 15 * 60

# argument -> the condition it asks for
_FILTERS: dict[str, Callable[[Any], Q]] = {
    "kind": lambda value: Q(kind=value),
    "status": lambda value: Q(status=value),
    "author": lambda value: Q(author_id=value),
    "decider": lambda value: Q(decider_id=value),
    # Only decided documents show theirs.
    "implementation": lambda value: Q(implementation=value, status__in=list(DECIDED)),
    "updated_since": lambda value: Q(updated_at__gte=value),
}

# What a row shows. A list never loads a text, and these columns are all it loads.
_COLUMNS = (
    "account_id",
    "space_id",
    "kind",
    "number",
    "part",
    "title",
    "status",
    "access",
    "implementation",
    "author_id",
    "decider_id",
    "review_by",
    "current_version",
    "updated_at",
    "parent__status",
)


def document_list(caller: Caller, filters: Mapping[str, Any]) -> Page:
    """A page of the documents the caller reads, last changed first; with a `query`, best first."""
    documents = _filtered(caller, filters)
    if filters.get("query"):
        return _search_page(documents, caller, filters)
    return page_of(_rows(documents), order=("-updated_at", "-id"), query=filters)


def _filtered(caller: Caller, filters: Mapping[str, Any]) -> QuerySet[Document]:
    documents = documents_visible_to(caller)
    if space_id := filters.get("space_id"):
        here = Q(space_id=space_for(caller, space_id).pk)
        if filters.get("linked"):
            here |= Q(Exists(DocumentListing.objects.filter(document=OuterRef("pk"), space_id=space_id)))
        documents = documents.filter(here)
    if parent_id := filters.get("parent_id"):
        parent = document_for(caller, parent_id, space_id, path="parent_id")
        documents = documents.filter(parent=parent)
    for name, condition in _FILTERS.items():
        if name in filters:
            documents = documents.filter(condition(filters[name]))
    return in_force(documents) if filters.get("in_force") else documents


def _rows(documents: QuerySet[Document]) -> QuerySet[Document]:
    return documents.select_related("parent").only(*_COLUMNS)


def _search_page(documents: QuerySet[Document], caller: Caller, filters: Mapping[str, Any]) -> Page:
    """A page of the best 500, in an order that is kept from the first page on.

    What the caller may read is judged anew at each page; a document that was closed meanwhile is left out.
    """
    query = SearchQuery.parse(filters["query"])
    size = page_size_of(filters)
    if token := filters.get("page_token"):
        key, start = unseal(filters, token)
        ranked = cache.get(key)
        if ranked is None:
            raise invalid("page_token", "This search was too long ago.", fix="Search again without a token.")
        documents = documents_visible_to(caller)
    else:
        key, start = f"search:{secrets.token_hex(16)}", 0
        ranked = search(documents, query)
        if len(ranked) > 1:
            cache.set(key, ranked, timeout=_ORDER_KEPT_SECONDS)
    shown = ranked[start : start + size]
    by_id = {document.pk: document for document in _rows(documents.filter(pk__in=shown))}
    found = snippets(list(by_id), query)
    for document in by_id.values():
        document.snippet = found.get(document.pk, "")
    place = {pk: index for index, pk in enumerate(ranked, start=1)}
    return Page(
        rows=[by_id[pk] for pk in shown if pk in by_id],
        next_page_token=seal(filters, [key, start + size]) if start + size < len(ranked) else "",
        token_after=lambda row: seal(filters, [key, place[row.pk]]),
        facts={"total": len(ranked)},
    )
