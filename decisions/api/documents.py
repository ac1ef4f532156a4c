"""Documents by REST, and the operations behind the document tools."""

from typing import Any

from decisions.api.document_inputs import (
    DocumentAccess,
    DocumentCreate,
    DocumentFilter,
    DocumentGet,
    DocumentList,
    DocumentSave,
    DocumentTarget,
    VersionDiff,
    VersionList,
    VersionRestore,
)
from decisions.api.document_shapes import (
    DocumentLinks,
    DocumentRecord,
    DocumentRow,
    DocumentWhole,
    SavedDocument,
    VersionComparison,
    VersionRow,
)
from decisions.models import Document
from decisions.querysets import document_for
from decisions.services.document_access import document_set_access
from decisions.services.document_listing import document_list
from decisions.services.documents import document_create
from decisions.services.listings import document_link, document_unlink, listed_in
from decisions.services.reading import DEFAULT_INCLUDES, document_read, saved_again, saved_read
from decisions.services.version_diffs import version_diff
from decisions.services.versions import version_add, version_restore, versions_of
from spaces.domain.caller import Caller
from spaces.kernel.operations import OperationViewSet, operation
from spaces.kernel.paging import Page, page_of
from spaces.services.repeated_calls import Made
from spaces.services.spaces import space_for

_DOCUMENT = Made(lambda saved: saved["document"].pk, saved_again)


def _meant(caller: Caller, given: dict[str, Any]) -> Document:
    """The document that the arguments name, which are taken out of them."""
    return document_for(caller, given.pop("document_id"), given.pop("space_id", None))


class DocumentViewSet(OperationViewSet):
    """Documents you can read: yours, your accounts', and those that were shared with you."""

    @operation(input=DocumentFilter, tool_input=DocumentList, output=DocumentRow, paged=True)
    def list(self, caller: Caller, given: dict[str, Any]) -> Page:
        """Documents without their texts, last changed first; with a query, best first."""
        return document_list(caller, given)

    @operation(input=DocumentCreate, output=SavedDocument, writes=True, status=201, creates=_DOCUMENT)
    def create(self, caller: Caller, given: dict[str, Any]) -> Any:
        """Start a document, from your text or from the template of its kind."""
        space = space_for(caller, given.pop("space_id"))
        return saved_read(document_create(space=space, caller=caller, **given), caller)

    @operation(input=DocumentGet, output=DocumentWhole, visitors=True)
    def retrieve(self, caller: Caller, given: dict[str, Any]) -> Any:
        """A document with one version of its text, and what else you include."""
        return document_read(
            _meant(caller, given),
            caller,
            number=given.get("version", 0),
            include=given.get("include", DEFAULT_INCLUDES),
            section=given.get("section", ""),
        )

    @operation(input=DocumentSave, output=SavedDocument, writes=True)
    def save(self, caller: Caller, given: dict[str, Any]) -> Any:
        """Save a new version, made from base_version; `conflict` where that is not the current one."""
        return saved_read(version_add(document=_meant(caller, given), caller=caller, **given), caller)

    @operation(input=VersionRestore, output=SavedDocument, writes=True)
    def restore(self, caller: Caller, given: dict[str, Any]) -> Any:
        """Save an old version's text anew, on the current base."""
        return saved_read(version_restore(document=_meant(caller, given), caller=caller, **given), caller)

    @operation(input=VersionList, output=VersionRow, paged=True, visitors=True)
    def versions(self, caller: Caller, given: dict[str, Any]) -> Page:
        """The versions of a document without their texts, newest first."""
        return page_of(versions_of(_meant(caller, dict(given))), order=("-number",), query=given)

    @operation(input=VersionDiff, output=VersionComparison, visitors=True)
    def diff(self, caller: Caller, given: dict[str, Any]) -> Any:
        """What changed between two versions."""
        return version_diff(_meant(caller, given), **given)

    @operation(input=DocumentAccess, output=DocumentRecord, writes=True)
    def set_access(self, caller: Caller, given: dict[str, Any]) -> Any:
        """Set who may read a document; for its author and managers."""
        return document_set_access(document=_meant(caller, given), access=given["access"], caller=caller)

    @operation(input=DocumentTarget, output=DocumentLinks, writes=True)
    def link(self, caller: Caller, given: dict[str, Any]) -> Any:
        """List a document in another space of its account too."""
        return _links(document_link(document=_meant(caller, given), caller=caller, **given), caller)

    @operation(input=DocumentTarget, output=DocumentLinks, writes=True)
    def unlink(self, caller: Caller, given: dict[str, Any]) -> Any:
        """Stop listing a document in another space."""
        return _links(document_unlink(document=_meant(caller, given), caller=caller, **given), caller)


def _links(document: Document, caller: Caller) -> dict[str, Any]:
    return {
        "document_id": document.pk,
        "account_id": document.account_id,
        "reference": str(document.reference),
        "links": listed_in(document, caller),
    }
