"""The pages of a document beside its text, each a tab: a table that apps above add to.

An upper app adds its functions in its `admin.sections`, as to every registry of spaces.kernel.registry.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.functional import Promise

from decisions.models import Document
from spaces.domain.caller import Caller
from spaces.kernel.registry import hooks

# Functions of nothing, each the tabs of one app.
DOCUMENT_TABS = "console.document_tabs"


def _everybody(document: Document, caller: Caller) -> bool:
    return True


@dataclass(frozen=True)
class Tab:
    """A page of a document: its address under the document's, its words, and what it shows.

    `shown` is a function of (document, version, caller, query) and answers the context of the template; without
    one the tab leads to a page that stands by itself. Tabs stand in the order of `place`. Who is not `offered`
    a tab finds no page there.
    """

    name: str
    label: str | Promise
    place: int
    template: str = ""
    shown: Callable[..., Mapping[str, Any]] | None = None
    offered: Callable[[Document, Caller], bool] = _everybody


@dataclass(frozen=True)
class TabLink:
    """A tab as its link shows it."""

    label: str | Promise
    url: str
    open: bool
    count: int | None = None


def tabs_from_above() -> list[Tab]:
    """Every tab that apps above add to a document."""
    return [tab for tabs in hooks.run(DOCUMENT_TABS).values() for tab in tabs]


def tab_url(document: Document, name: str) -> str:
    """The address of one of a document's pages; `change` is its text."""
    return reverse(f"admin:decisions_document_{name}", args=[document.pk])
