<<<<<<< HEAD
"""The console's sections for documents, and for questions and diagrams about them."""

from decisions.admin import diagrams, documents, questions

__all__ = ["diagrams", "documents", "questions"]
=======
"""The console's section for documents, and what it adds to the pages of spaces."""

from decisions.admin import documents
from decisions.admin.space_panels import document_panels
from decisions.admin.space_templates import template_acts
from spaces.admin.panels import SPACE_ACTS, SPACE_PANELS
from spaces.kernel.registry import hooks

__all__ = ["documents"]

hooks.add(SPACE_ACTS, "templates", template_acts)
hooks.add(SPACE_PANELS, "documents", document_panels)
>>>>>>> spaces
