"""A space's settings: read anew at each use, changed by a manager in the console."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone

from spaces.domain.caller import Caller
from spaces.domain.settings import SETTINGS, in_force, problems_of
from spaces.kernel.errors import DomainError
from spaces.models import Space, SpaceSettings
from spaces.services.audit import audit_record
from spaces.services.rights import require_manager, require_person


@dataclass(frozen=True)
class SettingsInForce:
    """Every setting of a space as it holds now; those per kind are dicts by kind."""

    space_id: str
    account_id: str
    approvals: dict[str, int]
    ai_approval: dict[str, str]
    review_days: dict[str, int]
    default_access: dict[str, str]
    required_sections: dict[str, list[str]]
    templates: dict[str, str]
    self_approval: bool
    guidance: str
    time_zone: str

    @property
    def today(self) -> date:
        """The day it is in this space."""
        return timezone.localdate(timezone=ZoneInfo(self.time_zone))


def settings_of(space: Space) -> SettingsInForce:
    """The settings that hold in a space now; no statement where its settings and account are loaded with it."""
    try:
        stored = space.settings
    except SpaceSettings.DoesNotExist:
        stored = SpaceSettings(space=space)
    personal = space.account.is_personal
    values = {name: in_force(name, getattr(stored, name), personal=personal) for name in SETTINGS}
    values["time_zone"] = values["time_zone"] or space.account.time_zone or "UTC"
    return SettingsInForce(space_id=space.pk, account_id=space.account_id, **values)


@transaction.atomic
def settings_change(*, space: Space, changes: Mapping[str, Any], caller: Caller) -> SettingsInForce:
    """The settings in force after a manager changed some, in the console.

    A per-kind setting takes the kinds that change; null puts a kind back to its default. Nothing that was
    decided is touched. Refused as `person_required` to assistants, with every problem listed at once.
    """
    _require_changeable(space, changes, caller)
    SpaceSettings.objects.get_or_create(space=space)
    stored = SpaceSettings.objects.select_for_update().get(space=space)
    before = {name: getattr(stored, name) for name in changes}
    _apply(stored, changes)
    stored.save()
    space.settings = stored
    audit_record(
        caller=caller,
        act="settings.changed",
        object_id=space.pk,
        account_id=space.account_id,
        before=before,
        after={name: getattr(stored, name) for name in changes},
    )
    return settings_of(space)


def settings_foreseen(
    *, space: Space, changes: Mapping[str, Any], caller: Caller
) -> tuple[SettingsInForce, SettingsInForce]:
    """The settings in force now and as the changes would make them; refused as the change itself would be."""
    _require_changeable(space, changes, caller)
    now = settings_of(space)
    stored = SpaceSettings.objects.filter(space=space).first() or SpaceSettings(space=space)
    _apply(stored, changes)
    then = Space.objects.select_related("account").get(pk=space.pk)
    then.settings = stored
    return now, settings_of(then)


def _require_changeable(space: Space, changes: Mapping[str, Any], caller: Caller) -> None:
    require_person(caller, "Settings")
    require_manager(caller, space.account_id)
    given = {
        name: {kind: each for kind, each in value.items() if each is not None}
        if isinstance(value, Mapping)
        else value
        for name, value in changes.items()
    }
    problems = problems_of(given)
    if problems:
        raise DomainError(
            "invalid_arguments",
            "; ".join(f"{path}: {problem}" for path, problem in problems),
            fix="Correct the settings listed in issues.",
            path=problems[0][0],
            issues=[{"path": path, "problem": problem} for path, problem in problems],
        )


def _apply(stored: SpaceSettings, changes: Mapping[str, Any]) -> None:
    for name, value in changes.items():
        if isinstance(value, Mapping):
            merged = {**getattr(stored, name), **value}
            value = {kind: each for kind, each in merged.items() if each is not None}
        setattr(stored, name, value)
