"""The console's sections for notices, pull requests and GitHub, and what they add to other pages."""

from decisions.admin.panels import DOCUMENT_ACTS
from decisions.admin.tabs import DOCUMENT_TABS
from integrations.admin import connections, notices, pull_requests
from integrations.admin.carrying_acts import carrying_acts
from integrations.admin.carrying_panel import carrying_tabs
from integrations.admin.my_notices import my_notices
from integrations.admin.space_panel import carrying_space_panels
from spaces.admin.panels import SPACE_PANELS
from spaces.kernel.registry import MY_PAGE, hooks

__all__ = ["connections", "notices", "pull_requests"]

hooks.add(DOCUMENT_ACTS, "carrying", carrying_acts)
hooks.add(DOCUMENT_TABS, "carrying", carrying_tabs)
hooks.add(MY_PAGE, "notices", my_notices)
hooks.add(SPACE_PANELS, "carrying", carrying_space_panels)
