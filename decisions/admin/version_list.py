"""The page that lists a document's versions."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Paginator

from decisions.admin.panels import VERSION_NOTES
from decisions.models import Document, Version
from decisions.services.rights import may_edit
from decisions.services.versions import versions_of
from spaces.domain.caller import Caller
from spaces.kernel.registry import hooks

_A_PAGE = 50


@dataclass(frozen=True, slots=True)
class ListedVersion:
    """A version as the list has it, with what apps above say of it."""

    version: Version
    notes: list[str]


def versions_context(
    document: Document, caller: Caller, *, page: int, chosen_from: int = 0, chosen_to: int = 0
) -> dict[str, Any]:
    """A page of a document's versions, newest first, with the two that are chosen to compare.

    They are the two newest on the page at first; what was chosen on another page stays chosen.
    """
    pages = Paginator(versions_of(document).order_by("-number"), _A_PAGE)
    shown = pages.get_page(page)
    versions = list(shown)
    numbers = [version.number for version in versions]
    notes = _notes(document, numbers)
    chosen_to = chosen_to or numbers[0]
    chosen_from = chosen_from or numbers[min(1, len(numbers) - 1)]
    return {
        "page": shown,
        "rows": [ListedVersion(version, notes.get(version.number, [])) for version in versions],
        "chosen_from": chosen_from,
        "chosen_to": chosen_to,
        # Named above the list, where they are on another page.
        "kept_from": chosen_from not in numbers,
        "kept_to": chosen_to not in numbers,
        "may_edit": may_edit(document, caller),
    }


def _notes(document: Document, numbers: list[int]) -> Mapping[int, list[str]]:
    said: dict[int, list[str]] = {}
    for notes in hooks.run(VERSION_NOTES, document=document, numbers=numbers).values():
        for number, words in notes.items():
            said.setdefault(number, []).extend(words)
    return said
