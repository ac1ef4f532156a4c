"""A space's settings as a form: one field for each setting and kind, and what changing them means."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from spaces.admin.acts import ActForm
from spaces.admin.confirming import Change, Preview
from spaces.admin.fields import ChoiceField, LineField, NumberField, TruthField, WordsField
from spaces.admin.setting_words import WORDS, SettingWords, default_in_words, in_words
from spaces.domain.access import ACCESS_WORDS
from spaces.domain.caller import Caller
from spaces.domain.effects import Effect
from spaces.domain.settings import KIND_DEFAULTS, SETTINGS, Setting
from spaces.models import Space, SpaceSettings
from spaces.services.foreseeing import settings_effects
from spaces.services.settings import SettingsInForce

AS_DEFAULT = ("", _("as by default"))

# A value as long as this is told by its length: the page of a template shows it whole.
_SHOWN_CHARACTERS = 300


def _words_of(*words: str) -> list[tuple[str, Any]]:
    return [AS_DEFAULT, *((word, word) for word in words)]


# setting -> the field that takes it. Empty always means the default. Templates have pages of their own.
FIELDS: dict[str, Callable[..., forms.Field]] = {
    "approvals": NumberField,
    "ai_approval": lambda **options: ChoiceField(choices=_words_of("auto", "ask"), **options),
    "review_days": NumberField,
    "default_access": lambda **options: ChoiceField(choices=_words_of(*ACCESS_WORDS), **options),
    "required_sections": WordsField,
    "self_approval": TruthField,
    "guidance": WordsField,
    "time_zone": LineField,
}


@dataclass(frozen=True)
class SettingGroup:
    """A setting on the form: its words, and for each kind its field and where its value comes from."""

    name: str
    words: SettingWords
    per_kind: bool
    fields: list[tuple[BoundField, bool, str]]


class SettingsEdit(ActForm):
    """Every setting, each field named as refusals name it; what comes out clean is what changed."""

    def prepare(self) -> None:
        self.stored = SpaceSettings.objects.filter(space=self.target).first() or SpaceSettings()
        for name in FIELDS:
            for kind in _kinds(SETTINGS[name]):
                self._offer(name, kind)

    def _offer(self, name: str, kind: str) -> None:
        field = FIELDS[name](required=False, label=kind.upper() if kind else WORDS[name].label)
        default = default_in_words(name, kind, self.target)
        if isinstance(field, WordsField):
            field.widget.attrs["rows"] = 4
        elif isinstance(field, NumberField | LineField):
            field.widget.attrs["placeholder"] = default
        path = _path(name, kind)
        self.fields[path] = field
        stored = getattr(self.stored, name)
        self.initial[path] = _shown(stored.get(kind) if kind else stored)

    def groups(self) -> Iterator[SettingGroup]:
        """The fields by setting, in the order of the table."""
        for name in FIELDS:
            fields = []
            for kind in _kinds(SETTINGS[name]):
                stored = getattr(self.stored, name)
                is_own = kind in stored if kind else bool(stored)
                fields.append((self[_path(name, kind)], is_own, default_in_words(name, kind, self.target)))
            yield SettingGroup(name, WORDS[name], SETTINGS[name].per_kind, fields)

    def template_pages(self) -> list[tuple[str, str]]:
        """Where the text of each kind is edited, and the kind."""
        return [
            (reverse(f"admin:spaces_space_templates_{kind}", args=[self.target.pk]), kind.upper())
            for kind in KIND_DEFAULTS
        ]

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        changes: dict[str, Any] = {}
        for field in self.changed_data:
            if field not in given:
                continue
            name, _dot, kind = field.partition(".")
            value = _stored(name, given[field])
            if kind:
                changes.setdefault(name, {})[kind] = None if value in ("", []) else value
            else:
                changes[name] = value
        return changes


def settings_preview(caller: Caller, space: Space, changes: dict[str, Any]) -> Preview | None:
    """What the changes mean, for new documents and for those that are open; None where nothing changes."""
    if not changes:
        return None
    before, after, effects = settings_effects(space=space, changes=changes, caller=caller)
    holds = [Effect(str(WORDS[name].holds)) for name in changes]
    return Preview(list(_changes(changes, before, after)), [*effects, *holds], repr((before, after)))


def _changes(changes: dict[str, Any], before: SettingsInForce, after: SettingsInForce) -> Iterator[Change]:
    for name, value in changes.items():
        now, then = getattr(before, name), getattr(after, name)
        label = str(WORDS[name].label)
        if not SETTINGS[name].per_kind:
            yield Change(label, _short(in_words(name, now)), _short(in_words(name, then)))
            continue
        for kind in value:
            yield Change(
                f"{label}: {kind.upper()}",
                _short(in_words(name, now[kind])),
                _short(in_words(name, then[kind])),
            )


def _short(words: str) -> str:
    return words if len(words) <= _SHOWN_CHARACTERS else f"{words[:_SHOWN_CHARACTERS]}…"


def _kinds(setting: Setting) -> list[str]:
    return list(KIND_DEFAULTS) if setting.per_kind else [""]


def _path(name: str, kind: str) -> str:
    return f"{name}.{kind}" if kind else name


def _shown(value: Any) -> Any:
    return "\n".join(value) if isinstance(value, list) else value


def _stored(name: str, value: Any) -> Any:
    if name == "required_sections":
        return [line.strip() for line in value.splitlines() if line.strip()]
    return value
