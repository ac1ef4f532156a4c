"""What apps above add to the pages of documents and to the home page: acts, and panels with what they show.

An upper app adds its functions in its `admin.sections`, as to every registry of spaces.kernel.registry.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from spaces.admin.acts import Act
from spaces.admin.panels import Panel, acts_added, panels

__all__ = ["DOCUMENT_ACTS", "DOCUMENT_PANELS", "HOME_PANELS", "Panel", "acts_from_above", "panels"]

# What may be done to a document: functions of nothing, each the acts of one app.
DOCUMENT_ACTS = "console.document_acts"
# What stands in the head of every page of a document: functions of (document, version, caller). Other pages of
# it are tabs, see decisions.admin.tabs.
DOCUMENT_PANELS = "console.document_panels"
# Panels on the home page: functions of (caller).
HOME_PANELS = "console.home_panels"
# From where a reader may want to compare: functions of (document, caller), a Since or None.
COMPARED_SINCE = "console.compared_since"
# What the list of versions says of each: functions of (document, numbers), which answer words by number.
VERSION_NOTES = "console.version_notes"


@dataclass(frozen=True)
class Since:
    """A version to compare the current one with, and what it is to the reader."""

    number: int
    words: str
    # Where nothing else is asked for, this is shown.
    by_default: bool = False


def acts_from_above() -> Iterator[Act]:
    """Every act that apps above add to a document, in the order they were added."""
    return acts_added(DOCUMENT_ACTS)
