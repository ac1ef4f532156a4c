"""People, accounts and memberships."""

import pytest
from django.db import IntegrityError, transaction

from spaces.domain.caller import VISITOR
from spaces.domain.roles import Role
from spaces.kernel.errors import DomainError
from spaces.models import AuditEntry, Membership
from spaces.services.accounts import account_create, member_remove, member_set, user_create
from spaces.services.credentials import caller_for_agent_key, caller_for_person
from tests.cast import Cast
from tests.records import everything


def test_a_person_comes_with_a_personal_account_they_own(db: None) -> None:
    user = user_create(username="ana", password=None, caller=VISITOR)
    account = user.personal_account
    assert account.is_personal
    assert list(account.memberships.values_list("user_id", "role")) == [(user.pk, Role.OWNER)]
    assert user.subject.startswith("user_")
    assert not user.has_usable_password()


def test_a_name_is_given_once(cast: Cast) -> None:
    before = everything()
    with pytest.raises(DomainError) as refused:
        user_create(username="member", password=None, caller=VISITOR)
    assert (refused.value.code, refused.value.path) == ("invalid_arguments", "username")
    assert everything() == before


def test_a_team_account_is_recorded_with_its_first_owner(cast: Cast) -> None:
    account = account_create(name="Initech", owner=cast.people["member"], caller=cast.caller("member"))
    assert not account.is_personal
    entry = AuditEntry.objects.get(object_id=account.pk)
    assert (entry.act, entry.after) == (
        "account.created",
        {"name": "Initech", "owner": cast.people["member"].pk},
    )


@pytest.mark.parametrize("zone", ["Mars/Olympus", "../etc/passwd", "x" * 80])
def test_an_account_lives_in_a_known_time_zone(cast: Cast, zone: str) -> None:
    with pytest.raises(DomainError) as refused:
        account_create(name="x", owner=cast.people["member"], time_zone=zone, caller=cast.caller("member"))
    assert (refused.value.code, refused.value.path) == ("invalid_arguments", "time_zone")


def test_a_manager_adds_a_person_and_changes_their_role(cast: Cast) -> None:
    stranger = cast.people["stranger"]
    for role in (Role.MEMBER, Role.ADMIN):
        member_set(account=cast.account, user=stranger, role=role, caller=cast.caller("manager"))
    assert Membership.objects.get(account=cast.account, user=stranger).role == Role.ADMIN
    entry = AuditEntry.objects.order_by("pk").last()
    assert entry is not None
    assert (entry.before, entry.after, entry.byline) == ({"role": "member"}, {"role": "admin"}, "manager")


@pytest.mark.parametrize("caller", ["owner", "manager"])
def test_the_last_owner_stays(cast: Cast, caller: str) -> None:
    owner, acting = cast.people["owner"], cast.caller(caller)
    before = everything()
    with pytest.raises(DomainError) as refused:
        member_remove(account=cast.account, user=owner, caller=acting)
    assert refused.value.code == "forbidden"
    with pytest.raises(DomainError) as refused:
        member_set(account=cast.account, user=owner, role=Role.MEMBER, caller=acting)
    assert refused.value.code == "forbidden"
    assert everything() == before


def test_an_owner_leaves_once_there_is_another(cast: Cast) -> None:
    owner = cast.caller("owner")
    member_set(account=cast.account, user=cast.people["manager"], role=Role.OWNER, caller=owner)
    member_remove(account=cast.account, user=cast.people["owner"], caller=owner)
    assert not cast.account.memberships.filter(user=cast.people["owner"]).exists()


def test_only_an_owner_makes_and_unmakes_owners(cast: Cast) -> None:
    member = cast.people["member"]
    with pytest.raises(DomainError) as refused:
        member_set(account=cast.account, user=member, role=Role.OWNER, caller=cast.caller("manager"))
    assert refused.value.code == "forbidden"
    member_set(account=cast.account, user=member, role=Role.OWNER, caller=cast.caller("owner"))
    with pytest.raises(DomainError) as refused:
        member_remove(account=cast.account, user=member, caller=cast.caller("manager"))
    assert refused.value.code == "forbidden"


def test_a_personal_account_stays_one_persons(cast: Cast) -> None:
    own = cast.people["member"].personal_account
    with pytest.raises(DomainError) as refused:
        member_set(account=own, user=cast.people["author"], role=Role.MEMBER, caller=cast.caller("member"))
    assert refused.value.code == "forbidden"


def test_anybody_may_leave_and_their_keys_stop_at_once(cast: Cast) -> None:
    key = cast.key_of("member")
    assert caller_for_agent_key(key) is not None
    member_remove(account=cast.account, user=cast.people["member"], caller=cast.caller("member"))
    assert caller_for_agent_key(key) is None
    assert not caller_for_person(cast.people["member"]).is_member(cast.account.pk)


def test_who_is_no_member_cannot_be_removed(cast: Cast) -> None:
    with pytest.raises(DomainError) as refused:
        member_remove(account=cast.account, user=cast.people["stranger"], caller=cast.caller("owner"))
    assert refused.value.code == "not_found"


@pytest.mark.parametrize("actor", ["assistant", "agent"])
def test_members_are_a_persons_business(cast: Cast, actor: str) -> None:
    with pytest.raises(DomainError) as refused:
        member_remove(account=cast.account, user=cast.people["member"], caller=cast.caller(actor))
    assert refused.value.code == "person_required"


def test_the_database_itself_keeps_memberships_single_and_roles_known(cast: Cast) -> None:
    for wrong in ({"role": "owner"}, {"user": cast.people["stranger"], "role": "god"}):
        row = {"account": cast.account, "user": cast.people["member"], **wrong}
        with pytest.raises(IntegrityError), transaction.atomic():
            Membership.objects.create(**row)
