"""What is done to a document in the console: a table of acts, each one call of a service."""

from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from decisions.admin.creating import DocumentCreate
from decisions.admin.document_forms import (
    AccessSet,
    ListingAdd,
    ListingRemove,
    PreviewRemove,
    PreviewRenew,
    ReaderAdd,
    ReaderRemove,
)
from decisions.admin.editing import DocumentEdit
from decisions.admin.moving import MOVING
from decisions.admin.restoring import VersionRestore
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
    return Done(gettext("%(document)s is there.") % {"document": document}, page_url(document))


def _saved(saved: Saved) -> str:
    words = {"reference": saved.document.reference, "number": saved.version.number}
    if saved.unchanged:
        return gettext("%(reference)s already had this text: it stays version %(number)d.") % words
    return gettext("%(reference)s is saved as version %(number)d.") % words


def _edit(caller: Caller, document: Document, given: Given) -> Done:
    saved = version_add(document=document, caller=caller, **given)
    # The page's script reads that, and forgets what the browser kept of the text on this base.
    return Done(_saved(saved), f"{page_url(saved.document)}#saved-{given['base_version']}")


def _restore(caller: Caller, document: Document, given: Given) -> Done:
    saved = version_restore(document=document, caller=caller, **given)
    return Done(_saved(saved), page_url(saved.document))


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


CREATION = Act(
    "add",
    _("New document"),
    _create,
    DocumentCreate,
    _("Create"),
    template="console/document_create.html",
)

ACTS = (
    Act("edit", _("Edit the text"), _edit, DocumentEdit, template="console/document_edit.html"),
    Act(
        "restore",
        _("Restore an old version"),
        _restore,
        VersionRestore,
        _("Restore"),
        template="console/document_restore.html",
    ),
    Act("access", "Who reads it", _set_access, AccessSet),
    Act("readers/add", "Name a reader", _reader_add, ReaderAdd, "Name them"),
    Act("readers/remove", "Stop naming a reader", _reader_remove, ReaderRemove, "Stop", dangerous=True),
    Act("preview/renew", "A new preview link", _preview_renew, PreviewRenew, "Make the link"),
    Act("preview/remove", "End the preview link", _preview_remove, PreviewRemove, "End it", dangerous=True),
    Act("listings/add", "List it in another space", _link, ListingAdd, "List it"),
    Act("listings/remove", "Stop listing it there", _unlink, ListingRemove, "Stop listing", dangerous=True),
    MOVING,
)
