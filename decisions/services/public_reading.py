"""What everybody may read: a public document with what stands around it, and those of an account or a space."""

from collections.abc import Callable, Mapping
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from decisions.domain.kinds import Kind, Status
from decisions.models import Document
from decisions.querysets import documents_visible_to
from spaces.domain.caller import VISITOR
from spaces.kernel.errors import not_found
from spaces.kernel.ids import uuid_of
from spaces.kernel.paging import Page, page_of
from spaces.models import Account, Space

_ON_ITS_PAGE = ("author", "decider", "space", "account")

# What a row of an index shows.
_ROW_COLUMNS = (
    *("kind", "number", "part", "title", "status", "decided_at", "created_at"),
    *("author__username", "space__name"),
)

# argument -> whether its value is one that a document could have
_FILTERS: dict[str, Callable[[str], bool]] = {
    "kind": lambda value: value in list(Kind),
    "status": lambda value: value in list(Status),
    "space": lambda value: uuid_of(value, "lab") is not None,
}


def public_documents() -> QuerySet[Document]:
    """The documents that anyone reads."""
    return documents_visible_to(VISITOR, by_id=True)


def public_document(document_id: str) -> Document:
    """One of them by its id; `not_found` for any other."""
    found = _readable(public_documents(), document_id)
    if found is None:
        raise not_found("document")
    return found


def _readable(documents: QuerySet[Document], document_id: str) -> Document | None:
    if not uuid_of(document_id, "ldoc"):
        return None
    return documents.select_related(*_ON_ITS_PAGE).filter(pk=document_id).first()


def previewed_document(documents: QuerySet[Document], token: str) -> Document:
    """The document whose preview link this is, of those its holder reads; `not_found` for any other."""
    found = documents.select_related(*_ON_ITS_PAGE).filter(preview_token=token).first()
    if found is None:
        raise not_found("document")
    return found


def public_succession(document: Document) -> dict[str, Any]:
    """What it supersedes and what superseded it, as far as everybody reads that."""
    tied = public_documents().filter(Q(pk=document.successor_id) | Q(successor=document))
    found = list(tied.order_by("number", "part"))
    return {
        "successor": next((each for each in found if each.pk == document.successor_id), None),
        "supersedes": [each for each in found if each.successor_id == document.pk],
    }


def public_account(account_id: str) -> Account:
    """An account that shows everybody at least one document; `not_found` for any other, as for none."""
    shown = public_documents().filter(account=OuterRef("pk"))
    known = uuid_of(account_id, "acct")
    account = Account.objects.filter(Exists(shown), pk=account_id).first() if known else None
    if account is None:
        raise not_found("account")
    return account


def public_space(space_id: str) -> Space:
    """A space that shows everybody at least one document; `not_found` for any other, as for none."""
    shown = public_documents().filter(space=OuterRef("pk"))
    known = uuid_of(space_id, "lab")
    spaces = Space.objects.filter(Exists(shown)).select_related("account")
    space = spaces.filter(pk=space_id).first() if known else None
    if space is None:
        raise not_found("space")
    return space


def public_spaces(account: Account) -> list[Space]:
    """The account's spaces that everybody reads something of, by name."""
    shown = public_documents().filter(account=account, space=OuterRef("pk"))
    return list(Space.objects.filter(Exists(shown), account=account).only("name").order_by("name", "pk"))


def public_index(account: Account, filters: Mapping[str, Any]) -> Page:
    """A page of the account's public documents, newest first, narrowed by `kind`, `status` and `space`.

    A value that no document has finds nothing.
    """
    documents = public_documents().filter(account=account)
    for name, could_be in _FILTERS.items():
        if wanted := filters.get(name):
            documents = documents.filter(**{name: wanted}) if could_be(wanted) else documents.none()
    rows = documents.select_related("author", "space").only(*_ROW_COLUMNS)
    return page_of(rows, order=("-id",), query={**filters, "account": account.pk})


def public_decisions(place: Account | Space) -> QuerySet[Document]:
    """The decisions of an account or a space that everybody reads, newest first.

    What was decided elsewhere on a day nobody knows is not among them.
    """
    field = "account" if isinstance(place, Account) else "space"
    decided = public_documents().filter(**{field: place}, decided_at__isnull=False)
    return decided.select_related("author", "decider", "space").order_by("-decided_at", "-id")
