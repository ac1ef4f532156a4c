"""Documents and spaces as resources: where they are, and what is read there, as Markdown."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from decisions.domain.kinds import KINDS, Kind
from decisions.models import Document
from decisions.querysets import binds, document_for
from decisions.services.document_listing import document_list
from decisions.services.versions import version_of
from spaces.domain.caller import Caller
from spaces.kernel.errors import invalid, not_found
from spaces.kernel.ids import uuid_of
from spaces.kernel.paging import Page
from spaces.models import Space
from spaces.services.space_listing import space_list, space_overview
from spaces.services.spaces import space_for

DOCUMENT = "decisions://documents/"
SPACE = "decisions://spaces/"

_ADDRESS = re.compile(r"decisions://(documents|spaces)/(\w{1,64})", re.ASCII)

# A page holds so many spaces or documents; where the spaces end, documents begin.
_ROWS = 50
# What an index of a space names: one page of the list, which is the largest there is.
_INDEXED = 200


@dataclass(frozen=True)
class Read:
    """What was read at an address."""

    uri: str
    text: str


def resource_page(caller: Caller, cursor: str) -> Page:
    """A page of the caller's spaces, newest first, and then of the documents they read, last changed first."""
    part, _, token = cursor.partition(".")
    if cursor and (part not in _LISTS or not token):
        raise invalid("cursor", "This cursor was not given here.", fix="Start again without one.")
    query = {"page_size": _ROWS, "page_token": token}
    spaces = Page([], "", str) if part == "documents" else space_list(caller, query)
    if spaces.next_page_token:
        return Page(spaces.rows, f"spaces.{spaces.next_page_token}", _after(spaces.token_after))
    if part == "spaces":
        query = {"page_size": _ROWS, "page_token": ""}
    documents = document_list(caller, query)
    more = documents.next_page_token
    return Page(
        [*spaces.rows, *documents.rows],
        f"documents.{more}" if more else "",
        _after(spaces.token_after, documents.token_after),
    )


_LISTS = frozenset({"spaces", "documents"})


def _after(of_space: Callable[[Any], str], of_document: Callable[[Any], str] = str) -> Callable[[Any], str]:
    def token_after(row: Any) -> str:
        return f"spaces.{of_space(row)}" if isinstance(row, Space) else f"documents.{of_document(row)}"

    return token_after


def resource_read(caller: Caller, uri: str) -> Read:
    """What is at an address; `not_found` for what is no address, is not there, or is not the caller's to read."""
    address = _ADDRESS.fullmatch(uri)
    if address is None:
        raise not_found("resource")
    what, public_id = address.groups()
    prefix, text_of = _KINDS[what]
    if uuid_of(public_id, prefix) is None:
        # A reference too: it counts in a space, and an address names none.
        raise not_found("resource")
    return Read(uri, text_of(caller, public_id))


def _document(caller: Caller, document_id: str) -> str:
    document = document_for(caller, document_id)
    version = version_of(document, document.decided_version or 0)
    return f"> {' '.join(_standing(document, version.number))}\n\n{version.text}"


def _standing(document: Document, shown: int) -> Iterator[str]:
    """What a reader must know beside the text: which version this is, and whether it holds."""
    yield f"{document.reference}, {document.status}, version {shown}"
    if document.decided_version is None:
        yield "(the current one; nothing is decided)."
    elif binds(document):
        yield "(the text in force)."
    else:
        yield "(the text that was decided; it is no longer in force)."
    if shown != document.current_version:
        yield f"Version {document.current_version} was saved since and is not decided."
    yield f"Read or change it as document_id {document.pk}."


def _space(caller: Caller, space_id: str) -> str:
    space = space_for(caller, space_id)
    overview = space_overview(space, caller)
    page = document_list(caller, {"space_id": space_id, "page_size": _INDEXED})
    lines = [f"# {space.name}", "", f"> Space {space.pk} of {space.account.name}."]
    for told in (space.description, overview["guidance"]):
        lines += ["", told] if told else []
    lines += [*_index(page.rows)]
    if page.next_page_token:
        lines += ["", f"The {_INDEXED} last changed are named here; decisions_list_documents has them all."]
    return "\n".join(lines) + "\n"


def _index(documents: Any) -> Iterator[str]:
    """The documents under the name of their kind, by number."""
    kinds = list(Kind)

    def place(document: Document) -> tuple[int, int, int]:
        return kinds.index(Kind(document.kind)), document.number, document.part

    if not documents:
        yield from ("", "No documents.")
    for kind, rows in groupby(sorted(documents, key=place), key=lambda document: document.kind):
        yield from ("", f"## {KINDS[Kind(kind)].label}", "")
        for row in rows:
            yield f"- {row.reference} {row.title} ({row.status}) {DOCUMENT}{row.pk}"


_KINDS: dict[str, tuple[str, Callable[[Caller, str], str]]] = {
    "documents": ("ldoc", _document),
    "spaces": ("lab", _space),
}
