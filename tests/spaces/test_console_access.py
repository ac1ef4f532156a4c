"""Who comes into the console, and what they see there."""

import pytest
from django.contrib.admin import site
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from spaces.models import User
from spaces.services.spaces import space_create
from tests.cast import Cast
from tests.console import address, browser, list_of, rows

PASSWORD = "a long enough password"
PEOPLE = ("owner", "manager", "member", "author", "named", "partner", "stranger")
SECTIONS = ("decisions_document", "spaces_space", "spaces_account", "spaces_agentkey", "spaces_auditentry")


def sign_in(username: str) -> Client:
    client = Client()
    client.post(reverse("account_login"), {"login": username, "password": PASSWORD})
    return client


def test_a_member_who_is_not_staff_signs_in_with_their_password(cast: Cast) -> None:
    assert not cast.people["member"].is_staff
    assert sign_in("member").get(reverse("admin:index")).status_code == 200


def test_a_person_who_is_not_active_does_not_sign_in(cast: Cast) -> None:
    User.objects.filter(username="member").update(is_active=False)
    assert sign_in("member").get(reverse("admin:index")).status_code == 302


def test_somebody_who_was_deactivated_is_out_at_once(cast: Cast) -> None:
    client = browser(cast, "member")
    User.objects.filter(username="member").update(is_active=False)
    assert client.get(list_of("spaces_space")).status_code == 302


@pytest.mark.parametrize("section", SECTIONS)
def test_a_visitor_is_asked_to_sign_in(cast: Cast, section: str) -> None:
    answer = browser(cast, "visitor").get(list_of(section))
    assert answer.status_code == 302
    assert answer["Location"].startswith(reverse("admin:login"))


@pytest.mark.parametrize("name", PEOPLE)
@pytest.mark.parametrize("section", SECTIONS)
def test_every_section_opens_for_everybody_who_signed_in(cast: Cast, section: str, name: str) -> None:
    assert browser(cast, name).get(list_of(section)).status_code == 200


SEES_THE_SPACE = {"owner", "manager", "member", "author", "partner"}


@pytest.mark.parametrize("name", PEOPLE)
def test_a_space_is_seen_by_members_and_partners_alone(cast: Cast, name: str) -> None:
    client = browser(cast, name)
    listed = cast.space.pk in rows(client.get(list_of("spaces_space")))
    opened = client.get(address(cast.space)).status_code
    assert (listed, opened) == ((True, 200) if name in SEES_THE_SPACE else (False, 404))


@pytest.mark.parametrize("name", PEOPLE)
def test_an_account_is_seen_by_its_members_alone(cast: Cast, name: str) -> None:
    member = name in {"owner", "manager", "member", "author"}
    client = browser(cast, name)
    assert (cast.account.pk in rows(client.get(list_of("spaces_account")))) is member
    assert client.get(address(cast.account)).status_code == (200 if member else 404)


@pytest.mark.parametrize("name", PEOPLE)
def test_the_audit_log_is_read_by_the_accounts_managers_alone(cast: Cast, name: str) -> None:
    client = browser(cast, name)
    log = client.get(list_of("spaces_auditentry")).context["cl"].result_list
    seen = {entry.account_id for entry in log}
    assert (cast.account.pk in seen) is (name in {"owner", "manager"})


def test_an_audit_entry_shows_what_changed(cast: Cast) -> None:
    client = browser(cast, "owner")
    entry = next(
        entry
        for entry in client.get(list_of("spaces_auditentry")).context["cl"].result_list
        if entry.act == "space.created"
    )
    assert "Platform" in client.get(address(entry)).content.decode()


def test_a_superuser_gets_no_rights_to_documents_or_spaces_by_that(cast: Cast) -> None:
    document = cast.document()
    User.objects.filter(username="stranger").update(is_superuser=True, is_staff=True)
    client = browser(cast, "stranger")
    assert rows(client.get(list_of("decisions_document"))) == set()
    assert client.get(address(document)).status_code == 404
    assert client.get(address(cast.space)).status_code == 404


@pytest.mark.parametrize(("superuser", "status"), [(True, 200), (False, 404)])
def test_people_are_looked_after_by_those_who_run_the_service(
    cast: Cast, superuser: bool, status: int
) -> None:
    User.objects.filter(username="owner").update(is_superuser=superuser, is_staff=True)
    client = browser(cast, "owner")
    assert client.get(address(cast.people["member"])).status_code == status
    listing = client.get(list_of("spaces_user"))
    assert listing.status_code == (200 if superuser else 403)
    made = client.post(
        reverse("admin:spaces_user_add"), {"username": "newcomer", "password": "quite-a-long-one-7"}
    )
    assert (made.status_code == 302) is superuser
    assert User.objects.filter(username="newcomer").exists() is superuser


def test_sections_that_libraries_bring_along_are_left_out(cast: Cast) -> None:
    User.objects.filter(username="owner").update(is_superuser=True, is_staff=True)
    assert Group not in site._registry
    assert browser(cast, "owner").get("/console/auth/group/").status_code == 404


def test_an_address_cannot_probe_columns_by_filters_of_its_own(cast: Cast) -> None:
    client = browser(cast, "member")
    for section, lookup in (
        ("spaces_agentkey", "digest__startswith=a"),
        ("decisions_document", "preview_token__startswith=a"),
        ("spaces_account", "memberships__user__password__startswith=a"),
    ):
        assert client.get(f"{list_of(section)}?{lookup}").status_code == 400


@pytest.mark.parametrize("path", ["/console/", "/sign-in/security/", "/console/spaces/space/nothing/"])
def test_every_console_page_carries_a_strict_content_policy(cast: Cast, path: str) -> None:
    policy = browser(cast, "owner").get(path)["Content-Security-Policy"]
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules["default-src"] == "'self'"
    assert rules["script-src"] == rules["style-src"] == "'self'"
    assert rules["object-src"] == rules["base-uri"] == rules["frame-ancestors"] == "'none'"


@pytest.mark.parametrize("section", ["spaces_space", "decisions_document"])
def test_a_page_is_the_same_404_for_the_absent_the_hidden_and_the_nonsense(cast: Cast, section: str) -> None:
    hidden = cast.space.pk if section == "spaces_space" else cast.document().pk
    prefix = hidden.partition("_")[0]
    client = browser(cast, "stranger")
    answers = [
        client.get(f"{list_of(section)}{object_id}/")
        for object_id in (hidden, f"{prefix}_01ARZ3NDEKTSV4RRFFQ69G5FAV", "nonsense")
    ]
    assert {answer.status_code for answer in answers} == {404}
    assert len({answer.content for answer in answers}) == 1


def test_a_space_of_another_account_is_not_offered_as_a_parent(cast: Cast) -> None:
    foreign = space_create(account_id=cast.partner_account.pk, name="Theirs", caller=cast.caller("partner"))
    form = browser(cast, "owner").get(reverse("admin:spaces_space_add")).context["form"]
    assert foreign.pk not in dict(form.fields["parent_id"].choices)
