"""Partners: accounts a space names, for itself and what is below it."""

import pytest

from spaces.kernel.errors import DomainError
from spaces.models import AuditEntry, SpacePartner
from spaces.querysets import spaces_visible_to
from spaces.services.credentials import caller_for_agent_key
from spaces.services.spaces import partner_add, partner_remove, space_create
from tests.cast import Cast


def seen(cast: Cast, actor: str = "partner") -> set[str]:
    return set(spaces_visible_to(cast.caller(actor)).values_list("name", flat=True))


def test_a_partner_sees_the_space_and_those_below_and_no_other(cast: Cast) -> None:
    owner = cast.caller("owner")
    space_create(account_id=cast.account.pk, name="Below", parent_id=cast.space.pk, caller=owner)
    space_create(account_id=cast.account.pk, name="Beside", caller=owner)
    assert seen(cast) == {"Platform", "Below"}
    assert seen(cast, "stranger") == set()


def test_naming_a_partner_again_changes_nothing(cast: Cast) -> None:
    entries = AuditEntry.objects.count()
    partner_add(space=cast.space, partner=cast.partner_account, caller=cast.caller("owner"))
    assert SpacePartner.objects.count() == 1
    assert AuditEntry.objects.count() == entries


def test_a_partnership_ends_where_it_was_named_and_goes_on_where_it_is_named_above(cast: Cast) -> None:
    owner = cast.caller("owner")
    below = space_create(account_id=cast.account.pk, name="Below", parent_id=cast.space.pk, caller=owner)
    partner_add(space=below, partner=cast.partner_account, caller=owner)
    partner_remove(space=below, partner=cast.partner_account, caller=owner)
    assert seen(cast) == {"Platform", "Below"}
    partner_remove(space=cast.space, partner=cast.partner_account, caller=owner)
    assert seen(cast) == set()
    with pytest.raises(DomainError) as refused:
        partner_remove(space=cast.space, partner=cast.partner_account, caller=owner)
    assert refused.value.code == "not_found"


def test_an_account_is_no_partner_of_itself(cast: Cast) -> None:
    with pytest.raises(DomainError) as refused:
        partner_add(space=cast.space, partner=cast.account, caller=cast.caller("owner"))
    assert (refused.value.code, refused.value.path) == ("invalid_arguments", "account_id")


def test_a_key_of_the_partner_account_sees_that_account_alone(cast: Cast) -> None:
    caller = caller_for_agent_key(cast.key_of("partner", account=cast.partner_account))
    assert caller is not None
    assert not spaces_visible_to(caller).exists()


def test_the_entries_name_the_other_account(cast: Cast) -> None:
    partner_remove(space=cast.space, partner=cast.partner_account, caller=cast.caller("owner"))
    told = AuditEntry.objects.filter(act__startswith="partner.").order_by("pk")
    assert [(entry.act, entry.before, entry.after) for entry in told] == [
        ("partner.added", {}, {"account_id": cast.partner_account.pk}),
        ("partner.removed", {"account_id": cast.partner_account.pk}, {}),
    ]
