"""What is said of a document by its record and the day, each rule both ways."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import time_machine

from decisions.domain.kinds import Kind, Status
from decisions.models import Document
from decisions.querysets import document_for
from decisions.services.reading import findings_of
from decisions.services.record_findings import RECORD_RULES
from decisions.services.records import read_with_record
from decisions.services.versions import version_add, version_of, version_restore
from tests.cast import Cast
from tests.reviews.stage import DAY, in_review, move, rules, staged, text_of

IDS = {rule.id for rule in RECORD_RULES}


def found(cast: Cast, document: Document, number: int = 0) -> dict[str, dict[str, Any]]:
    """The findings about the record, by rule, the same whether the version is read with its record or without."""
    caller = cast.caller("member")
    read = document_for(caller, document.pk)
    items = findings_of(read, version_of(read, number), caller)["items"]
    assert items == findings_of(read, read_with_record(read, number), caller)["items"]
    return {finding["rule"]: finding for finding in items if finding["rule"] in IDS}


def save(cast: Cast, document: Document, text: str) -> None:
    document.refresh_from_db()
    version_add(
        document=document, base_version=document.current_version, text=text, caller=cast.caller("owner")
    )


def test_a_review_without_decider_or_day_is_told(cast: Cast) -> None:
    assert found(cast, in_review(cast)) == {}
    assert found(cast, staged(cast)) == {}
    (lacks_both,) = found(cast, staged(cast, status=Status.IN_REVIEW)).values()
    assert lacks_both["rule"] == "review-incomplete"
    assert "decider and no day" in lacks_both["message"]
    assert set(found(cast, staged(cast, status=Status.IN_REVIEW, review_by=DAY))) == {"review-incomplete"}
    assert set(found(cast, staged(cast, Kind.PRD, Status.IN_REVIEW, decider="owner"))) == {
        "review-incomplete"
    }


def test_a_day_that_has_passed_in_the_spaces_time_zone_is_told(cast: Cast) -> None:
    document = in_review(cast)
    Document.objects.filter(pk=document.pk).update(review_by=date(2026, 3, 10))
    # The 11th in Auckland, the 10th in Honolulu.
    with time_machine.travel(datetime(2026, 3, 10, 13, tzinfo=UTC), tick=False):
        rules(cast, time_zone="Pacific/Honolulu")
        assert found(cast, document) == {}
        rules(cast, time_zone="Pacific/Auckland")
        assert set(found(cast, document)) == {"review-overdue"}
        Document.objects.filter(pk=document.pk).update(status=Status.DRAFT)
        assert found(cast, document) == {}


def test_a_text_that_lacks_the_line_of_a_recorded_move_is_told_until_it_is_back(cast: Cast) -> None:
    document = staged(cast)
    moved = move(cast, document, Status.WITHDRAWN)
    assert found(cast, document) == {}
    save(cast, document, "# Queue limits\n\nAt most ten.\n")
    assert set(found(cast, document)) == {"status-line-missing"}
    move(cast, document, Status.DRAFT)
    assert set(found(cast, document)) == {"status-line-missing"}
    line = next(line for line in moved.version.text.splitlines() if " withdrawn by " in line)
    save(cast, document, text_of(document).replace("\n- ", f"\n{line}\n- ", 1))
    assert found(cast, document) == {}


def test_a_copied_line_is_no_second_record(cast: Cast) -> None:
    document = staged(cast)
    text = move(cast, document, Status.WITHDRAWN).version.text
    line = text.splitlines()[-1]
    save(cast, document, f"{text}{line}\n")
    recorded = document.status_lines.order_by("position").values_list("recorded", flat=True)
    assert list(recorded) == [True, False]


def test_a_text_that_is_not_markdown_lacks_no_line(cast: Cast) -> None:
    document = staged(cast, format="rst")
    move(cast, document, Status.WITHDRAWN)
    assert found(cast, document) == {}


def test_a_text_changed_since_it_was_decided_is_told_with_both_versions(cast: Cast) -> None:
    rules(cast, approvals=0)
    document = staged(cast, Kind.ADR, decider="owner")
    move(cast, document, Status.ACCEPTED)
    move(cast, document, Status.DEPRECATED)
    assert found(cast, document) == {}
    save(cast, document, text_of(document) + "- 2026-01-01 accepted by @ana: by hand\n")
    assert found(cast, document) == {}
    save(cast, document, text_of(document) + "\nA word more.\n")
    told = found(cast, document)["changed_since_decided"]
    assert "Version 5" in told["message"]
    assert "version 2" in told["message"]
    assert set(found(cast, document, 2)) == {"changed_since_decided"}


def test_saves_before_the_decision_or_after_reopening_are_no_change_of_it(cast: Cast) -> None:
    document = in_review(cast)
    save(cast, document, "# Queue limits\n\nTwelve.\n")
    move(cast, document, Status.REJECTED)
    assert found(cast, document) == {}
    move(cast, document, Status.DRAFT)
    document.refresh_from_db()
    version_restore(document=document, base_version=4, number=1, caller=cast.caller("owner"))
    assert "changed_since_decided" not in found(cast, document)


def test_a_part_of_what_was_superseded_is_told(cast: Cast) -> None:
    parent = staged(cast)
    part = cast.document(parent_id=parent.pk, text="# Part\n")
    assert found(cast, part) == {}
    Document.objects.filter(pk=parent.pk).update(status=Status.SUPERSEDED)
    assert set(found(cast, part)) == {"parent-superseded"}


def test_a_status_word_that_nobody_knows_is_told_until_the_document_moves(cast: Cast) -> None:
    for word in ("", "Draft", "Accepted", "Provisional", "Active Review"):
        assert found(cast, staged(cast, status_word=word)) == {}, word
    document = staged(cast, status_word="Marinating {0}")
    assert set(found(cast, document)) == {"status-word-unknown"}
    assert "Marinating {0}" in found(cast, document)["status-word-unknown"]["message"]
    Document.objects.filter(pk=document.pk).update(status=Status.ACCEPTED, review_by=DAY + timedelta(days=1))
    assert found(cast, document) == {}
