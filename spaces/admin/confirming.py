"""What an act would bring about, shown before it is done and confirmed as it was shown."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.http import QueryDict
from django.urls import NoReverseMatch, reverse

from spaces.domain.effects import Effect, Named

# The names of what the page of a preview sends beside the form's own fields.
CONFIRMED = "confirmed"
CHANGE_MORE = "change_more"

_OWN = {CONFIRMED, CHANGE_MORE, "csrfmiddlewaretoken"}


@dataclass(frozen=True)
class Change:
    """One thing that would be different: what it is called, how it stands and how it would."""

    name: str
    before: str
    after: str


@dataclass(frozen=True)
class Preview:
    """What an act would change, and what follows from that."""

    changes: Sequence[Change] = ()
    effects: Sequence[Effect] = ()
    # What it was judged by beyond what the page tells in short.
    basis: str = ""
    template: str = "console/confirm.html"
    # What a template of its own shows beside these.
    shown: Mapping[str, Any] = field(default_factory=dict)

    @property
    def mark(self) -> str:
        """The same for the same changes, effects and basis: what is confirmed is what was read."""
        told = repr((tuple(self.changes), tuple(self.effects), self.basis))
        return hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()

    def confirmed_by(self, sent: QueryDict) -> bool:
        return sent.get(CONFIRMED) == self.mark


def confirmation(preview: Preview, sent: QueryDict) -> dict[str, Any]:
    """What the page of a preview shows; the form's own fields go along, so that no step needs a session."""
    kept = [(name, value) for name, values in sent.lists() if name not in _OWN for value in values]
    return {
        **preview.shown,
        "preview": preview,
        "effects": [
            (effect, [(each.words, url_of(each)) for each in effect.named]) for effect in preview.effects
        ],
        "kept": kept,
        "is_stale": CONFIRMED in sent,
    }


def url_of(named: Named) -> str:
    """The page of a row that an effect names; empty where the console has none."""
    try:
        return reverse(f"admin:{named.section}_change", args=[named.pk]) if named.section else ""
    except NoReverseMatch:
        return ""
