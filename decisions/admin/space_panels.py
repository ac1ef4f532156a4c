"""What documents add to the page of a space."""

from decisions.querysets import documents_visible_to
from spaces.admin.panels import Panel
from spaces.domain.caller import Caller
from spaces.models import Space

_RECENT = 8


def document_panels(*, space: Space, caller: Caller) -> list[Panel]:
    """The documents of a space that changed last, as far as the caller reads them."""
    documents = documents_visible_to(caller).filter(space=space).order_by("-updated_at", "-id")
    return [Panel("console/space_documents.html", {"documents": list(documents[:_RECENT])}, "main")]
