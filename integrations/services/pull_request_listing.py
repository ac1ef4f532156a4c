"""Lists of the pull requests that documents are linked to."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Count, Q, QuerySet

from decisions.models import Document
from decisions.querysets import document_for, documents_visible_to
from integrations.domain.pull_requests import ACTIVE, State
from integrations.models import PullRequestLink
from integrations.services.linking import MAX_LINKS
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError, invalid
from spaces.kernel.paging import Page, page_of
from spaces.services.spaces import space_for

# state -> the pull requests it lists.
STATES: dict[str, Q] = {
    **{state.value: Q(pull_request__state=state.value) for state in State},
    "active": Q(pull_request__state__in=list(ACTIVE)),
}

_ORDER = ("-linked_at", "-id")


def pull_request_list(caller: Caller, filters: Mapping[str, Any]) -> Page:
    """The links that stand, newest first, of a document or of a space; beside them `counts` by state.

    A document's are all on one page, whatever page_size says, and only an answer's size cuts it. For members of the
    account: other readers of a document see none, and of a space only the documents that the caller reads count.
    """
    return _page(_links(caller, filters), filters)


def pull_request_overview(caller: Caller, filters: Mapping[str, Any]) -> Page:
    """As pull_request_list, of every space of the caller's accounts, or of the one that `space_id` names."""
    links = _standing_links(caller).filter(account_id__in=caller.member_of)
    if space_id := filters.get("space_id"):
        links = links.filter(space_id=space_id)
    return _page(links, filters)


def _page(links: QuerySet[PullRequestLink], filters: Mapping[str, Any]) -> Page:
    """A page of these links by the filters' state and repository, with the counts of all states."""
    if repo := filters.get("repo"):
        links = links.filter(_of_repo(repo))
    found = links.order_by().values_list("pull_request__state").annotate(found=Count("pk"))
    counts = {state.value: 0 for state in State} | dict(found)
    if state := filters.get("state"):
        links = links.filter(STATES[state])
    links = links.select_related("pull_request")
    if filters.get("document_id"):
        whole = {name: each for name, each in filters.items() if name != "page_size"}
        page = page_of(links, order=_ORDER, query=whole, default=MAX_LINKS, maximum=MAX_LINKS)
    else:
        page = page_of(links, order=_ORDER, query=filters)
    for link in page.rows:
        link.compact = filters.get("compact", False)
    return Page(page.rows, page.next_page_token, page.token_after, facts={"counts": counts})


def _links(caller: Caller, filters: Mapping[str, Any]) -> QuerySet[PullRequestLink]:
    space_id = filters.get("space_id")
    if document_id := filters.get("document_id"):
        return _of_document(document_for(caller, document_id, space_id), caller)
    if not space_id:
        raise invalid("space_id", "Neither a document nor a space is named.", fix="Send one of them.")
    space = space_for(caller, space_id)
    if not caller.is_member(space.account_id):
        raise DomainError(
            "forbidden",
            "You see this space, but only members of its account list its pull requests.",
            fix="Ask a member of the account.",
        )
    return _standing_links(caller).filter(space=space)


def _standing_links(caller: Caller) -> QuerySet[PullRequestLink]:
    return PullRequestLink.objects.filter(unlinked_at__isnull=True, document__in=documents_visible_to(caller))


def _of_document(document: Document, caller: Caller) -> QuerySet[PullRequestLink]:
    # What an account reads with its credential is shown to its members alone.
    if not caller.is_member(document.account_id):
        return PullRequestLink.objects.none()
    return PullRequestLink.objects.filter(document=document, unlinked_at__isnull=True)


def _of_repo(repo: str) -> Q:
    match repo.lower().strip("/").split("/"):
        case [owner, name] if owner and name:
            return Q(pull_request__name_key=f"{owner}/{name}")
        case [host, owner, name] if host and owner and name:
            return Q(pull_request__host=host, pull_request__name_key=f"{owner}/{name}")
    raise invalid("repo", "This is no repository.", fix="Write owner/name, or host/owner/name.")
