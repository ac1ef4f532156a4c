"""What documents, questions and diagrams add to the page of a space."""

from decisions.querysets import diagrams_visible_to, documents_visible_to, questions_visible_to
from spaces.admin.panels import Panel
from spaces.domain.caller import Caller
from spaces.models import Space

_RECENT = 8


def document_panels(*, space: Space, caller: Caller) -> list[Panel]:
    """The documents that changed last and what is talked about, as far as the caller reads them."""
    documents = documents_visible_to(caller).filter(space=space).order_by("-updated_at", "-id")
    talk = {
        "space": space,
        "open_questions": questions_visible_to(caller).filter(space=space, answer__isnull=True).count(),
        "diagrams": diagrams_visible_to(caller).filter(space=space).count(),
    }
    return [
        Panel("console/space_documents.html", {"documents": list(documents[:_RECENT])}, "main"),
        Panel("console/space_talk.html", talk),
    ]
