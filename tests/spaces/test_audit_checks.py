"""A manager has the seals of the log checked from the console, in turns that are short."""

from typing import Any

import pytest
from celery import current_app
from django.db import connection
from django.urls import reverse

from spaces.models import AuditCheck, AuditEntry
from spaces.services import audit_checks
from spaces.services.audit import audit_record
from spaces.services.audit_checks import audit_check_advance, seal_state
from spaces.services.seals import audit_seal
from tests.cast import Cast
from tests.console import browser, list_of

CHECKS = "admin:spaces_auditentry_checks"


def sealed(cast: Cast, count: int = 2, account_id: str = "") -> list[AuditEntry]:
    entries = [
        audit_record(
            caller=cast.caller("owner"),
            act="test.done",
            object_id="x",
            account_id=account_id or cast.account.pk,
        )
        for _ in range(count)
    ]
    audit_seal()
    return entries


def edit_past_the_service(entry: AuditEntry) -> None:
    stored = AuditEntry._meta.pk.get_db_prep_value(entry.pk, connection)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE spaces_auditentry SET byline = 'somebody else' WHERE id = %s", (stored,))


def checked(cast: Cast, name: str = "owner") -> Any:
    return browser(cast, name).post(reverse(CHECKS), {"account_id": cast.account.pk}, follow=True)


def test_a_good_log_is_told_to_be_one_with_its_counts(cast: Cast) -> None:
    sealed(cast)
    of_account = AuditEntry.objects.filter(account_id=cast.account.pk).count()
    check = checked(cast).context["check"]
    assert check.finished_at is not None
    assert (check.sealed, check.faults_total) == (of_account, 0)
    # The entry that the check itself wrote is not sealed yet.
    assert check.unsealed == 1
    entry = AuditEntry.objects.get(act="audit.check_started")
    assert (entry.object_id, entry.account_id) == (check.pk, cast.account.pk)


def test_an_edited_entry_of_the_account_is_named(cast: Cast) -> None:
    entry = sealed(cast)[0]
    edit_past_the_service(entry)
    check = checked(cast).context["check"]
    assert check.faults_total == 1
    assert entry.pk in check.faults[0]


def test_an_edited_entry_of_another_account_is_told_without_its_id(cast: Cast) -> None:
    entry = sealed(cast, account_id=cast.partner_account.pk)[0]
    edit_past_the_service(entry)
    check = checked(cast).context["check"]
    assert check.faults_total == 1
    assert entry.pk not in check.faults[0]


def test_a_long_log_is_checked_in_turns_that_the_queue_takes(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit_checks, "TURN_SECONDS", 0.0)
    sent: list[tuple[str, ...]] = []
    monkeypatch.setattr(current_app, "send_task", lambda name, args, **options: sent.append((name, *args)))
    for _ in range(3):
        entry = sealed(cast, 1)[0]
    edit_past_the_service(entry)
    check = checked(cast).context["check"]
    assert (check.last_seal, check.finished_at) == (1, None)
    assert sent == [("spaces.check_audit", check.pk)]
    assert not audit_check_advance(check_id=check.pk)
    assert audit_check_advance(check_id=check.pk)
    check.refresh_from_db()
    assert (check.last_seal, check.faults_total) == (3, 1)
    assert audit_check_advance(check_id=check.pk)


def test_a_check_that_is_under_way_goes_on_and_is_not_begun_again(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit_checks, "TURN_SECONDS", 0.0)
    monkeypatch.setattr(current_app, "send_task", lambda name, args, **options: None)
    sealed(cast, 1)
    sealed(cast, 1)
    first = checked(cast).context["check"]
    second = checked(cast).context["check"]
    assert second.pk == first.pk
    assert second.finished_at is not None


@pytest.mark.parametrize("name", ["member", "partner", "stranger"])
def test_nobody_but_a_manager_checks_or_reads_a_check(cast: Cast, name: str) -> None:
    sealed(cast)
    assert checked(cast, name).status_code == 404
    assert not AuditCheck.objects.exists()
    page = reverse("admin:spaces_auditentry_check", args=[checked(cast).context["check"].pk])
    assert browser(cast, name).get(page).status_code == 404
    assert browser(cast, "manager").get(page).status_code == 200


def test_a_check_is_no_matter_of_an_address_alone(cast: Cast) -> None:
    client = browser(cast, "owner")
    assert client.get(reverse(CHECKS)).status_code == 405
    assert client.get(f"{list_of('spaces_auditentry')}checks/nonsense/").status_code == 404


def test_the_page_says_how_far_the_log_is_sealed(cast: Cast) -> None:
    sealed(cast)
    audit_record(caller=cast.caller("owner"), act="test.done", object_id="x", account_id=cast.account.pk)
    state = seal_state([cast.account.pk])
    assert state.unsealed == 1
    assert state.last_sealed_at is not None
    shown = browser(cast, "owner").get(list_of("spaces_auditentry"), {"account_id": cast.account.pk})
    assert shown.context["seals"] == state
