"""Spaces: their place in the tree, floors, partners and settings."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from spaces.admin.acts import Act, Done
from spaces.admin.columns import column, moment
from spaces.admin.pages import ConsoleAdmin, list_url, page_url
from spaces.admin.space_forms import PartnerAdd, PartnerRemove, SpaceCreate, SpaceDelete, SpaceEdit
from spaces.admin.space_settings import SettingsEdit
from spaces.domain.access import Access
from spaces.domain.caller import Caller
from spaces.domain.settings import KIND_DEFAULTS
from spaces.models import Space, SpacePartner
from spaces.querysets import spaces_visible_to
from spaces.services.settings import settings_change, settings_of
from spaces.services.space_listing import space_overview
from spaces.services.spaces import partner_add, partner_remove, space_create, space_delete, space_update


def _create(caller: Caller, target: None, given: dict[str, Any]) -> Done:
    space = space_create(caller=caller, **given)
    return Done(f"{space} is there.", page_url(space))


def _edit(caller: Caller, space: Space, given: dict[str, Any]) -> Done:
    space = space_update(space=space, changes=given, caller=caller)
    raised = ", ".join(f"{count} {what}" for what, count in space.raised.items() if count)
    told = f" Raised to the new floor: {raised}." if raised else ""
    return Done(f"{space} is saved.{told}", page_url(space))


def _settings(caller: Caller, space: Space, given: dict[str, Any]) -> Done:
    settings_change(space=space, changes=given, caller=caller)
    return Done(f"The settings of {space} are saved.", page_url(space))


def _partner_add(caller: Caller, space: Space, given: dict[str, Any]) -> Done:
    partner_add(space=space, partner=given["account"], caller=caller)
    return Done(f"{given['account']} is a partner of {space} and the spaces below it.", page_url(space))


def _partner_remove(caller: Caller, space: Space, given: dict[str, Any]) -> Done:
    partner_remove(space=space, partner=given["account"], caller=caller)
    return Done(f"{given['account']} is no partner of {space} any more.", page_url(space))


def _delete(caller: Caller, space: Space, given: dict[str, Any]) -> Done:
    space_delete(space=space, caller=caller)
    return Done("The space is deleted.", list_url(Space))


@admin.register(Space)
class SpaceAdmin(ConsoleAdmin):
    page_template = "console/space.html"
    creation = Act("add", "New space", _create, SpaceCreate, "Create")
    acts = (
        Act("edit", "Edit the space", _edit, SpaceEdit),
        Act("settings", "Settings", _settings, SettingsEdit),
        Act("partners/add", "Add a partner", _partner_add, PartnerAdd, "Add"),
        Act("partners/remove", "Remove a partner", _partner_remove, PartnerRemove, "Remove", dangerous=True),
        Act("delete", "Delete the space", _delete, SpaceDelete, "Delete", dangerous=True),
    )
    list_display = ("name", "account", "kind", "department", "parent", "floor", "changed")
    list_select_related = ("account", "parent")
    search_fields = ("name", "slug")
    search_help_text = "Name or slug"
    ordering = ("name", "pk")

    def visible_to(self, caller: Caller) -> QuerySet[Space]:
        return spaces_visible_to(caller).select_related("account")

    @column("Floor")
    def floor(self, space: Space) -> str:
        return "none" if space.floor_in_force is None else Access(space.floor_in_force).word

    @column("Changed")
    def changed(self, space: Space) -> str:
        return moment(space.updated_at)

    def page_context(self, request: HttpRequest, space: Space, caller: Caller) -> dict[str, Any]:
        manages = caller.manages(space.account_id)
        partners = (
            SpacePartner.objects.filter(space=space).select_related("account").order_by("account__name")
        )
        return {
            "overview": space_overview(space, caller),
            "floor": self.floor(space),
            "children": spaces_visible_to(caller).filter(parent=space).order_by("name"),
            "manages": manages,
            "is_member": caller.is_member(space.account_id),
            "partners": partners if manages else (),
            **_settings_shown(space, caller),
        }


def _settings_shown(space: Space, caller: Caller) -> dict[str, Any]:
    """The settings in force, those per kind as rows; partners are not told."""
    if not caller.is_member(space.account_id):
        return {}
    settings = settings_of(space)
    rows = [
        {"kind": kind, **{name: getattr(settings, name)[kind] for name in _SHOWN_PER_KIND}}
        for kind in KIND_DEFAULTS
    ]
    return {"settings": settings, "settings_rows": rows}


_SHOWN_PER_KIND = ("approvals", "ai_approval", "review_days", "default_access")
