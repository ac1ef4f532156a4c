"""Pull requests of documents by REST, and the operations behind their tools."""

from typing import Any

from decisions.models import Document
from decisions.querysets import document_for
from integrations.api.inputs import PullRequestLinkInput, PullRequestList, PullRequestUnlinkInput
from integrations.api.shapes import PullRequestRow, PullRequestUnlinked
from integrations.services.pull_request_links import pull_request_link, pull_request_unlink
from integrations.services.pull_request_listing import pull_request_list
from spaces.domain.caller import Caller
from spaces.kernel.operations import OperationViewSet, operation
from spaces.kernel.paging import Page


def _meant(caller: Caller, given: dict[str, Any]) -> Document:
    """The document that the arguments name, which are taken out of them."""
    return document_for(caller, given.pop("document_id"), given.pop("space_id", None))


class PullRequestViewSet(OperationViewSet):
    """The pull requests that carry documents out, as they were last read."""

    @operation(input=PullRequestList, output=PullRequestRow, paged=True)
    def list(self, caller: Caller, given: dict[str, Any]) -> Page:
        """The pull requests of a document or a space, newest link first, with counts by state."""
        return pull_request_list(caller, given)

    @operation(input=PullRequestLinkInput, output=PullRequestRow, writes=True)
    def link(self, caller: Caller, given: dict[str, Any]) -> Any:
        """Link a document to a pull request, which is read at once; safe to repeat."""
        return pull_request_link(document=_meant(caller, given), caller=caller, **given)

    @operation(input=PullRequestUnlinkInput, output=PullRequestUnlinked, writes=True)
    def unlink(self, caller: Caller, given: dict[str, Any]) -> Any:
        """End a link, which is kept as history; safe to repeat."""
        return pull_request_unlink(document=_meant(caller, given), caller=caller, **given)
