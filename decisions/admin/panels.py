"""What apps above add to the pages of documents and to the home page: acts, and panels with what they show.

An upper app adds its functions in its `admin.sections`, as to every registry of spaces.kernel.registry.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from spaces.admin.acts import Act
from spaces.kernel.registry import hooks

# What may be done to a document: functions of nothing, each the acts of one app.
DOCUMENT_ACTS = "console.document_acts"
# What stands in the head of every page of a document: functions of (document, version, caller). Other pages of
# it are tabs, see decisions.admin.tabs.
DOCUMENT_PANELS = "console.document_panels"
# Panels on the home page: functions of (caller).
HOME_PANELS = "console.home_panels"


@dataclass(frozen=True)
class Panel:
    """One panel: its template, what that reads as `panel`, and where it stands.

    `glance` is the line of facts in a document's head, `above` is above the page's columns.
    """

    template: str
    shown: Mapping[str, Any]
    place: Literal["glance", "above", "main", "side"] = "side"


def acts_from_above() -> Iterator[Act]:
    """Every act that apps above add to a document, in the order they were added."""
    for acts in hooks.run(DOCUMENT_ACTS).values():
        yield from acts


def panels(hook: str, **arguments: Any) -> dict[str, list[Panel]]:
    """The panels of a page by their place, in the order they were added."""
    placed: dict[str, list[Panel]] = {"glance": [], "above": [], "main": [], "side": []}
    for added in hooks.run(hook, **arguments).values():
        for panel in added:
            placed[panel.place].append(panel)
    return placed
