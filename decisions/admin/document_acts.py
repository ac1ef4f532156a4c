"""What is done to a document in the console: a table of acts, each one call of a service."""

from typing import Any

from decisions.admin.document_forms import (
    AccessSet,
    DocumentCreate,
    DocumentEdit,
    ListingAdd,
    ListingRemove,
    PreviewRemove,
    PreviewRenew,
    ReaderAdd,
    ReaderRemove,
    VersionRestore,
)
from decisions.admin.moving import MOVING
from decisions.models import Document
from decisions.services.document_access import (
    document_set_access,
    preview_link_remove,
    preview_link_renew,
    reader_add,
    reader_remove,
)
from decisions.services.documents import document_create
from decisions.services.listings import document_link, document_unlink
from decisions.services.versions import Saved, version_add, version_restore
from spaces.admin.acts import Act, Done
from spaces.admin.pages import page_url
from spaces.domain.caller import Caller
from spaces.services.spaces import space_for

Given = dict[str, Any]


def _create(caller: Caller, target: None, given: Given) -> Done:
    space = space_for(caller, given.pop("space_id"))
    document = document_create(space=space, caller=caller, **given).document
    return Done(f"{document} is there.", page_url(document))


def _saved(saved: Saved) -> Done:
    told = "already had this text" if saved.unchanged else "is saved as"
    return Done(
        f"{saved.document.reference} {told} version {saved.version.number}.", page_url(saved.document)
    )


def _edit(caller: Caller, document: Document, given: Given) -> Done:
    return _saved(version_add(document=document, caller=caller, **given))


def _restore(caller: Caller, document: Document, given: Given) -> Done:
    return _saved(version_restore(document=document, caller=caller, **given))


def _set_access(caller: Caller, document: Document, given: Given) -> Done:
    document = document_set_access(document=document, access=given["access"], caller=caller)
    return Done(f"{document.reference} is {document.level.word} now.", page_url(document))


def _reader_add(caller: Caller, document: Document, given: Given) -> Done:
    reader_add(document=document, reader=given["reader"], caller=caller)
    return Done(f"{given['reader']} is named on {document.reference}.", page_url(document))


def _reader_remove(caller: Caller, document: Document, given: Given) -> Done:
    reader_remove(document=document, reader=given["reader"], caller=caller)
    return Done(f"{given['reader']} is no longer named on {document.reference}.", page_url(document))


def _preview_renew(caller: Caller, document: Document, given: Given) -> Done:
    preview_link_renew(document=document, caller=caller)
    return Done("The preview link is made.", page_url(document))


def _preview_remove(caller: Caller, document: Document, given: Given) -> Done:
    preview_link_remove(document=document, caller=caller)
    return Done("The preview link is gone.", page_url(document))


def _link(caller: Caller, document: Document, given: Given) -> Done:
    document_link(document=document, target_space_id=given["target_space_id"], caller=caller)
    return Done(f"{document.reference} is listed there too.", page_url(document))


def _unlink(caller: Caller, document: Document, given: Given) -> Done:
    document_unlink(document=document, target_space_id=given["target_space_id"], caller=caller)
    return Done(f"{document.reference} is not listed there any more.", page_url(document))


CREATION = Act("add", "New document", _create, DocumentCreate, "Create")

ACTS = (
    Act("edit", "Edit the text", _edit, DocumentEdit, template="console/document_edit.html"),
    Act("restore", "Restore an old version", _restore, VersionRestore, "Restore"),
    Act("access", "Who reads it", _set_access, AccessSet),
    Act("readers/add", "Name a reader", _reader_add, ReaderAdd, "Name them"),
    Act("readers/remove", "Stop naming a reader", _reader_remove, ReaderRemove, "Stop", dangerous=True),
    Act("preview/renew", "A new preview link", _preview_renew, PreviewRenew, "Make the link"),
    Act("preview/remove", "End the preview link", _preview_remove, PreviewRemove, "End it", dangerous=True),
    Act("listings/add", "List it in another space", _link, ListingAdd, "List it"),
    Act("listings/remove", "Stop listing it there", _unlink, ListingRemove, "Stop listing", dangerous=True),
    MOVING,
)
