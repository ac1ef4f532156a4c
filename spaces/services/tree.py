"""The tree of spaces: who is above whom, and the floors that follow from it."""

from collections.abc import Mapping
from typing import Any

from spaces.domain.access import Access
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError, invalid
from spaces.kernel.registry import FLOOR_RAISED, hooks
from spaces.models import Account, Space, SpaceAncestor
from spaces.querysets import spaces_below

MAX_DEPTH = 8


def tree_lock(account_id: str) -> Account:
    """The account, with its tree of spaces held still until the transaction ends."""
    return Account.objects.select_for_update(no_key=True).get(pk=account_id)


def ancestry_write(space: Space) -> None:
    """Set who is above a space and those under it, from their `parent`s. Deeper than 8 is refused."""
    under = {
        row.space_id: row.distance
        for row in SpaceAncestor.objects.filter(ancestor=space).order_by("distance")
    } or {space.pk: 0}
    above = [(space.parent_id, 1)] if space.parent_id else []
    if space.parent_id:
        above = [
            (row.ancestor_id, row.distance + 1)
            for row in SpaceAncestor.objects.filter(space_id=space.parent_id)
        ]
    if space.parent_id in under:
        raise invalid("parent_id", "A space cannot be under itself.", fix="Choose a parent outside it.")
    if len(above) + 1 + max(under.values()) > MAX_DEPTH:
        raise invalid("parent_id", f"Spaces go at most {MAX_DEPTH} deep.", fix="Choose a parent higher up.")
    SpaceAncestor.objects.filter(space_id__in=under).exclude(ancestor_id__in=under).delete()
    rows = [
        SpaceAncestor(space_id=below, ancestor_id=ancestor, distance=down + up)
        for below, down in under.items()
        for ancestor, up in above
    ]
    if not SpaceAncestor.objects.filter(space=space, ancestor=space).exists():
        rows.append(SpaceAncestor(space=space, ancestor=space, distance=0))
    SpaceAncestor.objects.bulk_create(rows)


def floors_settle(space: Space, caller: Caller) -> Mapping[str, Any]:
    """What changed when the floors in force of a space and those under it were set anew.

    Documents below that are more open than their new floor are raised; lowering a floor lowers none.
    """
    spaces = spaces_below(space.pk).select_for_update(no_key=True).order_by("pk")
    by_id = {each.pk: each for each in spaces}
    raised = _set_floors(by_id)
    Space.objects.bulk_update(by_id.values(), ["floor_in_force"])
    space.floor_in_force = by_id[space.pk].floor_in_force
    return hooks.run(FLOOR_RAISED, floors=raised, caller=caller) if raised else {}


def floors_foreseen(space: Space, *, parent_id: str | None, access_floor: Access | None) -> dict[str, Access]:
    """The floors that would be more closed under another parent or floor, by space; nothing is changed."""
    by_id = {each.pk: each for each in spaces_below(space.pk)}
    by_id[space.pk].parent_id = parent_id
    by_id[space.pk].access_floor = access_floor
    return {} if parent_id in by_id else _set_floors(by_id)


def _set_floors(by_id: Mapping[str, Space]) -> dict[str, Access]:
    """The floors that are more closed now that those in force of a space and all under it are set anew."""
    floors: dict[str, int | None] = {}
    raised: dict[str, Access] = {}

    def floor_of(space_id: str | None) -> int | None:
        if space_id is None:
            return None
        if space_id not in floors and space_id not in by_id:
            floors[space_id] = Space.objects.values_list("floor_in_force", flat=True).get(pk=space_id)
        if space_id not in floors:
            each = by_id[space_id]
            levels = [level for level in (each.access_floor, floor_of(each.parent_id)) if level is not None]
            floors[space_id] = max(levels, default=None)
        return floors[space_id]

    for each in by_id.values():
        before, each.floor_in_force = each.floor_in_force, floor_of(each.pk)
        if each.floor_in_force is not None and each.floor_in_force > (-1 if before is None else before):
            raised[each.pk] = Access(each.floor_in_force)
    return raised


def require_above_floor(level: Access, floor: int | None) -> None:
    """Pass for a level at least as closed as the floor in force."""
    if floor is not None and level < floor:
        raise DomainError(
            "below_access_floor",
            f"The access floor here is {Access(floor).word}; {level.word} is more open.",
            fix=f"Choose {Access(floor).word} or a more closed level, or ask a manager to lower the floor.",
            path="access",
            floor=Access(floor).word,
        )
