"""What a change to a space would bring about, told to who may make it and before it is made."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import ngettext

from spaces.domain.access import Access
from spaces.domain.caller import Caller
from spaces.domain.effects import Effect, Named, effect_on
from spaces.kernel.errors import invalid
from spaces.kernel.registry import FLOOR_EFFECTS, PARTNER_EFFECTS, SETTINGS_EFFECTS, hooks
from spaces.models import Account, Space, SpaceAncestor
from spaces.querysets import spaces_below
from spaces.services.rights import require_manager, require_person
from spaces.services.settings import SettingsInForce, settings_foreseen
from spaces.services.tree import floors_foreseen


def space_update_effects(*, space: Space, changes: Mapping[str, Any], caller: Caller) -> list[Effect]:
    """What another floor or parent would close: spaces, documents, questions and diagrams."""
    require_manager(caller, space.account_id)
    floors = floors_foreseen(
        space,
        parent_id=changes.get("parent_id", space.parent_id),
        access_floor=changes.get("access_floor", _level(space.access_floor)),
    )
    if not floors:
        return []
    return [*_floors_named(floors), *_told(FLOOR_EFFECTS, floors=floors, caller=caller)]


def settings_effects(
    *, space: Space, changes: Mapping[str, Any], caller: Caller
) -> tuple[SettingsInForce, SettingsInForce, list[Effect]]:
    """The settings now, those that would hold, and what that means for documents that are still open."""
    before, after = settings_foreseen(space=space, changes=changes, caller=caller)
    return before, after, _told(SETTINGS_EFFECTS, space=space, before=before, after=after, caller=caller)


def partner_effects(*, space: Space, partner: Account, added: bool, caller: Caller) -> list[Effect]:
    """What the members of a partner account would begin or cease to read."""
    require_person(caller, "Partners")
    require_manager(caller, space.account_id)
    if partner.pk == space.account_id:
        raise invalid("account_id", "An account is no partner of itself.")
    others = SpaceAncestor.objects.filter(ancestor__partnerships__account=partner)
    if not added:
        others = others.exclude(ancestor=space)
    # Where another partnership holds too, this one changes nothing.
    spaces = spaces_below(space.pk).exclude(pk__in=others.values("space_id")).order_by("name", "pk")
    return _told(PARTNER_EFFECTS, spaces=list(spaces), added=added, caller=caller)


def _told(hook: str, **arguments: Any) -> list[Effect]:
    return [effect for effects in hooks.run(hook, **arguments).values() for effect in effects]


def _floors_named(floors: Mapping[str, Access]) -> list[Effect]:
    spaces = Space.objects.filter(pk__in=floors).order_by("name", "pk")
    effects = []
    for level in sorted(set(floors.values())):
        named = [Named(each.name, "spaces_space", each.pk) for each in spaces if floors[each.pk] is level]
        words = ngettext(
            "%(count)s space gets the floor %(floor)s.",
            "%(count)s spaces get the floor %(floor)s.",
            len(named),
        )
        effects.append(effect_on(words % {"count": len(named), "floor": level.word}, named))
    return effects


def _level(floor: int | None) -> Access | None:
    return None if floor is None else Access(floor)
