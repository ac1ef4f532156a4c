"""Who may do what to accounts and spaces: each service by each actor, and a refusal changes nothing."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction

from spaces.domain.access import Access
from spaces.domain.caller import Caller
from spaces.domain.roles import Role
from spaces.kernel.errors import DomainError
from spaces.models import Space
from spaces.services.accounts import member_remove, member_set
from spaces.services.keys import agent_key_create
from spaces.services.settings import settings_change
from spaces.services.spaces import (
    partner_add,
    partner_remove,
    space_create,
    space_delete,
    space_for,
    space_update,
)
from tests.cast import Cast
from tests.records import everything

OK = None
ACTORS = (
    "owner",
    "manager",
    "member",
    "author",
    "named",
    "partner",
    "stranger",
    "visitor",
    "assistant",
    "agent",
)

Act = Callable[[Cast, Caller], Any]

ACTS: dict[str, Act] = {
    "see": lambda cast, caller: space_for(caller, cast.space.pk),
    "make a space": lambda cast, caller: space_create(account_id=cast.account.pk, name="New", caller=caller),
    "rename": lambda cast, caller: space_update(space=cast.space, changes={"name": "B"}, caller=caller),
    "set the floor": lambda cast, caller: space_update(
        space=cast.space, changes={"access_floor": Access.TEAM}, caller=caller
    ),
    "change settings": lambda cast, caller: settings_change(
        space=cast.space, changes={"guidance": "x"}, caller=caller
    ),
    "add a partner": lambda cast, caller: partner_add(
        space=cast.space, partner=cast.people["stranger"].personal_account, caller=caller
    ),
    "remove a partner": lambda cast, caller: partner_remove(
        space=cast.space, partner=cast.partner_account, caller=caller
    ),
    "delete": lambda cast, caller: space_delete(space=Space.objects.get(pk=cast.space.pk), caller=caller),
    "add a member": lambda cast, caller: member_set(
        account=cast.account, user=cast.people["stranger"], role=Role.MEMBER, caller=caller
    ),
    "remove a member": lambda cast, caller: member_remove(
        account=cast.account, user=cast.people["author"], caller=caller
    ),
    "make a key": lambda cast, caller: agent_key_create(
        account_id=cast.account.pk, name="Mine", caller=caller
    ),
}

MANAGERS_ONLY = dict.fromkeys(ACTORS, "forbidden") | {"owner": OK, "manager": OK}
PERSONS_ONLY = {"assistant": "person_required", "agent": "person_required"}
OUTSIDERS = dict.fromkeys(("named", "partner", "stranger", "visitor"), "not_found")

# act -> actor -> the code of the refusal, or OK. `assistant` and `agent` act for a plain member.
EXPECTED: dict[str, dict[str, str | None]] = {
    "see": dict.fromkeys(ACTORS, OK) | OUTSIDERS | {"partner": OK},
    "make a space": MANAGERS_ONLY | OUTSIDERS,
    "rename": MANAGERS_ONLY,
    "set the floor": MANAGERS_ONLY,
    "change settings": MANAGERS_ONLY | PERSONS_ONLY,
    "add a partner": MANAGERS_ONLY | PERSONS_ONLY,
    "remove a partner": MANAGERS_ONLY | PERSONS_ONLY,
    "delete": MANAGERS_ONLY | PERSONS_ONLY,
    "add a member": MANAGERS_ONLY | PERSONS_ONLY,
    # The author may leave.
    "remove a member": MANAGERS_ONLY | PERSONS_ONLY | {"author": OK},
    "make a key": dict.fromkeys(ACTORS, OK) | OUTSIDERS | PERSONS_ONLY,
}


def answers(cast: Cast, act: str, caller: Caller) -> tuple[str | None, bool]:
    """The code an act is refused with, or None, and whether it changed a row; afterwards it is undone."""
    before = everything()
    with transaction.atomic():
        try:
            # As in a request: what a refused act wrote before it was refused is undone by its own transaction.
            ACTS[act](cast, caller)
            code = None
        except DomainError as refusal:
            code = refusal.code
        changed = everything() != before
        transaction.set_rollback(True)
    return code, changed


@pytest.mark.parametrize("act", ACTS)
def test_each_act_is_open_to_those_the_contract_names_and_a_refusal_changes_nothing(
    cast: Cast, act: str
) -> None:
    callers = {actor: cast.caller(actor) for actor in ACTORS}
    for actor, code in EXPECTED[act].items():
        assert answers(cast, act, callers[actor]) == (code, code is OK and act != "see"), actor


def test_an_owners_assistant_may_what_the_owner_may_but_for_a_persons_acts(cast: Cast) -> None:
    agent = cast.agent_of("owner")
    for act, actors in EXPECTED.items():
        code = "person_required" if actors["agent"] == "person_required" else OK
        assert answers(cast, act, agent) == (code, code is OK and act != "see"), act


def test_whoever_was_a_manager_and_left_may_nothing(cast: Cast) -> None:
    cast.account.memberships.filter(user=cast.people["manager"]).delete()
    caller = cast.caller("manager")
    for act, actors in EXPECTED.items():
        assert answers(cast, act, caller) == (actors["stranger"], False), act


def test_running_the_service_gives_no_rights_in_an_account(cast: Cast) -> None:
    stranger = cast.people["stranger"]
    stranger.is_superuser = stranger.is_staff = True
    stranger.save()
    caller = cast.caller("stranger")
    for act, actors in EXPECTED.items():
        assert answers(cast, act, caller) == (actors["stranger"], False), act
