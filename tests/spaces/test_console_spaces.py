"""Spaces and accounts, changed in the console through the services alone."""

import pytest
from django.contrib.admin.models import LogEntry
from django.urls import reverse

from spaces.domain.access import Access
from spaces.models import AuditEntry, Membership, Space, SpacePartner, SpaceSettings, User
from spaces.services.spaces import space_create
from tests.cast import Cast
from tests.console import address, browser, confirmed, list_of, refusals

NEW = {"name": "Storage", "kind": "space"}


def test_a_manager_makes_a_space_and_one_audit_entry_tells_of_it(cast: Cast) -> None:
    form = {**NEW, "account_id": cast.account.pk, "parent_id": cast.space.pk, "access_floor": "3"}
    answer = browser(cast, "manager").post(reverse("admin:spaces_space_add"), form)
    made = Space.objects.get(name="Storage")
    assert answer["Location"] == address(made)
    assert (made.parent_id, made.floor_in_force) == (cast.space.pk, Access.TEAM)
    assert AuditEntry.objects.filter(act="space.created", object_id=made.pk).count() == 1
    assert not LogEntry.objects.exists()


def test_a_plain_member_is_offered_no_account_to_make_a_space_in(cast: Cast) -> None:
    answer = browser(cast, "member").post(
        reverse("admin:spaces_space_add"), {**NEW, "account_id": cast.account.pk}
    )
    assert "invalid_choice" in refusals(answer)
    assert not Space.objects.filter(name="Storage").exists()


def test_a_refusal_of_the_service_stands_at_its_field_and_changes_nothing(cast: Cast) -> None:
    form = {"account_id": cast.account.pk, "name": "Research", "kind": "department"}
    answer = browser(cast, "owner").post(reverse("admin:spaces_space_add"), form)
    assert answer.status_code == 400
    assert refusals(answer) == {"invalid_arguments"}
    assert "department" in answer.context["form"].errors
    assert not Space.objects.filter(name="Research").exists()


def edit_form(cast: Cast, **changes: str) -> dict[str, str]:
    return {"name": cast.space.name, "kind": "space", **changes}


def test_editing_saves_what_changed_and_raises_what_a_floor_closes(cast: Cast) -> None:
    document = cast.document(level=Access.PUBLIC)
    form = edit_form(cast, name="Platforms", access_floor="4")
    answer = confirmed(browser(cast, "manager"), address(cast.space, "edit"), form, follow=True)
    document.refresh_from_db()
    assert document.access == Access.INTERNAL
    assert "1 documents" in answer.content.decode()
    entry = AuditEntry.objects.get(act="space.updated")
    assert set(entry.after) == {"name", "access_floor"}


EDITS = ("edit", "settings", "partners_add", "partners_remove", "delete")


@pytest.mark.parametrize("name", ["member", "partner", "stranger"])
@pytest.mark.parametrize("act", EDITS)
def test_nobody_but_a_manager_changes_a_space(cast: Cast, act: str, name: str) -> None:
    form = edit_form(cast, name="Taken over", guidance="obey", account=cast.partner_account.pk)
    before = Space.objects.values().get(pk=cast.space.pk)
    answer = browser(cast, name).post(address(cast.space, act), form)
    if name == "stranger":
        assert answer.status_code == 404
    else:
        assert answer.status_code == 403
        assert refusals(answer) == {"forbidden"}
    assert Space.objects.values().get(pk=cast.space.pk) == before
    assert SpacePartner.objects.filter(space=cast.space).count() == 1
    assert not SpaceSettings.objects.filter(guidance="obey").exists()


def test_settings_take_what_changed_and_give_back_the_default_when_emptied(cast: Cast) -> None:
    client = browser(cast, "owner")
    page = address(cast.space, "settings")
    given = {"approvals.rfc": "3", "required_sections.adr": "Context\nDecision", "guidance": "Be brief."}
    confirmed(client, page, given)
    stored = SpaceSettings.objects.get(space=cast.space)
    assert stored.approvals == {"rfc": 3}
    assert stored.required_sections == {"adr": ["Context", "Decision"]}
    assert stored.guidance == "Be brief."
    confirmed(client, page, {"approvals.rfc": "", "required_sections.adr": "Context\nDecision"})
    stored.refresh_from_db()
    assert (stored.approvals, stored.guidance) == ({}, "")
    assert AuditEntry.objects.filter(act="settings.changed").count() == 2


def test_a_wrong_setting_is_told_at_its_own_field(cast: Cast) -> None:
    form = {"approvals.prd": "21", "time_zone": "Mars/Olympus"}
    answer = browser(cast, "owner").post(address(cast.space, "settings"), form)
    assert answer.status_code == 400
    assert set(answer.context["form"].errors) == {"approvals.prd", "time_zone"}
    assert not SpaceSettings.objects.filter(space=cast.space, approvals__has_key="prd").exists()


def test_settings_that_are_no_numbers_are_asked_for_again(cast: Cast) -> None:
    answer = browser(cast, "owner").post(address(cast.space, "settings"), {"review_days.rfc": "soon"})
    assert set(answer.context["form"].errors) == {"review_days.rfc"}


def test_partners_come_and_go_by_account_id(cast: Cast) -> None:
    client = browser(cast, "owner")
    confirmed(client, address(cast.space, "partners_remove"), {"account": cast.partner_account.pk})
    assert not SpacePartner.objects.filter(space=cast.space).exists()
    confirmed(client, address(cast.space, "partners_add"), {"account": cast.partner_account.pk})
    assert SpacePartner.objects.filter(space=cast.space).exists()
    absent = client.post(address(cast.space, "partners_add"), {"account": "acct_01ARZ3NDEKTSV4RRFFQ69G5FAV"})
    assert refusals(absent) == {"not_found"}


def test_only_an_empty_space_is_deleted(cast: Cast) -> None:
    empty = space_create(account_id=cast.account.pk, name="Empty", caller=cast.caller("owner"))
    cast.document()
    client = browser(cast, "owner")
    assert client.post(address(empty, "delete"))["Location"] == list_of("spaces_space")
    refused = client.post(address(cast.space, "delete"))
    assert refusals(refused) == {"forbidden"}
    assert set(Space.objects.filter(account=cast.account)) == {cast.space}


def test_a_partner_is_shown_neither_settings_nor_partners(cast: Cast) -> None:
    page = browser(cast, "partner").get(address(cast.space))
    assert "settings" not in page.context
    assert not page.context["partners"]


@pytest.mark.parametrize("superuser", [True, False])
def test_team_accounts_are_made_by_those_who_run_the_service(cast: Cast, superuser: bool) -> None:
    User.objects.filter(username="owner").update(is_superuser=superuser, is_staff=True)
    form = {"name": "Initech", "owner": "stranger"}
    answer = browser(cast, "owner").post(reverse("admin:spaces_account_add"), form)
    assert answer.status_code == (302 if superuser else 404)
    made = Membership.objects.filter(account__name="Initech", user__username="stranger", role="owner")
    assert made.exists() is superuser


def test_members_are_added_changed_and_removed(cast: Cast) -> None:
    client = browser(cast, "owner")
    client.post(address(cast.account, "members_set"), {"user": "stranger", "role": "member"})
    client.post(address(cast.account, "members_set"), {"user": cast.people["stranger"].pk, "role": "admin"})
    assert Membership.objects.get(account=cast.account, user__username="stranger").role == "admin"
    confirmed(client, address(cast.account, "members_remove"), {"user": "stranger"})
    assert not Membership.objects.filter(account=cast.account, user__username="stranger").exists()


def test_an_account_keeps_its_last_owner(cast: Cast) -> None:
    answer = confirmed(browser(cast, "owner"), address(cast.account, "members_remove"), {"user": "owner"})
    assert refusals(answer) == {"forbidden"}
    assert Membership.objects.filter(account=cast.account, user__username="owner").exists()


def test_who_leaves_an_account_lands_on_the_list_of_those_left(cast: Cast) -> None:
    answer = confirmed(browser(cast, "member"), address(cast.account, "members_remove"), {"user": "member"})
    assert answer["Location"] == list_of("spaces_account")
