"""What people save of the list of documents, each for themselves."""

from django.db import transaction

from decisions.models import SavedView
from decisions.querysets import saved_views_of
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError, invalid
from spaces.models import User
from spaces.services.audit import audit_record
from spaces.services.rights import require_person

# More than anybody finds again by name.
MOST_SAVED = 50

_MAX_ADDRESS = 2_000


@transaction.atomic
def saved_view_create(*, name: str, address: str, caller: Caller) -> SavedView:
    """A new view of the person's own; at most 50, each with a name of its own."""
    require_person(caller, "Saved views")
    if not address:
        raise invalid("address", "Nothing is filtered.", fix="Filter the list, then save it as a view.")
    if len(address) > _MAX_ADDRESS:
        raise invalid("address", "These filters are too long to keep.", fix="Take some of them away.")
    # Whoever saves two at once waits here, so that neither passes the limit.
    User.objects.select_for_update().get(pk=caller.subject)
    if saved_views_of(caller).count() >= MOST_SAVED:
        raise DomainError(
            "too_large", f"You have {MOST_SAVED} views already.", fix="Delete one that you do not use."
        )
    _require_free(name, caller)
    view = SavedView.objects.create(person_id=caller.subject, name=name, address=address)
    _record(view, caller, "saved_view.created", after={"name": name, "address": address})
    return view


@transaction.atomic
def saved_view_rename(*, view: SavedView, name: str, caller: Caller) -> SavedView:
    """The person's view under another name; safe to repeat."""
    require_person(caller, "Saved views")
    before = view.name
    if name == before:
        return view
    User.objects.select_for_update().get(pk=caller.subject)
    _require_free(name, caller)
    view.name = name
    view.save(update_fields=["name"])
    _record(view, caller, "saved_view.renamed", before={"name": before}, after={"name": name})
    return view


@transaction.atomic
def saved_view_delete(*, view: SavedView, caller: Caller) -> None:
    """The person's view is gone; no document changes by it."""
    require_person(caller, "Saved views")
    _record(view, caller, "saved_view.deleted", before={"name": view.name, "address": view.address})
    view.delete()


def _require_free(name: str, caller: Caller) -> None:
    if saved_views_of(caller).filter(name=name).exists():
        raise invalid("name", "You have a view of this name.", fix="Choose another name.")


def _record(
    view: SavedView,
    caller: Caller,
    act: str,
    *,
    before: dict[str, str] | None = None,
    after: dict[str, str] | None = None,
) -> None:
    # Of no account: a view is its person's alone, and no manager's to read.
    audit_record(caller=caller, act=act, object_id=view.pk, account_id=None, before=before, after=after)
