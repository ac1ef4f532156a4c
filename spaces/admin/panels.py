"""Panels and acts that apps above add to the console's pages.

An upper app adds its functions in its `admin.sections`, as to every registry of spaces.kernel.registry.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from spaces.admin.acts import Act
from spaces.kernel.registry import hooks

# What may be done to a space: functions of nothing, each the acts of one app.
SPACE_ACTS = "console.space_acts"
# Panels on a space's page: functions of (space, caller).
SPACE_PANELS = "console.space_panels"


@dataclass(frozen=True)
class Panel:
    """One panel: its template, what that reads as `panel`, and where it stands.

    `glance` is the line of facts in a document's head, `above` is above the page's columns.
    """

    template: str
    shown: Mapping[str, Any]
    place: Literal["glance", "above", "main", "side"] = "side"


def acts_added(hook: str) -> Iterator[Act]:
    """Every act that apps above add to a page, in the order they were added."""
    for acts in hooks.run(hook).values():
        yield from acts


def panels(hook: str, **arguments: Any) -> dict[str, list[Panel]]:
    """The panels of a page by their place, in the order they were added."""
    placed: dict[str, list[Panel]] = {"glance": [], "above": [], "main": [], "side": []}
    for added in hooks.run(hook, **arguments).values():
        for panel in added:
            placed[panel.place].append(panel)
    return placed
