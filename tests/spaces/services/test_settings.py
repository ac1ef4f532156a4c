"""A space's settings: every one with what it takes and refuses, and what holds where nothing was set."""

from datetime import date
from typing import Any

import pytest
import time_machine

from decisions.domain.kinds import Kind
from spaces.domain.settings import (
    KIND_DEFAULTS,
    MAX_APPROVALS,
    MAX_GUIDANCE,
    MAX_REVIEW_DAYS,
    MAX_SECTIONS,
    MAX_TEMPLATE_BYTES,
    SETTINGS,
)
from spaces.kernel.errors import DomainError
from spaces.models import Account, AuditEntry
from spaces.services.settings import settings_change, settings_of
from spaces.services.spaces import space_create
from tests.cast import Cast
from tests.records import everything

GOOD: list[tuple[str, Any]] = [
    ("approvals", {"rfc": 0, "study": MAX_APPROVALS}),
    ("ai_approval", {"rfc": "auto", "prd": "ask"}),
    ("review_days", {"rfc": 1, "adr": MAX_REVIEW_DAYS}),
    ("default_access", {"rfc": "public", "prd": "internal"}),
    ("required_sections", {"rfc": ["Why", "How"], "adr": []}),
    ("templates", {"rfc": "# {{title}}\n", "prd": ""}),
    ("self_approval", True),
    ("guidance", "Ask before you write."),
    ("time_zone", "Europe/Berlin"),
    ("time_zone", ""),
]

# A setting, a value it does not take, and the path the refusal names.
BAD: list[tuple[str, Any, str]] = [
    ("approvals", {"rfc": -1}, "approvals.rfc"),
    ("approvals", {"rfc": MAX_APPROVALS + 1}, "approvals.rfc"),
    ("approvals", {"rfc": True}, "approvals.rfc"),
    ("approvals", {"rfc": "2"}, "approvals.rfc"),
    ("approvals", {"memo": 1}, "approvals.memo"),
    ("approvals", 2, "approvals"),
    ("approvals", None, "approvals"),
    ("ai_approval", {"rfc": "always"}, "ai_approval.rfc"),
    ("ai_approval", {"rfc": []}, "ai_approval.rfc"),
    ("review_days", {"rfc": 0}, "review_days.rfc"),
    ("review_days", {"rfc": MAX_REVIEW_DAYS + 1}, "review_days.rfc"),
    ("default_access", {"rfc": "secret"}, "default_access.rfc"),
    ("default_access", {"rfc": 3}, "default_access.rfc"),
    ("required_sections", {"rfc": "Why"}, "required_sections.rfc"),
    ("required_sections", {"rfc": [""]}, "required_sections.rfc"),
    ("required_sections", {"rfc": ["x"] * (MAX_SECTIONS + 1)}, "required_sections.rfc"),
    ("templates", {"rfc": "x" * (MAX_TEMPLATE_BYTES + 1)}, "templates.rfc"),
    ("templates", {"rfc": "a\0b"}, "templates.rfc"),
    ("templates", {"rfc": "a\ud800b"}, "templates.rfc"),
    ("self_approval", "yes", "self_approval"),
    ("self_approval", 1, "self_approval"),
    ("guidance", "x" * (MAX_GUIDANCE + 1), "guidance"),
    ("guidance", None, "guidance"),
    ("time_zone", "Mars/Olympus", "time_zone"),
    ("time_zone", [], "time_zone"),
    ("colour", "red", "colour"),
]


@pytest.mark.parametrize(("name", "value"), GOOD)
def test_a_manager_changes_a_setting(cast: Cast, name: str, value: Any) -> None:
    before = getattr(settings_of(cast.space), name)
    now = getattr(
        settings_change(space=cast.space, changes={name: value}, caller=cast.caller("manager")), name
    )
    if SETTINGS[name].per_kind:
        # The kinds that were not named stay as they were.
        assert now == {**before, **value}
    else:
        assert now == (value or "UTC")
    assert AuditEntry.objects.get(act="settings.changed").person_id == cast.people["manager"].pk


def test_a_value_a_setting_does_not_take_is_refused_by_path(cast: Cast) -> None:
    owner, before = cast.caller("owner"), everything()
    for name, value, path in BAD:
        with pytest.raises(DomainError) as refused:
            settings_change(space=cast.space, changes={name: value}, caller=owner)
        assert (refused.value.code, refused.value.path) == ("invalid_arguments", path)
    assert everything() == before


def test_both_tables_try_every_setting_there_is() -> None:
    assert {name for name, _ in GOOD} == {name for name, _, _ in BAD if name != "colour"} == set(SETTINGS)


def test_every_problem_is_listed_at_once(cast: Cast) -> None:
    changes = {"approvals": {"rfc": -1, "prd": "x"}, "time_zone": "nowhere", "guidance": "fine"}
    with pytest.raises(DomainError) as refused:
        settings_change(space=cast.space, changes=changes, caller=cast.caller("owner"))
    assert [issue["path"] for issue in refused.value.issues] == [
        "approvals.rfc",
        "approvals.prd",
        "time_zone",
    ]


def test_null_puts_a_kind_back_to_its_default(cast: Cast) -> None:
    owner = cast.caller("owner")
    settings_change(space=cast.space, changes={"approvals": {"rfc": 5, "prd": 6}}, caller=owner)
    back = settings_change(space=cast.space, changes={"approvals": {"rfc": None}}, caller=owner)
    assert (back.approvals["rfc"], back.approvals["prd"]) == (2, 6)


def test_a_team_starts_from_the_defaults_of_each_kind(cast: Cast) -> None:
    settings = settings_of(cast.space)
    assert settings.approvals == {"rfc": 2, "prd": 1, "adr": 1, "study": 0}
    assert set(settings.ai_approval.values()) == {"ask"}
    assert set(settings.review_days.values()) == {10}
    assert set(settings.default_access.values()) == {"team"}
    assert (settings.self_approval, settings.guidance, settings.time_zone) == (False, "", "UTC")
    for kind in Kind:
        assert settings.templates[kind] == KIND_DEFAULTS[kind].template != ""
        assert settings.required_sections[kind] == list(KIND_DEFAULTS[kind].required_sections) != []


def test_a_personal_account_asks_for_no_approvals(cast: Cast) -> None:
    own = cast.people["member"].personal_account
    space = space_create(account_id=own.pk, name="Mine", caller=cast.caller("member"))
    assert settings_of(space).approvals == {"rfc": 0, "prd": 0, "adr": 0, "study": 0}


def test_today_is_the_day_it_is_in_the_space(cast: Cast) -> None:
    Account.objects.filter(pk=cast.account.pk).update(time_zone="Pacific/Kiritimati")
    cast.account.refresh_from_db()
    cast.space.refresh_from_db()
    with time_machine.travel("2026-01-01T10:30:00Z", tick=False):
        assert settings_of(cast.space).today == date(2026, 1, 2)
        settings_change(
            space=cast.space, changes={"time_zone": "Pacific/Pago_Pago"}, caller=cast.caller("owner")
        )
        assert settings_of(cast.space).today == date(2025, 12, 31)


def test_settings_are_read_anew_each_time(cast: Cast) -> None:
    held = cast.space
    assert settings_of(held).guidance == ""
    settings_change(space=cast.space, changes={"guidance": "new"}, caller=cast.caller("owner"))
    assert settings_of(held).guidance == "new"
