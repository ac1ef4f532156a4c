"""Agent keys: shown once, good only while all that stands behind them is."""

import hashlib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from spaces.domain.roles import Role
from spaces.domain.scopes import WORKING_SET, Scope
from spaces.kernel.errors import DomainError
from spaces.models import AgentKey, AuditEntry, Membership, User
from spaces.services.credentials import caller_for_agent_key, caller_for_person
from spaces.services.keys import agent_key_create, agent_key_revoke
from tests.cast import Cast
from tests.records import everything


def test_only_a_digest_and_a_short_prefix_are_kept(cast: Cast) -> None:
    secret = cast.key_of("member")
    key = AgentKey.objects.get()
    assert key.digest == hashlib.sha256(secret.encode()).hexdigest()
    assert key.prefix == secret[:11]
    columns = [str(value) for row in AgentKey.objects.values_list() for value in row]
    told = [f"{entry.before}{entry.after}" for entry in AuditEntry.objects.all()]
    assert not [text for text in (*columns, *told) if secret[11:] in text]


def test_a_key_is_long_and_random(cast: Cast) -> None:
    secrets = {cast.key_of("member") for _ in range(20)}
    assert len(secrets) == 20
    assert {len(secret) for secret in secrets} == {len("dk_") + 43}
    assert all(secret.startswith("dk_") for secret in secrets)


def test_a_key_stands_for_its_member_in_its_account_alone(cast: Cast) -> None:
    caller = cast.agent_of("owner")
    assert caller.person_id == cast.people["owner"].pk
    assert caller.account_id == cast.account.pk
    assert dict(caller.roles) == {cast.account.pk: Role.OWNER}
    assert caller.scopes == frozenset(WORKING_SET)
    assert caller.assistant is not None
    assert caller.assistant.id.startswith("agent_")
    assert caller.byline == "owner via Build agent"


def test_a_key_has_the_scopes_it_was_made_with(cast: Cast) -> None:
    assert cast.agent_of("member", scopes=[Scope.READ]).scopes == frozenset({Scope.READ})


ENDS: dict[str, Callable[[Cast], object]] = {
    "revoked": lambda cast: agent_key_revoke(key_id=AgentKey.objects.get().pk, caller=cast.caller("member")),
    "expired": lambda cast: AgentKey.objects.update(expires_at=timezone.now()),
    "inactive person": lambda cast: User.objects.filter(username="member").update(is_active=False),
    "left the account": lambda cast: Membership.objects.filter(
        account=cast.account, user=cast.people["member"]
    ).delete(),
    "removed": lambda cast: AgentKey.objects.all().delete(),
}


@pytest.mark.parametrize("end", ENDS)
def test_a_key_is_good_for_nothing_at_once(cast: Cast, end: str) -> None:
    secret = cast.key_of("member")
    assert caller_for_agent_key(secret) is not None
    ENDS[end](cast)
    assert caller_for_agent_key(secret) is None


@pytest.mark.parametrize("key", ["", "dk_", "dk_" + "x" * 43, "Bearer", "dk_\0", "dk_" + "é" * 40])
def test_an_unknown_key_stands_for_nobody(cast: Cast, key: str) -> None:
    cast.key_of("member")
    assert caller_for_agent_key(key) is None


def test_a_key_is_matched_whole_and_by_case(cast: Cast) -> None:
    secret = cast.key_of("member")
    for near in (secret[:-1], secret + "A", secret.swapcase()):
        assert caller_for_agent_key(near) is None


def test_a_key_expires_at_its_moment(cast: Cast) -> None:
    with time_machine.travel(datetime(2026, 3, 1, tzinfo=UTC), tick=False) as clock:
        secret = cast.key_of("member", expires_at=timezone.now() + timedelta(hours=1))
        clock.shift(timedelta(minutes=59, seconds=59))
        assert caller_for_agent_key(secret) is not None
        clock.shift(timedelta(seconds=1))
        assert caller_for_agent_key(secret) is None


def test_one_statement_tells_who_a_key_stands_for(
    cast: Cast, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    secret = cast.key_of("member")
    caller_for_agent_key(secret)
    with django_assert_num_queries(1):
        assert caller_for_agent_key(secret) is not None
    with django_assert_num_queries(1):
        assert caller_for_agent_key("dk_unknown") is None
    with django_assert_num_queries(0):
        assert caller_for_agent_key("eyJhbGciOi") is None


def test_its_last_use_is_written_at_most_once_a_minute(cast: Cast) -> None:
    with time_machine.travel(datetime(2026, 3, 1, tzinfo=UTC), tick=False) as clock:
        secret = cast.key_of("member")
        assert AgentKey.objects.get().last_used_at is None
        caller_for_agent_key(secret)
        first = AgentKey.objects.get().last_used_at
        assert first == timezone.now()
        clock.shift(timedelta(seconds=60))
        caller_for_agent_key(secret)
        assert AgentKey.objects.get().last_used_at == first
        clock.shift(timedelta(seconds=1))
        caller_for_agent_key(secret)
        assert AgentKey.objects.get().last_used_at == timezone.now()


def test_a_role_changed_later_is_the_role_the_key_has(cast: Cast) -> None:
    secret = cast.key_of("manager")
    cast.account.memberships.filter(user=cast.people["manager"]).update(role=Role.MEMBER)
    caller = caller_for_agent_key(secret)
    assert caller is not None
    assert not caller.manages(cast.account.pk)


@pytest.mark.parametrize(
    ("options", "path"),
    [
        ({"name": " "}, "name"),
        ({"scopes": []}, "scopes"),
        ({"expires_at": datetime(2020, 1, 1, tzinfo=UTC)}, "expires_at"),
    ],
)
def test_a_key_needs_a_name_a_scope_and_a_time_to_live(
    cast: Cast, options: dict[str, Any], path: str
) -> None:
    caller = cast.caller("member")
    before = everything()
    with pytest.raises(DomainError) as refused:
        agent_key_create(**{"account_id": cast.account.pk, "name": "x", "caller": caller, **options})
    assert (refused.value.code, refused.value.path) == ("invalid_arguments", path)
    assert everything() == before


@pytest.mark.parametrize(
    ("actor", "code"),
    [
        ("owner", None),
        ("manager", None),
        ("member", None),
        ("author", "not_found"),
        ("partner", "not_found"),
        ("stranger", "not_found"),
        ("visitor", "not_found"),
        ("assistant", "person_required"),
        ("agent", "person_required"),
    ],
)
def test_a_key_is_revoked_by_its_person_and_by_managers(cast: Cast, actor: str, code: str | None) -> None:
    cast.key_of("member")
    key = AgentKey.objects.get()
    caller = cast.caller(actor)
    before = everything()
    if code is None:
        assert agent_key_revoke(key_id=key.pk, caller=caller).revoked_at is not None
        with pytest.raises(DomainError) as refused:
            agent_key_revoke(key_id=key.pk, caller=caller)
        assert refused.value.code == "already_done"
        return
    with pytest.raises(DomainError) as refused:
        agent_key_revoke(key_id=key.pk, caller=caller)
    assert refused.value.code == code
    assert everything() == before


@pytest.mark.parametrize(
    ("actor", "code"),
    [
        ("stranger", "not_found"),
        ("partner", "not_found"),
        ("visitor", "not_found"),
        ("assistant", "person_required"),
        ("agent", "person_required"),
    ],
)
def test_keys_are_made_for_oneself_where_one_is_a_member(cast: Cast, actor: str, code: str) -> None:
    caller = cast.caller(actor)
    before = everything()
    with pytest.raises(DomainError) as refused:
        agent_key_create(account_id=cast.account.pk, name="x", caller=caller)
    assert refused.value.code == code
    assert everything() == before


def test_a_signed_in_person_stands_for_themself_in_all_their_accounts(cast: Cast) -> None:
    caller = caller_for_person(cast.people["manager"])
    assert not caller.is_assistant
    assert caller.account_id is None
    assert dict(caller.roles) == {
        cast.account.pk: Role.ADMIN,
        cast.people["manager"].personal_account.pk: Role.OWNER,
    }
