"""A space's settings as a form: one field for each setting and kind."""

from collections.abc import Callable
from typing import Any

from django import forms

from spaces.admin.acts import ActForm
from spaces.admin.fields import ChoiceField, LineField, NumberField, TruthField, WordsField
from spaces.domain.access import ACCESS_WORDS
from spaces.domain.settings import KIND_DEFAULTS, SETTINGS, Setting
from spaces.models import SpaceSettings

AS_DEFAULT = ("", "as by default")


def _words_of(*words: str) -> list[tuple[str, str]]:
    return [AS_DEFAULT, *((word, word) for word in words)]


# setting -> the field that takes it. Empty always means the default.
FIELDS: dict[str, Callable[..., forms.Field]] = {
    "approvals": NumberField,
    "ai_approval": lambda **options: ChoiceField(choices=_words_of("auto", "ask"), **options),
    "review_days": NumberField,
    "default_access": lambda **options: ChoiceField(choices=_words_of(*ACCESS_WORDS), **options),
    "required_sections": lambda **options: WordsField(help_text="One heading a line.", **options),
    "templates": WordsField,
    "self_approval": TruthField,
    "guidance": lambda **options: WordsField(help_text="Given to assistants that work here.", **options),
    "time_zone": lambda **options: LineField(help_text="Such as Europe/Berlin.", **options),
}


class SettingsEdit(ActForm):
    """Every setting, each field named as refusals name it; what comes out clean is what changed."""

    def prepare(self) -> None:
        self.stored = SpaceSettings.objects.filter(space=self.target).first() or SpaceSettings()
        for setting in SETTINGS.values():
            for kind in KIND_DEFAULTS if setting.per_kind else [""]:
                self._offer(setting, kind)

    def _offer(self, setting: Setting, kind: str) -> None:
        name = f"{setting.name}.{kind}" if kind else setting.name
        words = setting.name.replace("_", " ").capitalize().replace("Ai ", "AI ")
        label = f"{words}: {kind}" if kind else words
        field = FIELDS[setting.name](required=False, label=label)
        default = setting.default(kind, self.target.account.is_personal)
        if isinstance(default, int | str) and default != "" and setting.name != "templates":
            field.widget.attrs["placeholder"] = str(default)
        if isinstance(field, WordsField):
            field.widget.attrs["rows"] = 4
        self.fields[name] = field
        stored = getattr(self.stored, setting.name)
        self.initial[name] = _shown(stored.get(kind) if kind else stored)

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        changes: dict[str, Any] = {}
        for field in self.changed_data:
            if field not in given:
                continue
            name, _, kind = field.partition(".")
            value = _stored(name, given[field])
            if kind:
                changes.setdefault(name, {})[kind] = None if value in ("", []) else value
            else:
                changes[name] = value
        return changes


def _shown(value: Any) -> Any:
    return "\n".join(value) if isinstance(value, list) else value


def _stored(name: str, value: Any) -> Any:
    if name == "required_sections":
        return [line.strip() for line in value.splitlines() if line.strip()]
    return value
