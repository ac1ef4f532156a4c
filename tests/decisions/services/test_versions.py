"""Saving, restoring and reading versions."""

import hashlib

import pytest

from decisions.domain.kinds import Status
from decisions.models import Document, SearchEntry, StatusLine, Version
from decisions.services.document_access import reader_add
from decisions.services.versions import Saved, version_add, version_of, version_restore, versions_of
from spaces.domain.access import Access
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError
from spaces.models import AuditEntry
from tests.cast import Cast
from tests.records import everything

LIMIT = 512 * 1024
LINE = "- 2026-11-30 draft by @author: a note\n"


def save(
    cast: Cast, document: Document, text: str, base: int = 1, message: str = "", caller: Caller | None = None
) -> Saved:
    return version_add(
        document=document,
        base_version=base,
        text=text,
        message=message,
        caller=caller or cast.caller("author"),
    )


def refused(cast: Cast, document: Document, text: str, **options: object) -> DomainError:
    before = everything()
    with pytest.raises(DomainError) as told:
        save(cast, document, text, **options)  # type: ignore[arg-type]
    assert everything() == before
    return told.value


@pytest.fixture
def document(cast: Cast) -> Document:
    return cast.document(text="# Queue limits\n\nOne.\n")


def test_a_save_makes_the_next_version_of_the_bytes_that_were_sent(cast: Cast, document: Document) -> None:
    text = "\ufeff# Queue limits\r\n\r\nTwo \u2028 e\u0301 𐌰\r\n\r\rlast line without end"
    saved = save(cast, document, text, message="Say two", caller=cast.caller("agent"))
    version = version_of(document, 2)
    assert version.text == text
    assert version.sha256 == hashlib.sha256(text.encode()).hexdigest()
    assert version.size == len(text.encode())
    assert (version.base_version, version.message, version.byline) == (1, "Say two", "member via Build agent")
    assert version.assistant_id.startswith("agent_")
    assert (saved.unchanged, saved.document.current_version) == (False, 2)
    assert version_of(document, 1).text == "# Queue limits\n\nOne.\n"


@pytest.mark.parametrize("base", [0, 1, 3, 10**30])
def test_any_base_but_the_current_one_is_a_conflict(cast: Cast, document: Document, base: int) -> None:
    save(cast, document, "# Queue limits\n\nTwo.\n", caller=cast.caller("assistant"))
    told = refused(cast, document, "# Queue limits\n\nThree.\n", base=base)
    assert (told.code, told.path) == ("conflict", "base_version")
    assert told.facts["current_version"] == 2
    assert told.facts["saved_by"] == "member via Claude Code"
    assert told.facts["saved_at"].endswith("Z")
    assert told.facts["same_text"] is False


def test_the_base_is_judged_before_the_text(cast: Cast, document: Document) -> None:
    save(cast, document, "# Queue limits\n\nTwo.\n")
    for text in ("", "a\0b", "x" * (LIMIT + 1)):
        assert refused(cast, document, text, base=1).code == "conflict"


def test_a_retry_that_had_arrived_is_told_so(cast: Cast, document: Document) -> None:
    save(cast, document, "# Queue limits\n\nTwo.\n")
    told = refused(cast, document, "# Queue limits\n\nTwo.\n", base=1)
    assert (told.code, told.facts["same_text"]) == ("conflict", True)


def test_the_current_text_saved_again_is_no_new_version(cast: Cast, document: Document) -> None:
    before = everything()
    saved = save(cast, document, "# Queue limits\n\nOne.\n")
    assert (saved.unchanged, saved.version.number) == (True, 1)
    assert everything() == before


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_text_holds_512_kib_and_its_status_log_does_not_count(
    cast: Cast, document: Document, end: str
) -> None:
    head = f"# Queue limits{end}{end}"
    room = LIMIT - len(head)
    full = head + "ж" * (room // 2) + "x" * (room % 2)
    log = f"{end}{end}## Status log{end}{end}" + LINE.replace("\n", end) * 40
    assert save(cast, document, full).version.size == LIMIT
    assert save(cast, document, full + log, base=2).version.size == LIMIT + len(log)
    told = refused(cast, document, full + "x", base=3)
    assert (told.code, told.facts["limit"], told.facts["size"]) == ("too_large", LIMIT, LIMIT + 1)
    # Room for a few line ends around the log is all that a log lends to the rest.
    assert refused(cast, document, full + "x" * 10 + log, base=3).code == "too_large"


@pytest.mark.parametrize(("text", "path"), [("", "text"), ("a\0b", "text")])
def test_a_text_is_not_empty_and_holds_no_nul(cast: Cast, document: Document, text: str, path: str) -> None:
    told = refused(cast, document, text)
    assert (told.code, told.path) == ("invalid_arguments", path)


@pytest.mark.parametrize("message", ["a\nb", "a\u2028b", "x" * 501])
def test_a_message_is_one_line_of_at_most_500(cast: Cast, document: Document, message: str) -> None:
    assert refused(cast, document, "# y", message=message).path == "message"
    assert save(cast, document, "# y", message="x" * 500).version.number == 2


def test_who_rewrites_the_title_line_renames_the_document(cast: Cast, document: Document) -> None:
    save(cast, document, "# RFC 1: Queue bounds\n")
    document.refresh_from_db()
    assert document.title == "Queue bounds"
    assert SearchEntry.objects.get(document=document).title == "RFC 1 Queue bounds"


def test_a_title_given_beside_another_title_line_stays_until_that_line_changes(cast: Cast) -> None:
    document = cast.document("Given", text="# Written\n")
    save(cast, document, "# Written\n\nMore.\n")
    document.refresh_from_db()
    assert document.title == "Given"
    save(cast, document, "# Rewritten\n", base=2)
    document.refresh_from_db()
    assert document.title == "Rewritten"


def test_restoring_saves_an_old_text_on_the_current_base(cast: Cast, document: Document) -> None:
    save(cast, document, "# Queue limits\n\nTwo.\n")
    author = cast.caller("author")
    back = version_restore(document=document, base_version=2, number=1, caller=author)
    assert (back.version.number, back.version.base_version) == (3, 2)
    assert back.version.text == version_of(document, 1).text
    assert back.version.message == "Restore version 1"
    again = version_restore(document=document, base_version=3, number=1, caller=author)
    assert again.unchanged
    with pytest.raises(DomainError) as told:
        version_restore(document=document, base_version=1, number=2, caller=author)
    assert told.value.code == "conflict"
    for absent in (99, 10**12):
        with pytest.raises(DomainError) as told:
            version_restore(document=document, base_version=3, number=absent, caller=author)
        assert told.value.code == "not_found"


def test_the_status_lines_are_those_of_the_current_text(cast: Cast) -> None:
    document = cast.document()
    text = version_of(document).text
    save(cast, document, text.rstrip("\n") + "\n- 2026-11-30 on_hold by @bo: waiting\n")
    rows = StatusLine.objects.filter(document=document).order_by("position")
    assert list(rows.values_list("status", "person", "recorded")) == [
        ("draft", "author", True),
        ("on_hold", "bo", False),
    ]
    save(cast, document, "# Queue limits\n", base=2)
    # What is on record stays so, beside a text that no longer holds it; what was only written is gone.
    rows = StatusLine.objects.filter(document=document)
    assert list(rows.values_list("status", "line", "recorded")) == [("draft", 0, True)]


def test_a_list_of_versions_loads_no_text(cast: Cast, document: Document) -> None:
    sql = str(versions_of(document).query)
    assert '"text"' not in sql
    assert '"findings"' not in sql


# actor -> the code a save is refused with, by the level and status of a document that author wrote.
SAVES = {
    "owner": None,
    "manager": None,
    "author": None,
    "member": None,
    "assistant": None,
    "agent": None,
    "named": "forbidden",
    "partner": "not_found",
    "stranger": "not_found",
    "visitor": "not_found",
}


def test_members_who_read_a_document_save_it_and_nobody_else(cast: Cast, document: Document) -> None:
    reader_add(document=document, reader=cast.people["named"], caller=cast.caller("author"))
    base = 1
    for actor, code in SAVES.items():
        if code:
            assert refused(cast, document, "# no", base=base, caller=cast.caller(actor)).code == code, actor
        else:
            save(cast, document, f"# by {actor}", base=base, caller=cast.caller(actor))
            base += 1
    Document.objects.filter(pk=document.pk).update(access=Access.INTERNAL)
    for actor in ("member", "assistant", "agent", "named"):
        assert refused(cast, document, "# no", base=base, caller=cast.caller(actor)).code == "not_found"


def test_a_decided_text_is_corrected_by_its_author_decider_or_a_manager_only(
    cast: Cast, document: Document
) -> None:
    for status in (Status.ACCEPTED, Status.REJECTED, Status.SUPERSEDED):
        Document.objects.filter(pk=document.pk).update(status=status, decider=None)
        base = Document.objects.get(pk=document.pk).current_version
        assert refused(cast, document, "# no", base=base, caller=cast.caller("member")).code == "forbidden"
        for actor in ("author", "manager"):
            save(cast, document, f"# {status} {actor}", base=base, caller=cast.caller(actor))
            base += 1
        Document.objects.filter(pk=document.pk).update(decider=cast.people["member"])
        save(cast, document, f"# {status} decider", base=base, caller=cast.caller("member"))


def test_each_save_leaves_one_entry_with_both_digests(cast: Cast, document: Document) -> None:
    save(cast, document, "# Queue limits\n\nTwo.\n", message="why")
    first, second = Version.objects.filter(document=document).order_by("number")
    entry = AuditEntry.objects.get(act="version.added")
    assert entry.before == {"version": 1, "sha256": first.sha256}
    assert entry.after == {"version": 2, "sha256": second.sha256, "message": "why"}
