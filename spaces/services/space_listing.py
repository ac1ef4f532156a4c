"""Reading spaces: lists with their filters, and one with all that surrounds it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.db.models import Q

from spaces.domain.caller import Caller
from spaces.kernel.paging import Page, page_of
from spaces.kernel.registry import SPACE_FACTS, hooks
from spaces.models import Space, SpaceAncestor, SpaceSettings
from spaces.querysets import spaces_visible_to

# argument -> the condition it asks for
_FILTERS: dict[str, Callable[[Any], Q]] = {
    "account_id": lambda value: Q(account_id=value),
    "department": lambda value: Q(department=value),
    "kind": lambda value: Q(kind=value),
    "parent_id": lambda value: Q(parent_id=value),
    "query": lambda value: Q(name__icontains=value) | Q(slug__icontains=value),
    # Clients that send every field send false, which asks for nothing.
    "top_level": lambda value: Q(parent__isnull=True) if value else Q(),
}


def space_list(caller: Caller, filters: Mapping[str, Any]) -> Page:
    """A page of the spaces the caller may see that meet every filter given, newest first."""
    spaces = spaces_visible_to(caller).select_related("account")
    for name, condition in _FILTERS.items():
        if name in filters:
            spaces = spaces.filter(condition(filters[name]))
    page = page_of(spaces, order=("-id",), query=filters)
    _hide_parents(page.rows, caller)
    return page


def _hide_parents(spaces: Sequence[Space], caller: Caller) -> None:
    """Take away the parents that a partner does not see; no statement for the account's own members."""
    foreign = [space for space in spaces if space.parent_id and not caller.is_member(space.account_id)]
    if foreign:
        parents = spaces_visible_to(caller).filter(pk__in={space.parent_id for space in foreign})
        seen = set(parents.values_list("pk", flat=True))
        for space in foreign:
            space.parent_id = space.parent_id if space.parent_id in seen else None


def space_overview(space: Space, caller: Caller) -> dict[str, Any]:
    """A space as SpaceWhole shows it: its own fields, the spaces above, and the facts of apps above.

    A partner is told of the spaces above only where they name it partner too.
    """
    above = SpaceAncestor.objects.filter(
        space=space, distance__gt=0, ancestor__in=spaces_visible_to(caller)
    ).order_by("distance")
    parents = dict(above.values_list("ancestor_id", "ancestor__name"))
    guidance = SpaceSettings.objects.filter(space=space).values_list("guidance", flat=True).first()
    return {
        **{name: getattr(space, name) for name in _OWN},
        "account": space.account,
        "parent_id": space.parent_id if space.parent_id in parents else None,
        "parents": [{"space_id": pk, "name": name} for pk, name in parents.items()],
        "guidance": guidance or "",
        **hooks.run(SPACE_FACTS, space=space, caller=caller),
    }


_OWN = (
    "pk",
    "account_id",
    "name",
    "slug",
    "description",
    "kind",
    "department",
    "access_floor",
    "floor_in_force",
    "created_at",
    "updated_at",
)
