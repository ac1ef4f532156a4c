"""Lists and searches of documents."""

import secrets
from collections.abc import Mapping
from typing import Any

from django.core.cache import cache
from django.db.models import Case, QuerySet, When

from decisions.models import Document
from decisions.querysets import documents_visible_to
from decisions.services.document_filters import documents_matching
from decisions.services.search import SearchQuery, search, snippets
from spaces.domain.caller import Caller
from spaces.kernel.errors import invalid
from spaces.kernel.paging import Page, fingerprint, page_of, page_size_of, seal, unseal

# How long the order of a search is kept for its next page.
_ORDER_KEPT_SECONDS = 15 * 60

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
    documents = documents_matching(caller, filters)
    if filters.get("query"):
        return _search_page(documents, caller, filters)
    return page_of(_rows(documents), order=("-updated_at", "-id"), query=filters)


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


def documents_ranked(
    documents: QuerySet[Document], caller: Caller, filters: Mapping[str, Any], *, again: bool
) -> QuerySet[Document]:
    """The best 500 of these documents for the filters' `query`, ordered by their `place`.

    The order is kept for the person's next page of the same search (`again`).
    """
    query = SearchQuery.parse(filters["query"])
    key = f"ranked:{caller.subject}:{fingerprint(filters)}"
    ranked = cache.get(key) if again else None
    if ranked is None:
        ranked = search(documents, query)
        cache.set(key, ranked, timeout=_ORDER_KEPT_SECONDS)
    if not ranked:
        return documents.none()
    place = Case(*(When(pk=pk, then=place) for place, pk in enumerate(ranked)))
    return documents.filter(pk__in=ranked).annotate(place=place).order_by("place")
