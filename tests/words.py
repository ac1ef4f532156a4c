"""What of a page is written in a language: the texts and attributes that a reader sees or hears."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

from django.apps import apps
from django.db.models import CharField, TextField

from decisions.domain.kinds import Kind, Status
from spaces.domain.access import ACCESS_WORDS
from spaces.domain.roles import Role
from spaces.domain.scopes import Scope

OPEN, CLOSE = "⟦", "⟧"
_SPOKEN = ("title", "alt", "placeholder", "aria-label", "label")
_EMPTY = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}
# Elements that say nothing in a language, or what people wrote: texts, code, icons by their name.
_PASSED = {"script", "style", "code", "pre", "svg", "kbd", "textarea"}
_PASSED_CLASSES = {
    "document-text",
    "material-symbols-outlined",
    "c-diff",
    "c-unified",
    "c-outline",
    "c-theirs",
}
# What the service answers is the same in every language: findings, and why something is refused.
_PASSED_CLASSES |= {"c-findings", "c-refusal", "f-error"}

# Words of the interface, the same in every language.
_FIXED = [*Kind, *Status, *ACCESS_WORDS, *Role, *Scope, "Decisions", "GitHub", "UTC"]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self._open: list[bool] = []
        # Translated words may hold elements, so that a bracket is closed in another text than it was opened in.
        self._depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        passed = tag in _PASSED or bool(_PASSED_CLASSES & set(told.get("class", "").split()))
        if not any(self._open):
            self.said.extend(_outside_brackets(told[name])[0] for name in _SPOKEN if name in told)
            if tag == "input" and told.get("type") in ("submit", "button", "reset"):
                self.said.append(_outside_brackets(told.get("value", ""))[0])
        if tag not in _EMPTY:
            self._open.append(passed)

    def handle_endtag(self, tag: str) -> None:
        if tag not in _EMPTY and self._open:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if not any(self._open):
            said, self._depth = _outside_brackets(data, self._depth)
            self.said.append(said)


def untranslated(page: str, known: re.Pattern[str]) -> list[str]:
    """What a page made under the pseudo-language says outside its brackets, and nobody typed in."""
    reader = _Reader()
    reader.feed(page)
    left = (" ".join(known.sub(" ", said).split()) for said in reader.said)
    return sorted({each for each in left if re.search(r"[^\W\d_]{2}", each)})


def _outside_brackets(said: str, depth: int = 0) -> tuple[str, int]:
    """What stands outside the brackets, and how many are left open."""
    kept = []
    for character in said:
        depth += character == OPEN
        if not depth:
            kept.append(character)
        depth -= character == CLOSE
    return "".join(kept), depth


def typed_in() -> re.Pattern[str]:
    """Matches what is in the database, ids, and the words that are the same in every language."""
    words = sorted({*_stored(), *(str(each) for each in _FIXED)}, key=len, reverse=True)
    fixed = "|".join(rf"(?<!\w){re.escape(word)}(?!\w)" for word in words)
    shown = "|".join(rf"(?<!\w){re.escape(word.replace('_', ' '))}(?!\w)" for word in words if "_" in word)
    return re.compile(rf"[a-z]+_[0-9A-Z]{{26}}|{shown}|{fixed}", re.IGNORECASE)


def _stored() -> Iterator[str]:
    for app in ("spaces", "decisions", "reviews", "integrations"):
        for model in apps.get_app_config(app).get_models():
            fields = [each.name for each in model._meta.fields if isinstance(each, CharField | TextField)]
            for row in model._base_manager.values_list(*fields) if fields else ():
                yield from (value for value in row if isinstance(value, str) and len(value) > 1)
