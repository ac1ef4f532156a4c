"""Making, changing and removing spaces."""

from typing import Any

from django.db import transaction
from django.utils.text import slugify

from spaces.domain.access import Access
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError, invalid, not_found
from spaces.kernel.registry import SPACE_HOLDS, hooks
from spaces.models import Account, Space, SpacePartner
from spaces.querysets import spaces_visible_to
from spaces.services.audit import audit_record
from spaces.services.rights import require_manager, require_member, require_person
from spaces.services.tree import ancestry_write, floors_settle, tree_lock

_TOLD = ("name", "description", "kind", "department", "parent_id", "access_floor")


def space_for(caller: Caller, space_id: str) -> Space:
    """A space the caller may see, with its account loaded; `not_found` for any other id."""
    space = spaces_visible_to(caller).select_related("account").filter(pk=space_id).first()
    if space is None:
        raise not_found("space")
    return space


@transaction.atomic
def space_create(
    *,
    account_id: str,
    name: str,
    caller: Caller,
    slug: str = "",
    description: str = "",
    kind: str = "space",
    department: str = "",
    parent_id: str | None = None,
    access_floor: Access | None = None,
) -> Space:
    """A new space, made by a manager of the account; the slug comes from the name where none is given."""
    require_member(caller, account_id)
    require_manager(caller, account_id)
    account = tree_lock(account_id)
    space = Space(
        account=account,
        name=name,
        slug=_free_slug(account, slug, name),
        description=description,
        kind=kind,
        department=department,
        parent=_parent(account_id, parent_id),
        access_floor=access_floor,
    )
    _require_department(space)
    space.save(force_insert=True)
    ancestry_write(space)
    floors_settle(space, caller)
    audit_record(
        caller=caller,
        act="space.created",
        object_id=space.pk,
        account_id=account_id,
        after={**_told(space), "slug": space.slug},
    )
    return space


@transaction.atomic
def space_update(*, space: Space, changes: dict[str, Any], caller: Caller) -> Space:
    """The space after a manager changed it; its `raised` counts what a raised floor changed, by name.

    `changes` holds any of name, description, kind, department, parent_id and access_floor. Renaming keeps
    the slug. Moving takes everything under the space along, and the floors of the new place hold at once.
    """
    require_manager(caller, space.account_id)
    account = tree_lock(space.account_id)
    space = Space.objects.select_for_update(no_key=True).get(pk=space.pk)
    space.account = account
    before = _told(space)
    if "parent_id" in changes:
        changes = {**changes, "parent": _parent(space.account_id, changes["parent_id"])}
        del changes["parent_id"]
    for name, value in changes.items():
        setattr(space, name, value)
    _require_department(space)
    if "parent" in changes:
        # Before the row: a space under itself is refused in words, not by the database.
        ancestry_write(space)
    space.save()
    if {"parent", "access_floor"} & changes.keys():
        space.raised = floors_settle(space, caller)
    after = _told(space)
    if after != before:
        audit_record(
            caller=caller,
            act="space.updated",
            object_id=space.pk,
            account_id=space.account_id,
            before={name: before[name] for name in _TOLD if before[name] != after[name]},
            after={name: after[name] for name in _TOLD if before[name] != after[name]},
        )
    return space


@transaction.atomic
def space_delete(*, space: Space, caller: Caller) -> None:
    """Remove a space that holds nothing: a manager's act in the console."""
    require_person(caller, "Spaces")
    require_manager(caller, space.account_id)
    tree_lock(space.account_id)
    if held := space_holds(space):
        raise DomainError(
            "forbidden",
            "Only an empty space can be deleted.",
            fix="Move or delete what it holds first.",
            holds=held,
        )
    audit_record(
        caller=caller,
        act="space.deleted",
        object_id=space.pk,
        account_id=space.account_id,
        before={**_told(space), "slug": space.slug},
    )
    space.delete()


def space_holds(space: Space) -> dict[str, int]:
    """What is in the way of deleting a space, as counts by name; empty for one that holds nothing."""
    held = {**hooks.run(SPACE_HOLDS, space=space), "spaces": space.children.count()}
    return {name: count for name, count in held.items() if count}


@transaction.atomic
def partner_add(*, space: Space, partner: Account, caller: Caller) -> SpacePartner:
    """A partnership of another account with a space and all spaces below it."""
    require_person(caller, "Partners")
    require_manager(caller, space.account_id)
    if partner.pk == space.account_id:
        raise invalid("account_id", "An account is no partner of itself.")
    partnership, made = SpacePartner.objects.get_or_create(space=space, account=partner)
    if made:
        audit_record(
            caller=caller,
            act="partner.added",
            object_id=space.pk,
            account_id=space.account_id,
            after={"account_id": partner.pk},
        )
    return partnership


@transaction.atomic
def partner_remove(*, space: Space, partner: Account, caller: Caller) -> None:
    """End a partnership of this space; one that a space above it names goes on."""
    require_person(caller, "Partners")
    require_manager(caller, space.account_id)
    removed, _ = SpacePartner.objects.filter(space=space, account=partner).delete()
    if not removed:
        raise not_found("partner")
    audit_record(
        caller=caller,
        act="partner.removed",
        object_id=space.pk,
        account_id=space.account_id,
        before={"account_id": partner.pk},
    )


def _told(space: Space) -> dict[str, Any]:
    return {name: getattr(space, name) for name in _TOLD}


def _parent(account_id: str, parent_id: str | None) -> Space | None:
    if not parent_id:
        return None
    parent = Space.objects.filter(pk=parent_id, account_id=account_id).first()
    if parent is None:
        raise not_found("parent space")
    return parent


def _require_department(space: Space) -> None:
    if space.kind == "department" and not space.department:
        raise invalid("department", "A department space names its department.")


def _free_slug(account: Account, slug: str, name: str) -> str:
    """The slug asked for, or the first free one made from the name."""
    taken = set(Space.objects.filter(account=account).values_list("slug", flat=True))
    if slug:
        if slug in taken:
            raise invalid("slug", "This slug is taken in the account.", fix="Choose another slug.")
        return slug
    # Room is left for a number behind it within the column's 120 characters.
    stem = slugify(name, allow_unicode=True)[:110].strip("-_") or "space"
    number = 1
    while (free := stem if number == 1 else f"{stem}-{number}") in taken:
        number += 1
    return free
