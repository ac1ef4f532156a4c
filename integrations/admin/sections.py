"""The console's sections for notices, pull requests and GitHub, and what they add to the pages of documents."""

from decisions.admin.panels import DOCUMENT_ACTS, DOCUMENT_PANELS
from integrations.admin import connections, notices, pull_requests
from integrations.admin.carrying_acts import carrying_acts
from integrations.admin.carrying_panel import carrying_panels
from spaces.kernel.registry import hooks

__all__ = ["connections", "notices", "pull_requests"]

hooks.add(DOCUMENT_ACTS, "carrying", carrying_acts)
hooks.add(DOCUMENT_PANELS, "carrying", carrying_panels)
