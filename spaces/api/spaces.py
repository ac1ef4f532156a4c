"""Spaces by REST, and the operations behind the space tools."""

from dataclasses import asdict
from operator import attrgetter
from typing import Any

from spaces.api.space_shapes import (
    SettingsShape,
    SpaceChanged,
    SpaceCreate,
    SpaceList,
    SpaceRef,
    SpaceRow,
    SpaceUpdate,
    SpaceWhole,
    changes_given,
)
from spaces.domain.caller import Caller
from spaces.kernel.operations import OperationViewSet, operation
from spaces.kernel.paging import Page
from spaces.services.repeated_calls import Made
from spaces.services.rights import account_of
from spaces.services.settings import settings_of
from spaces.services.space_listing import space_list, space_overview
from spaces.services.spaces import space_create, space_for, space_update


class SpaceViewSet(OperationViewSet):
    """Spaces of your accounts, and those that name one of your accounts as partner."""

    @operation(input=SpaceList, output=SpaceRow, paged=True)
    def list(self, caller: Caller, given: dict[str, Any]) -> Page:
        """Spaces you may see, newest first."""
        return space_list(caller, given)

    @operation(
        input=SpaceCreate,
        output=SpaceRow,
        writes=True,
        status=201,
        creates=Made(attrgetter("pk"), space_for),
    )
    def create(self, caller: Caller, given: dict[str, Any]) -> Any:
        """Make a space; for managers of the account."""
        account_id = given.pop("account_id", None) or account_of(caller)
        return space_create(account_id=account_id, caller=caller, **given)

    @operation(input=SpaceRef, output=SpaceWhole)
    def retrieve(self, caller: Caller, given: dict[str, Any]) -> Any:
        """A space with what is above it and how many documents it holds."""
        return space_overview(space_for(caller, given["space_id"]), caller)

    @operation(input=SpaceUpdate, output=SpaceChanged, writes=True)
    def partial_update(self, caller: Caller, given: dict[str, Any]) -> Any:
        """Change a space; for managers of the account."""
        space = space_for(caller, given["space_id"])
        return space_update(space=space, changes=changes_given(given), caller=caller)

    @operation(input=SpaceRef, output=SettingsShape)
    def get_settings(self, caller: Caller, given: dict[str, Any]) -> Any:
        """Every setting of a space as it holds now."""
        space = space_for(caller, given["space_id"])
        may_change = caller.manages(space.account_id) and not caller.is_assistant
        return {**asdict(settings_of(space)), "may_change": may_change}
