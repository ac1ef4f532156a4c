"""The console's sections for documents, questions and diagrams, and what they add to other pages."""

from decisions.admin import diagrams, documents, questions, saved_views, timeline
from decisions.admin.panels import HOME_PANELS
from decisions.admin.saved_views import views_home
from decisions.admin.space_panels import document_panels
from decisions.admin.space_templates import template_acts
from spaces.admin.panels import SPACE_ACTS, SPACE_PANELS
from spaces.kernel.registry import hooks

__all__ = ["diagrams", "documents", "questions", "saved_views", "timeline"]

hooks.add(SPACE_ACTS, "templates", template_acts)
hooks.add(SPACE_PANELS, "documents", document_panels)
hooks.add(HOME_PANELS, "views", views_home)
