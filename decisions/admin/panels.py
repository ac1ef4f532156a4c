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
# Panels on a document's page: functions of (document, version, caller).
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


@dataclass(frozen=True)
class Panel:
    """One panel: its template, what that reads as `panel`, and whether it stands above the page's columns."""

    template: str
    shown: Mapping[str, Any]
    place: Literal["above", "main", "side"] = "side"


def acts_from_above() -> Iterator[Act]:
    """Every act that apps above add to a document, in the order they were added."""
    for acts in hooks.run(DOCUMENT_ACTS).values():
        yield from acts


def panels(hook: str, **arguments: Any) -> dict[str, list[Panel]]:
    """The panels of a page by their place, in the order they were added."""
    placed: dict[str, list[Panel]] = {"above": [], "main": [], "side": []}
    for added in hooks.run(hook, **arguments).values():
        for panel in added:
            placed[panel.place].append(panel)
    return placed
