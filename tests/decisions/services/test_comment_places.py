"""Where a thread stands in the text, from version to version."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from decisions.models import Anchoring, Document, Version
from decisions.services.versions import version_restore
from tests.cast import Cast
from tests.decisions.talk import FULL, TEXT, listed, refusal, save, say


def test_a_quote_anchors_a_thread_to_its_piece_of_the_version(cast: Cast, document: Document) -> None:
    thread = say(document, cast.caller("member"), quote=FULL).thread
    thread.refresh_from_db()
    assert (thread.quote, thread.section, thread.version) == (FULL, "Queue limits > Design", 1)
    assert (thread.quoted_line, thread.line, thread.anchoring) == (5, 5, Anchoring.EXACT)
    assert TEXT[thread.start : thread.end] == FULL


@pytest.mark.parametrize("quote", ["A full queue takes new ones.", " \n", "x" * 2001])
def test_a_quote_that_is_no_piece_of_the_version_is_refused(
    cast: Cast, document: Document, quote: str
) -> None:
    error = refusal(lambda: say(document, cast.caller("member"), quote=quote))
    assert (error.code, error.path) == ("invalid_arguments", "quote")


def test_a_quote_of_an_old_version_stands_where_it_is_now(cast: Cast, document: Document) -> None:
    member = cast.caller("member")
    save(document, f"An introduction.\n\n{TEXT}", member)
    kept = say(document, member, version=1, quote=FULL).thread
    assert (kept.version, kept.quoted_line, kept.line) == (1, 5, 7)
    save(document, TEXT.replace(FULL, ""), member)
    gone = say(document, member, version=1, quote=FULL).thread
    assert (gone.anchoring, gone.line) == (Anchoring.ORPHANED, None)
    assert refusal(lambda: say(document, member, version=9, quote=FULL)).code == "not_found"
    assert refusal(lambda: say(document, member, version=9)).code == "not_found"
    assert refusal(lambda: say(document, member, version=9, reply_to=kept.pk)).code == "not_found"


def test_saves_carry_a_thread_on_and_a_restored_text_brings_it_back(cast: Cast, document: Document) -> None:
    member = cast.caller("member")
    say(document, member, quote=FULL)

    def stands() -> tuple[str, int | None]:
        (thread,) = listed(document, member)
        return thread.anchoring, thread.line

    save(document, f"An introduction.\n\n{TEXT}", member)
    assert stands() == ("exact", 7)
    save(document, f"An introduction.\n\n{TEXT}".replace("refuses", "rejects"), member)
    assert stands() == ("reworded", 7)
    save(document, "# Another text\n\nAbout something else.\n", member)
    assert stands() == ("orphaned", None)
    assert [thread.quote for thread in listed(document, member, status="orphaned")] == [FULL]
    document.refresh_from_db()
    version_restore(document=document, base_version=4, number=1, caller=member)
    assert stands() == ("exact", 5)
    assert listed(document, member, status="orphaned") == []


def test_a_thread_without_a_quote_is_about_the_whole_and_never_orphaned(
    cast: Cast, document: Document
) -> None:
    member = cast.caller("member")
    say(document, member)
    save(document, "# Another text\n", member)
    (thread,) = listed(document, member)
    assert (thread.anchoring, thread.line, thread.anchored) == (Anchoring.WHOLE, None, None)


def test_a_save_costs_a_few_statements_more_where_threads_are_anchored(
    cast: Cast, document: Document
) -> None:
    author = cast.caller("author")

    def cost(text: str) -> int:
        document.refresh_from_db()
        with CaptureQueriesContext(connection) as captured:
            save(document, text, author)
        return len(captured)

    bare = cost(TEXT + "\nOne.\n")
    for _ in range(100):
        say(document, author, quote=FULL)
    assert cost(f"Above.\n\n{TEXT}") <= bare + 2


def test_each_place_is_true_of_the_current_version(cast: Cast, document: Document) -> None:
    author = cast.caller("author")
    for quote in ("A queue holds 100 messages.", FULL, "## Design"):
        say(document, author, quote=quote)
    for text in (
        f"Above.\r\n\r\n{TEXT}".replace("\n", "\r\n"),
        TEXT.replace("100", "250"),
        TEXT.replace("A full", "Full"),
    ):
        save(document, text, author)
        current = Version.objects.get(document=document, number=document.current_version + 1).text
        flat = current.replace("\r\n", "\n").replace("\r", "\n")
        for thread in listed(document, author):
            assert thread.place is not None
            reads = flat[thread.place.start : thread.place.end]
            assert (reads == thread.quote) == (thread.anchoring == Anchoring.EXACT)
            assert reads.split()[-1] == thread.quote.split()[-1]
