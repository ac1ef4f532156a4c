"""What is done to a space in the console: a table of acts, each one call of a service."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from spaces.admin.acts import Act, Done
from spaces.admin.confirming import Change, Preview
from spaces.admin.pages import list_url, page_url
from spaces.admin.space_forms import NO_FLOOR, PartnerAdd, PartnerRemove, SpaceCreate, SpaceDelete, SpaceEdit
from spaces.admin.space_settings import SettingsEdit, settings_preview
from spaces.domain.access import Access
from spaces.domain.caller import Caller
from spaces.models import Space
from spaces.querysets import spaces_visible_to
from spaces.services.foreseeing import partner_effects, space_update_effects
from spaces.services.settings import settings_change
from spaces.services.spaces import partner_add, partner_remove, space_create, space_delete, space_update

Given = dict[str, Any]


def _create(caller: Caller, target: None, given: Given) -> Done:
    space = space_create(caller=caller, **given)
    return Done(_("%(space)s is there.") % {"space": space}, page_url(space))


def _edit(caller: Caller, space: Space, given: Given) -> Done:
    space = space_update(space=space, changes=given, caller=caller)
    raised = ", ".join(f"{count} {what}" for what, count in space.raised.items() if count)
    told = _("%(space)s is saved.") % {"space": space}
    if raised:
        told += " " + _("Raised to the new floor: %(raised)s.") % {"raised": raised}
    return Done(told, page_url(space))


def _edit_preview(caller: Caller, space: Space, given: Given) -> Preview | None:
    """What another floor or parent closes; nothing to confirm where it closes nothing."""
    if not {"parent_id", "access_floor"} & given.keys():
        return None
    effects = space_update_effects(space=space, changes=given, caller=caller)
    if not effects:
        return None
    changes = []
    if "parent_id" in given:
        named = dict(
            spaces_visible_to(caller)
            .filter(pk__in=[space.parent_id, given["parent_id"]])
            .values_list("pk", "name")
        )
        nowhere = _("no space")
        changes.append(
            Change(_("Under"), named.get(space.parent_id, nowhere), named.get(given["parent_id"], nowhere))
        )
    if "access_floor" in given:
        changes.append(
            Change(
                _("Its own floor"), floor_in_words(space.access_floor), floor_in_words(given["access_floor"])
            )
        )
    return Preview(changes, effects)


def floor_in_words(floor: int | None) -> str:
    return str(NO_FLOOR[1]) if floor is None else Access(floor).word


def _settings(caller: Caller, space: Space, given: Given) -> Done:
    settings_change(space=space, changes=given, caller=caller)
    return Done(_("The settings of %(space)s are saved.") % {"space": space}, page_url(space))


def _partner_add(caller: Caller, space: Space, given: Given) -> Done:
    partner_add(space=space, partner=given["account"], caller=caller)
    told = _("%(account)s is a partner of %(space)s and the spaces below it.")
    return Done(told % {"account": given["account"], "space": space}, page_url(space))


def _partner_remove(caller: Caller, space: Space, given: Given) -> Done:
    partner_remove(space=space, partner=given["account"], caller=caller)
    told = _("%(account)s is no partner of %(space)s any more.")
    return Done(told % {"account": given["account"], "space": space}, page_url(space))


def _partner_add_preview(caller: Caller, space: Space, given: Given) -> Preview:
    effects = partner_effects(space=space, partner=given["account"], added=True, caller=caller)
    return Preview([Change(_("Partner"), _("none"), str(given["account"]))], effects)


def _partner_remove_preview(caller: Caller, space: Space, given: Given) -> Preview:
    effects = partner_effects(space=space, partner=given["account"], added=False, caller=caller)
    return Preview([Change(_("Partner"), str(given["account"]), _("none"))], effects)


def _delete(caller: Caller, space: Space, given: Given) -> Done:
    space_delete(space=space, caller=caller)
    return Done(_("The space is deleted."), list_url(Space))


SEE_FIRST = gettext_lazy("See what it changes")

CREATION = Act("add", gettext_lazy("New space"), _create, SpaceCreate, gettext_lazy("Create"))

ACTS = (
    Act("edit", gettext_lazy("Edit the space"), _edit, SpaceEdit, preview=_edit_preview),
    Act(
        "settings",
        gettext_lazy("Settings"),
        _settings,
        SettingsEdit,
        template="console/space_settings.html",
        preview=settings_preview,
        first_button=SEE_FIRST,
    ),
    Act(
        "partners/add",
        gettext_lazy("Add a partner"),
        _partner_add,
        PartnerAdd,
        gettext_lazy("Add"),
        preview=_partner_add_preview,
        first_button=SEE_FIRST,
    ),
    Act(
        "partners/remove",
        gettext_lazy("Remove a partner"),
        _partner_remove,
        PartnerRemove,
        gettext_lazy("Remove"),
        dangerous=True,
        preview=_partner_remove_preview,
        first_button=SEE_FIRST,
    ),
    Act(
        "delete",
        gettext_lazy("Delete the space"),
        _delete,
        SpaceDelete,
        gettext_lazy("Delete"),
        dangerous=True,
    ),
)
