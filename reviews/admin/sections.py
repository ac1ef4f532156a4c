"""The console's sections for judging, and what it adds to the pages of documents and to the home page."""

from decisions.admin.home import HOME_CHARTS
from decisions.admin.panels import COMPARED_SINCE, DOCUMENT_ACTS, DOCUMENT_PANELS, HOME_PANELS, VERSION_NOTES
from decisions.admin.tabs import DOCUMENT_TABS
from reviews.admin import asks, queue
from reviews.admin.document_panels import judging_panels, judging_tabs
from reviews.admin.home_panels import judging_charts, judging_home
from reviews.admin.judging_acts import judging_acts
from reviews.admin.version_notes import since_last_review, version_notes
from spaces.kernel.registry import hooks

__all__ = ["asks", "queue"]

hooks.add(DOCUMENT_ACTS, "judging", judging_acts)
hooks.add(DOCUMENT_PANELS, "judging", judging_panels)
hooks.add(DOCUMENT_TABS, "judging", judging_tabs)
hooks.add(HOME_PANELS, "judging", judging_home)
hooks.add(COMPARED_SINCE, "judging", since_last_review)
hooks.add(VERSION_NOTES, "judging", version_notes)
hooks.add(HOME_CHARTS, "judging", judging_charts)
