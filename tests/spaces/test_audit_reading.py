"""The audit log is looked through by who, what and when, and taken out as a file that is itself recorded."""

import csv
import json
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from decisions.services.relocation import document_relocate
from spaces.domain.differences import differences
from spaces.models import AuditEntry
from spaces.services import audit_reading
from spaces.services.audit import audit_record
from spaces.services.audit_reading import audit_export
from spaces.services.spaces import space_create
from tests.cast import Cast
from tests.console import address, browser, list_of, rows

LOG = list_of
EXPORT = "admin:spaces_auditentry_export"


def written(cast: Cast, count: int = 3, who: str = "member", **fields: Any) -> list[AuditEntry]:
    given = {"act": "test.done", "object_id": "x", "account_id": cast.account.pk, **fields}
    return [audit_record(caller=cast.caller(who), **given) for _ in range(count)]


def found(cast: Cast, name: str = "owner", **asked: str) -> set[str]:
    return rows(browser(cast, name).get(list_of("spaces_auditentry"), asked))


def test_entries_are_found_by_person_assistant_act_and_object(cast: Cast) -> None:
    by_member = written(cast, 1)[0]
    by_assistant = written(cast, 1, "assistant", act="test.saved", object_id="y")[0]
    assert found(cast, person="member") == {by_member.pk, by_assistant.pk}
    assert found(cast, person=cast.people["member"].pk) == {by_member.pk, by_assistant.pk}
    assert found(cast, assistant="client-1") == found(cast, assistant="Claude Code") == {by_assistant.pk}
    assert found(cast, act="test.saved") == found(cast, object="y") == {by_assistant.pk}
    assert found(cast, act="test") == {by_member.pk, by_assistant.pk}
    assert found(cast, act="test", object="y", person="owner") == set()


def test_a_reference_finds_what_was_done_to_the_document_under_its_former_one_too(cast: Cast) -> None:
    document = cast.document()
    target = space_create(account_id=cast.account.pk, name="Elsewhere", caller=cast.caller("owner"))
    cast.document(space=target)
    document_relocate(document=document, target_space_id=target.pk, caller=cast.caller("author"))
    for spelling in ("RFC 2", "rfc-1"):
        acts = {entry.act for entry in AuditEntry.objects.filter(pk__in=found(cast, object=spelling))}
        assert "document.relocated" in acts


def test_days_are_included_at_both_ends_and_a_day_that_is_none_finds_nothing(cast: Cast) -> None:
    entry = written(cast, 1)[0]
    today = timezone.localdate()
    yesterday, tomorrow = today - timedelta(days=1), today + timedelta(days=1)
    assert entry.pk in found(cast, since=str(today), until=str(today))
    assert entry.pk not in found(cast, until=str(yesterday))
    assert entry.pk not in found(cast, since=str(tomorrow))
    assert found(cast, since="soon") == set()


@pytest.mark.parametrize("name", ["member", "partner", "stranger", "named"])
def test_no_filter_reaches_the_log_of_an_account_one_does_not_manage(cast: Cast, name: str) -> None:
    entry = written(cast, 1)[0]
    for asked in (
        {"object": "x"},
        {"account_id": cast.account.pk},
        {"person": "member"},
        {"act": "test.done"},
    ):
        assert entry.pk not in found(cast, name, **asked)


@pytest.mark.parametrize("count", [10, 200])
def test_the_list_takes_the_same_statements_however_long_the_log_is(cast: Cast, count: int) -> None:
    written(cast, count)
    client = browser(cast, "owner")
    with CaptureQueriesContext(connection) as captured:
        assert client.get(list_of("spaces_auditentry"), {"act": "test"}).status_code == 200
    assert len(captured.captured_queries) <= 14


def exported(cast: Cast, form: str, name: str = "owner", **asked: str) -> str:
    answer = browser(cast, name).post(reverse(EXPORT), {"form": form, **asked})
    assert answer.status_code == 200
    return b"".join(answer.streaming_content).decode()


def test_json_lines_tell_each_entry_exactly_and_oldest_first(cast: Cast) -> None:
    entries = written(cast, 3, after={"title": "Größe"})
    told = [json.loads(line) for line in exported(cast, "jsonl", act="test").splitlines()]
    assert [each["id"] for each in told] == [entry.pk for entry in entries]
    assert told[0]["after"] == {"title": "Größe"}
    assert told[0]["at"].endswith("Z")


def test_csv_holds_no_formula_whoever_chose_the_words(cast: Cast) -> None:
    audit_record(
        caller=cast.caller("owner"), act="=1+1", object_id="@x", account_id=cast.account.pk, after={"a": 1}
    )
    read = list(csv.DictReader(StringIO(exported(cast, "csv", object="@x"))))
    assert (read[0]["act"], read[0]["object_id"], read[0]["after"]) == ("'=1+1", "'@x", '{"a": 1}')


def test_an_export_is_recorded_with_what_was_asked_for_and_does_not_hold_itself(cast: Cast) -> None:
    written(cast, 1)
    told = exported(cast, "jsonl", account_id=cast.account.pk, act="audit")
    assert told == ""
    entry = AuditEntry.objects.get(act="audit.exported")
    assert (entry.account_id, entry.person_id) == (cast.account.pk, cast.people["owner"].pk)
    assert entry.after == {"form": "jsonl", "filters": {"account_id": cast.account.pk, "act": "audit"}}


def test_an_export_reads_in_chunks(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit_reading, "EXPORT_CHUNK", 50)
    entries = written(cast, 200)
    taken = audit_export(filters={"act": "test"}, form="csv", caller=cast.caller("owner"))
    with CaptureQueriesContext(connection) as captured:
        assert [entry.pk for entry in taken] == [entry.pk for entry in entries]
    assert len(captured.captured_queries) == 5


def test_a_member_exports_nothing_of_the_account(cast: Cast) -> None:
    written(cast, 1)
    assert exported(cast, "jsonl", "member", act="test") == ""
    answer = browser(cast, "member").post(reverse(EXPORT), {"form": "jsonl", "account_id": cast.account.pk})
    assert answer.status_code == 404 or b"".join(answer.streaming_content) == b""
    assert not AuditEntry.objects.filter(act="audit.exported", account_id=cast.account.pk).exists()


def test_an_export_by_an_address_alone_is_refused(cast: Cast) -> None:
    assert browser(cast, "owner").get(reverse(EXPORT)).status_code == 405
    assert browser(cast, "owner").post(reverse(EXPORT), {"form": "exe"}).status_code == 404
    assert not AuditEntry.objects.filter(act="audit.exported").exists()


def test_an_entry_shows_what_changed_field_by_field(cast: Cast) -> None:
    entry = written(cast, 1, before={"name": "Old"}, after={"name": "New"}, object_id=cast.space.pk)[0]
    page = browser(cast, "owner").get(address(entry))
    assert [(each.name, each.before, each.after) for each in page.context["differences"]] == [
        ("name", "Old", "New")
    ]
    assert page.context["object_url"] == address(cast.space)


def test_nested_fields_and_long_texts_are_compared_by_path_and_line() -> None:
    told = {
        each.name: each
        for each in differences(
            {"templates": {"rfc": "# T\n\none\n"}, "approvals": {}},
            {"templates": {"rfc": "# T\n\ntwo\n"}, "approvals": {"rfc": 2}, "self_approval": True},
        )
    }
    assert ("removed", "-one") in told["templates.rfc"].lines
    assert ("added", "+two") in told["templates.rfc"].lines
    assert (told["approvals.rfc"].before, told["approvals.rfc"].after) == ("", "2")
    assert told["self_approval"].after == "true"
