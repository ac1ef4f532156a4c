"""What documents are asked for by: one table behind every list of them, by REST, tools and console."""

from collections.abc import Callable, Mapping
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from decisions.domain.kinds import DECIDED
from decisions.hooks import DOCUMENTS_WAITING
from decisions.models import Document, DocumentListing, Version
from decisions.querysets import document_for, documents_visible_to, in_force
from spaces.domain.caller import Caller
from spaces.kernel.registry import hooks
from spaces.querysets import spaces_below
from spaces.services.spaces import space_for

# argument -> the condition it asks for. Moments: since is included, before is not. Days are both included.
CONDITIONS: dict[str, Callable[[Any], Q]] = {
    "account_id": lambda value: Q(account_id=value),
    "kind": lambda value: Q(kind=value),
    "status": lambda value: Q(status=value),
    "statuses": lambda value: Q(status__in=value),
    "access": lambda value: Q(access=value),
    "author": lambda value: Q(author_id=value),
    "author_name": lambda value: Q(author__username=value),
    "decider": lambda value: Q(decider_id=value),
    "decider_name": lambda value: Q(decider__username=value),
    # Only decided documents show theirs.
    "implementation": lambda value: Q(implementation=value, status__in=list(DECIDED)),
    "updated_since": lambda value: Q(updated_at__gte=value),
    "updated_before": lambda value: Q(updated_at__lt=value),
    "created_since": lambda value: Q(created_at__gte=value),
    "created_before": lambda value: Q(created_at__lt=value),
    "decided_since": lambda value: Q(decided_at__gte=value),
    "decided_before": lambda value: Q(decided_at__lt=value),
    "review_by_from": lambda value: Q(review_by__gte=value),
    "review_by_to": lambda value: Q(review_by__lte=value),
    "with_findings": lambda value: Q(_found_in_text()) if value else ~Q(_found_in_text()),
}


def _found_in_text() -> Exists:
    """Its current text alone gave cause to remark something; what depends on the day is not stored."""
    current = Version.objects.filter(document=OuterRef("pk"), number=OuterRef("current_version"))
    return Exists(current.filter(findings_total__gt=0))


def documents_matching(caller: Caller, filters: Mapping[str, Any]) -> QuerySet[Document]:
    """The documents the caller reads that fit every filter; a `query` and paging are left to the list.

    `not_found` for a space or parent that is not the caller's to see.
    """
    documents = documents_visible_to(caller)
    if space_id := filters.get("space_id"):
        documents = documents.filter(_in_space(caller, space_id, filters))
    if parent_id := filters.get("parent_id"):
        parent = document_for(caller, parent_id, space_id, path="parent_id")
        documents = documents.filter(parent=parent)
    for name, condition in CONDITIONS.items():
        if name in filters:
            documents = documents.filter(condition(filters[name]))
    if filters.get("waiting_on_me"):
        documents = documents.filter(_waiting_on(caller))
    return in_force(documents) if filters.get("in_force") else documents


def _in_space(caller: Caller, space_id: str, filters: Mapping[str, Any]) -> Q:
    space = space_for(caller, space_id)
    spaces: Any = spaces_below(space.pk).values("pk") if filters.get("below") else [space.pk]
    here = Q(space_id__in=spaces)
    if filters.get("linked"):
        here |= Q(Exists(DocumentListing.objects.filter(document=OuterRef("pk"), space_id__in=spaces)))
    return here


def _waiting_on(caller: Caller) -> Q:
    waiting = Q(pk__in=[])
    for condition in hooks.run(DOCUMENTS_WAITING, caller=caller).values():
        waiting |= condition
    return waiting
