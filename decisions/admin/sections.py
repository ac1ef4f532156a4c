"""The console's sections for documents, questions and diagrams, and what they add to the pages of spaces."""

from decisions.admin import diagrams, documents, questions
from decisions.admin.space_panels import document_panels
from decisions.admin.space_templates import template_acts
from spaces.admin.panels import SPACE_ACTS, SPACE_PANELS
from spaces.kernel.registry import hooks

__all__ = ["diagrams", "documents", "questions"]

hooks.add(SPACE_ACTS, "templates", template_acts)
hooks.add(SPACE_PANELS, "documents", document_panels)
