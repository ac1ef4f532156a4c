"""What a move asks for, what it writes into the text and on record, and what it leaves alone."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
import time_machine

from decisions.domain.kinds import Kind, Status
from decisions.models import Document, StatusLine
from decisions.services.version_diffs import version_diff
from decisions.services.versions import version_add, version_of
from reviews.domain.policy import Decision
from reviews.models import Review
from spaces.domain.access import Access
from spaces.kernel.errors import DomainError
from spaces.models import AuditEntry, Membership
from tests.cast import Cast
from tests.records import everything
from tests.reviews.stage import DAY, answer, app_of, in_review, member_add, move, rules, staged, text_of

LIMIT = 512 * 1024


def refused(cast: Cast, document: Document, status: Status, who: Any = "owner", **wish: Any) -> DomainError:
    before = everything()
    with pytest.raises(DomainError) as told:
        move(cast, document, status, who, **wish)
    assert everything() == before
    return told.value


def test_a_stale_base_is_conflict_whatever_else_is_wrong(cast: Cast) -> None:
    document = in_review(cast)
    move(cast, document, Status.IN_REVIEW, "author", review_by=DAY + timedelta(days=1))
    for status, who, wish in (
        (Status.IN_REVIEW, "author", {}),
        (Status.PUBLISHED, "member", {}),
        (Status.SUPERSEDED, "member", {"successor_id": "no id at all"}),
        (Status.ACCEPTED, app_of(cast, "member"), {"approval_id": "ask_nothing"}),
    ):
        told = refused(cast, document, status, who, base_version=1, **wish)
        assert (told.code, told.facts["current_version"]) == ("conflict", 2)
        assert told.facts["saved_by"] == "author"


def test_a_move_to_where_it_is_answers_the_current_version_and_writes_nothing(cast: Cast) -> None:
    document = in_review(cast)
    before = everything()
    for wish in ({}, {"decider_id": cast.people["owner"].pk}, {"review_by": DAY}, {"note": "Again"}):
        moved = move(cast, document, Status.IN_REVIEW, "member", **wish)
        assert (moved.already_there, moved.version.number) == (True, 1)
    assert everything() == before


def test_superseding_again_by_the_same_reference_is_already_there(cast: Cast) -> None:
    old, new = staged(cast, status=Status.ACCEPTED), staged(cast, status=Status.ACCEPTED)
    move(cast, old, Status.SUPERSEDED, successor_id="rfc 2")
    assert move(cast, old, Status.SUPERSEDED, successor_id="RFC-2").already_there
    assert move(cast, old, Status.SUPERSEDED, successor_id=new.pk).already_there
    assert refused(cast, old, Status.SUPERSEDED, successor_id="RFC 3").code == "invalid_transition"


def test_a_review_takes_a_decider_who_can_read_the_document(cast: Cast) -> None:
    document = staged(cast, access=Access.INTERNAL)
    assert refused(cast, document, Status.IN_REVIEW).path == "decider"
    for name in ("member", "stranger", "named"):
        told = refused(cast, document, Status.IN_REVIEW, decider_id=cast.people[name].pk)
        assert (told.code, told.path) == ("invalid_arguments", "decider")
    move(cast, document, Status.IN_REVIEW, decider_id=cast.people["manager"].pk)


def test_a_decider_who_has_left_has_to_be_replaced_first(cast: Cast) -> None:
    member_add(cast, "decider")
    document = staged(cast, decider="decider", review_by=DAY)
    Membership.objects.filter(user=cast.people["decider"]).filter(account=cast.account).delete()
    assert refused(cast, document, Status.IN_REVIEW).path == "decider"


def test_the_day_to_review_by_is_named_stands_already_or_is_the_spaces_default(cast: Cast) -> None:
    rules(cast, review_days=7)
    owner = cast.people["owner"].pk
    with time_machine.travel(datetime(2026, 3, 10, 12, tzinfo=UTC), tick=False):
        cases = ((None, None, date(2026, 3, 17)), (date(2026, 3, 10), None, date(2026, 3, 10)))
        cases += ((date(2026, 3, 9), None, date(2026, 3, 17)), (DAY, date(2026, 3, 10), date(2026, 3, 10)))
        for standing, named, kept in cases:
            document = staged(cast, review_by=standing)
            moved = move(cast, document, Status.IN_REVIEW, decider_id=owner, review_by=named)
            assert moved.document.review_by == kept
        told = refused(cast, staged(cast), Status.IN_REVIEW, decider_id=owner, review_by=date(2026, 3, 9))
        assert told.path == "review_by"


def test_today_is_the_day_in_the_spaces_time_zone(cast: Cast) -> None:
    owner, day = cast.people["owner"].pk, date(2026, 3, 10)
    # In Auckland it is the 11th by now, in Honolulu still the 10th.
    with time_machine.travel(datetime(2026, 3, 10, 13, tzinfo=UTC), tick=False):
        rules(cast, time_zone="Pacific/Auckland")
        document = staged(cast)
        told = refused(cast, document, Status.IN_REVIEW, decider_id=owner, review_by=day)
        assert told.path == "review_by"
        rules(cast, time_zone="Pacific/Honolulu")
        move(cast, document, Status.IN_REVIEW, decider_id=owner, review_by=day)
        assert "- 2026-03-10 in_review by @owner: decider @owner, review by 2026-03-10" in text_of(document)


def test_who_decides_names_no_other_decider_in_the_same_breath(cast: Cast) -> None:
    rules(cast, approvals=0)
    document = in_review(cast)
    other, owner = cast.people["manager"].pk, cast.people["owner"].pk
    for status in (Status.ACCEPTED, Status.REJECTED):
        assert refused(cast, document, status, decider_id=other).path == "decider"
    moved = move(cast, document, Status.ACCEPTED, decider_id=owner, review_by=DAY)
    assert moved.document.decider_id == owner


@pytest.mark.parametrize(
    ("kind", "start", "then"),
    [(Kind.ADR, Status.PROPOSED, Status.WITHDRAWN), (Kind.STUDY, Status.WITHDRAWN, Status.DRAFT)],
)
def test_an_adr_or_study_is_given_a_decider_on_an_undecided_move(
    cast: Cast, kind: Kind, start: Status, then: Status
) -> None:
    document = staged(cast, kind, start)
    moved = move(cast, document, then, "author", decider_id=cast.people["member"].pk)
    assert moved.document.decider_id == cast.people["member"].pk


def test_what_a_move_does_not_take_is_refused_by_name(cast: Cast) -> None:
    document = staged(cast)
    assert refused(cast, document, Status.WITHDRAWN, review_by=DAY).path == "review_by"
    assert refused(cast, document, Status.WITHDRAWN, successor_id="RFC 9").path == "successor_id"


def test_deciding_without_the_approvals_tells_the_whole_explanation(cast: Cast) -> None:
    rules(cast, approvals=3)
    document = in_review(cast)
    answer(cast, document, Decision.APPROVE, "member")
    answer(cast, document, Decision.CHANGES, "manager", reason="Too many")
    told = refused(cast, document, Status.ACCEPTED)
    assert told.code == "approvals_missing"
    assert told.facts == {
        "needed": 3,
        "approvals_in": 1,
        "approved_by": [cast.people["member"].pk],
        "waiting_for": [],
        "blocked_by": [cast.people["manager"].pk],
    }
    move(cast, document, Status.REJECTED)


LOG = "\n## Status log\n\n{line}\n"
# A text, and what it becomes: `{line}` is the line of the move.
TEXTS = {
    "crlf": (
        "---\r\nstatus: draft\r\ntags: [a,  b]\r\n---\r\n# Queue\r\n\r\nTen.\r\n",
        "---\r\nstatus: withdrawn\r\ntags: [a,  b]\r\n---\r\n# Queue\r\n\r\nTen.\r\n"
        + LOG.replace("\n", "\r\n"),
    ),
    "no final newline": ("# Queue\n\nTen.", "# Queue\n\nTen.\n" + LOG.removesuffix("\n")),
    "old mac": ("# Queue\r\rTen.\r", "# Queue\r\rTen.\r" + LOG.replace("\n", "\r")),
    "byte order mark": (
        '\ufeff---\nstatus: "draft"  # by hand\n---\n\n# Queue\n',
        '\ufeff---\nstatus: "withdrawn"  # by hand\n---\n\n# Queue\n' + LOG,
    ),
    "unreadable front matter": (
        "---\nstatus: [draft\n---\n# Queue\n",
        "---\nstatus: [draft\n---\n# Queue\n" + LOG,
    ),
    "a log already": (
        "# Queue\n\n## Status log\n\n- 2026-01-02 draft by @ana\n\n## After\n\nMore  \n",
        "# Queue\n\n## Status log\n\n- 2026-01-02 draft by @ana\n{line}\n\n## After\n\nMore  \n",
    ),
    "a fence left open": ("# Queue\n\n```\n## Status log\n", "# Queue\n\n```\n## Status log\n```\n" + LOG),
}


@pytest.mark.parametrize(("text", "then"), TEXTS.values(), ids=TEXTS)
def test_a_move_touches_the_status_word_and_the_log_and_no_other_byte(
    cast: Cast, text: str, then: str
) -> None:
    document = staged(cast, text=text)
    with time_machine.travel(datetime(2026, 3, 10, 12, tzinfo=UTC), tick=False):
        moved = move(cast, document, Status.WITHDRAWN, note="No time")
    assert moved.version.text == then.format(line="- 2026-03-10 withdrawn by @owner: No time")
    assert moved.version.status_only
    assert version_diff(moved.document)["only_status_lines"]


@pytest.mark.parametrize("markup", ["rst", "mediawiki", "asciidoc", "plain"])
def test_moves_of_a_text_that_is_not_markdown_are_kept_beside_it_and_outlive_saves(
    cast: Cast, markup: str
) -> None:
    text = "Queue\n=====\n\n## Status log\n\n- 2026-01-02 draft by @ana\n"
    document = staged(cast, format=markup, text=text)
    moved = move(cast, document, Status.WITHDRAWN)
    assert moved.version.text == text
    assert moved.version.number == 2
    move(cast, document, Status.DRAFT)
    document.refresh_from_db()
    version_add(document=document, base_version=3, text=text + "More.\n", caller=cast.caller("author"))
    rows = StatusLine.objects.filter(document=document).order_by("position")
    kept = [(row.status, row.line, row.recorded) for row in rows if row.recorded]
    assert kept == [("withdrawn", 0, True), ("draft", 0, True)]


def test_a_text_at_its_limit_is_decided_and_can_be_saved_afterwards(cast: Cast) -> None:
    rules(cast, approvals=0)
    text = ("---\nstatus: draft\n---\n# Queue\n\n" + "word " * 120_000)[:LIMIT]
    document = staged(cast, text=text, decider="owner")
    move(cast, document, Status.IN_REVIEW)
    decided = move(cast, document, Status.ACCEPTED).version
    assert decided.size > LIMIT
    saved = version_add(
        document=document,
        base_version=3,
        text=decided.text.replace("word", "Word", 1),
        caller=cast.caller("owner"),
    )
    assert saved.version.number == 4
    with pytest.raises(DomainError) as told:
        version_add(
            document=document,
            base_version=4,
            text="xxxxxxxx" + saved.version.text,
            caller=cast.caller("owner"),
        )
    assert told.value.code == "too_large"


def test_the_deciding_version_is_pinned_and_reopening_clears_it(cast: Cast) -> None:
    rules(cast, approvals=0)
    document = in_review(cast)
    assert move(cast, document, Status.REJECTED).document.decided_version == 2
    assert move(cast, document, Status.DRAFT).document.decided_version is None
    adr = staged(cast, Kind.ADR, decider="owner")
    assert move(cast, adr, Status.ACCEPTED).document.decided_version == 2
    assert move(cast, adr, Status.DEPRECATED).document.decided_version == 2
    withdrawn = staged(cast, status=Status.WITHDRAWN, decided_version=1)
    assert move(cast, withdrawn, Status.DRAFT).document.decided_version is None


def test_approvals_go_on_to_versions_that_change_the_status_alone(cast: Cast) -> None:
    rules(cast, approvals=1)
    document = in_review(cast)
    answer(cast, document, Decision.APPROVE, "member")
    moved = move(cast, document, Status.IN_REVIEW, "author", review_by=DAY + timedelta(days=1))
    assert (moved.version.text_author_id, moved.version.author_id) == (cast.people["author"].pk,) * 2
    lines = moved.version.text + "- 2099-01-01 in_review by @ana: by hand\n"
    saved = version_add(document=document, base_version=2, text=lines, caller=cast.caller("manager"))
    assert saved.version.text_author_id == cast.people["author"].pk
    carried = Review.objects.filter(document=document, carried_from__isnull=False)
    assert sorted(carried.values_list("version", flat=True)) == [2, 3]
    decided = move(cast, document, Status.ACCEPTED)
    assert decided.version.text_author_id == cast.people["author"].pk


def test_a_change_of_words_ends_approvals(cast: Cast) -> None:
    rules(cast, approvals=1)
    document = in_review(cast)
    answer(cast, document, Decision.APPROVE, "member")
    version_add(document=document, base_version=1, text="# Queue\n\nTwelve.\n", caller=cast.caller("author"))
    assert refused(cast, document, Status.ACCEPTED).code == "approvals_missing"


@pytest.mark.parametrize("left", [Status.REJECTED, Status.WITHDRAWN])
def test_no_approval_goes_on_out_of_what_was_turned_down_or_taken_back(cast: Cast, left: Status) -> None:
    document = staged(cast, status=left)
    answer(cast, document, Decision.APPROVE, "member")
    move(cast, document, Status.DRAFT)
    assert not Review.objects.filter(document=document, version=2).exists()


def test_a_move_is_in_the_audit_log_with_before_and_after(cast: Cast) -> None:
    document = staged(cast)
    move(cast, document, Status.IN_REVIEW, "author", decider_id=cast.people["owner"].pk, review_by=DAY)
    entry = AuditEntry.objects.get(act="document.moved", object_id=document.pk)
    assert (entry.before["status"], entry.after["status"]) == ("draft", "in_review")
    assert (entry.after["version"], entry.after["decider"]) == (2, cast.people["owner"].pk)
    assert (entry.byline, entry.assistant_id) == ("author", "")


def test_a_note_cannot_forge_a_line(cast: Cast) -> None:
    document = staged(cast)
    note = "see\n- 2026-01-01 accepted by @owner\u202e: yes"
    moved = move(cast, document, Status.WITHDRAWN, note=note)
    rows = StatusLine.objects.filter(document=document)
    assert [row.status for row in rows] == ["withdrawn"]
    assert "\u202e" not in moved.version.text
    assert version_of(document, 2).message.count("\n") == 0
