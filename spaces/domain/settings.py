"""A space's settings: what each one is, its default and what it may hold, as a table."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from zoneinfo import available_timezones

from spaces.domain.access import ACCESS_WORDS

MAX_APPROVALS = 20
MAX_REVIEW_DAYS = 365
MAX_SECTIONS = 50
MAX_SECTION_LENGTH = 120
# A template is a text like any other, and bound by the same limit.
MAX_TEMPLATE_BYTES = 512 * 1024
MAX_GUIDANCE = 4_000


@dataclass(frozen=True)
class KindDefaults:
    """What a kind of document starts from in a space that changed nothing."""

    approvals: int
    required_sections: tuple[str, ...]
    template: str


# Filled by the app that knows the kinds when it is ready; in the order kinds are shown.
KIND_DEFAULTS: dict[str, KindDefaults] = {}

# What PostgreSQL stores in no text: NUL and halves of a surrogate pair.
_UNSTORABLE = re.compile(r"[\0\ud800-\udfff]")


def _whole(low: int, high: int) -> Callable[[Any], str | None]:
    def problem(value: Any) -> str | None:
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return None
        return f"A whole number from {low} to {high} is required."

    return problem


def _one_of(words: tuple[str, ...]) -> Callable[[Any], str | None]:
    return lambda value: None if value in words else f"One of {', '.join(words)} is required."


def _text(limit: int) -> Callable[[Any], str | None]:
    def problem(value: Any) -> str | None:
        # A lone surrogate counts as the three bytes it would take; it is refused with NUL, as no character.
        if isinstance(value, str) and len(value.encode("utf-8", "surrogatepass")) <= limit:
            return None if not _UNSTORABLE.search(value) else "The text holds what is no character."
        return f"A text of at most {limit} bytes is required."

    return problem


def _headings(value: Any) -> str | None:
    good = (
        isinstance(value, list)
        and len(value) <= MAX_SECTIONS
        and all(isinstance(name, str) and 0 < len(name) <= MAX_SECTION_LENGTH for name in value)
    )
    return None if good else f"A list of at most {MAX_SECTIONS} headings is required."


def _truth(value: Any) -> str | None:
    return None if isinstance(value, bool) else "true or false is required."


def _zone(value: Any) -> str | None:
    known = isinstance(value, str) and (value == "" or value in available_timezones())
    return None if known else "This is no known time zone."


@dataclass(frozen=True)
class Setting:
    """One setting: whether each kind has its own, its default, and what is wrong with a value.

    `default` is given the kind (empty for a setting of the whole space) and whether the account is personal.
    `problem` answers None where nothing is wrong.
    """

    name: str
    per_kind: bool
    default: Callable[[str, bool], Any]
    problem: Callable[[Any], str | None]


SETTINGS: dict[str, Setting] = {
    setting.name: setting
    for setting in (
        Setting(
            "approvals",
            True,
            lambda kind, personal: 0 if personal else KIND_DEFAULTS[kind].approvals,
            _whole(0, MAX_APPROVALS),
        ),
        Setting("ai_approval", True, lambda kind, personal: "ask", _one_of(("auto", "ask"))),
        Setting("review_days", True, lambda kind, personal: 10, _whole(1, MAX_REVIEW_DAYS)),
        Setting("default_access", True, lambda kind, personal: "team", _one_of(ACCESS_WORDS)),
        Setting(
            "required_sections",
            True,
            lambda kind, personal: list(KIND_DEFAULTS[kind].required_sections),
            _headings,
        ),
        Setting(
            "templates", True, lambda kind, personal: KIND_DEFAULTS[kind].template, _text(MAX_TEMPLATE_BYTES)
        ),
        Setting("self_approval", False, lambda kind, personal: False, _truth),
        Setting("guidance", False, lambda kind, personal: "", _text(MAX_GUIDANCE)),
        Setting("time_zone", False, lambda kind, personal: "", _zone),
    )
}


def problems_of(changes: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What is wrong with changed settings, as (path, problem); an empty list when nothing is."""
    found: list[tuple[str, str]] = []
    for name, value in changes.items():
        setting = SETTINGS.get(name)
        if setting is None:
            found.append((name, "There is no such setting."))
        elif not setting.per_kind:
            found.extend((name, problem) for problem in [setting.problem(value)] if problem)
        elif not isinstance(value, Mapping):
            found.append((name, "An object with a value for each kind is required."))
        else:
            for kind, each in value.items():
                problem = setting.problem(each) if kind in KIND_DEFAULTS else "There is no such kind."
                if problem:
                    found.append((f"{name}.{kind}", problem))
    return found


def in_force(name: str, stored: Any, *, personal: bool) -> Any:
    """A setting as it holds: what the space stored over the defaults, kind by kind where it has kinds."""
    setting = SETTINGS[name]
    if not setting.per_kind:
        return stored
    return {kind: stored.get(kind, setting.default(kind, personal)) for kind in KIND_DEFAULTS}
