"""Who says what about a document, where it stands, and when it is settled."""

from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from decisions.models import Anchoring, Comment, CommentThread, Document, Version
from decisions.querysets import document_for
from decisions.services import comments as comments_module
from decisions.services.comment_listing import comment_list
from decisions.services.comments import MAX_BODY_BYTES, comment_add, comment_resolve
from decisions.services.document_access import reader_add
from decisions.services.versions import version_add, version_restore
from spaces.domain.access import Access
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError
from spaces.models import AuditEntry
from tests.cast import Cast
from tests.records import everything

TEXT = "# Queue limits\n\n## Design\n\nA queue holds 100 messages. A full queue refuses new ones.\n"
FULL = "A full queue refuses new ones."
ACTORS = (
    "owner",
    "manager",
    "member",
    "author",
    "named",
    "partner",
    "assistant",
    "agent",
    "stranger",
    "visitor",
)
TALK = {"owner", "manager", "member", "author", "named", "partner", "assistant", "agent"}
# Who reads a document of each level, of those who talk.
TALKS_AT = {
    Access.PUBLIC: TALK,
    Access.PREVIEW: TALK,
    Access.PARTNER: TALK,
    Access.TEAM: TALK - {"partner"},
    Access.INTERNAL: {"owner", "manager", "author"},
}


@pytest.fixture
def document(cast: Cast) -> Document:
    """An RFC at team, with somebody named on it."""
    made = cast.document(text=TEXT)
    reader_add(document=made, reader=cast.people["named"], caller=cast.caller("author"))
    return made


def say(document: Document, caller: Caller, body: str = "Why 100?", **options: Any) -> Comment:
    return comment_add(document=document, body=body, caller=caller, **options)


def listed(document: Document, caller: Caller, **filters: Any) -> list[CommentThread]:
    return list(comment_list(document, caller, filters).rows)


def refusal(call: Any) -> DomainError:
    """The refusal of a call, which has changed nothing."""
    before = everything()
    with pytest.raises(DomainError) as refused:
        call()
    assert everything() == before
    return refused.value


def open_to(document: Document, level: Access) -> Document:
    Document.objects.filter(pk=document.pk).update(access=level)
    document.refresh_from_db()
    return document


def save(document: Document, text: str, caller: Caller) -> None:
    document.refresh_from_db()
    version_add(document=document, base_version=document.current_version, text=text, caller=caller)


@pytest.mark.parametrize("level", list(Access))
@pytest.mark.parametrize("actor", ACTORS)
def test_those_it_was_shared_with_talk_and_nobody_else(
    cast: Cast, document: Document, actor: str, level: Access
) -> None:
    said = say(document, cast.caller("author"))
    open_to(document, level)
    caller = cast.caller(actor)
    if actor in TALKS_AT[level]:
        reply = say(document, caller, reply_to=said.pk)
        assert [thread.replies for thread in listed(document, caller)] == [[reply]]
        return
    public = level is Access.PUBLIC
    error = refusal(lambda: say(document, caller, reply_to=said.pk))
    assert error.code == ("forbidden" if public else "not_found")
    if public:
        assert refusal(lambda: listed(document, caller)).code == "forbidden"
    else:
        assert refusal(lambda: document_for(caller, document.pk)).code == "not_found"


def test_a_holder_of_the_preview_link_reads_without_talking(cast: Cast, document: Document) -> None:
    Document.objects.filter(pk=document.pk).update(access=Access.PREVIEW, preview_token="t" * 43)
    holder = Caller(preview_token="t" * 43)
    assert document_for(holder, document.pk)
    assert refusal(lambda: say(document, holder)).code == "forbidden"
    assert refusal(lambda: listed(document, holder)).code == "forbidden"


def test_a_comment_is_recorded_with_person_and_assistant(cast: Cast, document: Document) -> None:
    comment = say(document, cast.caller("assistant"), quote=FULL)
    assert (comment.author_id, comment.byline) == (cast.people["member"].pk, "member via Claude Code")
    assert comment.assistant_id == "client-1"
    entry = AuditEntry.objects.latest("pk")
    assert (entry.act, entry.object_id, entry.byline) == ("comment.added", comment.pk, comment.byline)
    assert entry.account_id == document.account_id
    assert entry.after == {"document_id": document.pk, "thread_id": comment.pk, "version": 1}


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


def test_replies_answer_the_first_comment_and_nothing_deeper(cast: Cast, document: Document) -> None:
    member, named = cast.caller("member"), cast.caller("named")
    first = say(document, member)
    reply = say(document, named, "Because.", reply_to=first.pk)
    assert (reply.reply_to, reply.thread_id) == (first.pk, first.pk)
    deeper = refusal(lambda: say(document, member, reply_to=reply.pk))
    assert (deeper.code, deeper.path) == ("invalid_arguments", "reply_to")
    assert first.pk in deeper.fix
    quoted = refusal(lambda: say(document, member, reply_to=first.pk, quote=FULL))
    assert (quoted.code, quoted.path) == ("invalid_arguments", "quote")
    other = cast.document("Another", text=TEXT)
    assert refusal(lambda: say(other, member, reply_to=first.pk)).code == "not_found"
    assert AuditEntry.objects.latest("pk").act == "document.created"
    assert AuditEntry.objects.filter(act="comment.replied").get().object_id == reply.pk


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (" \n", "invalid_arguments"),
        ("a\0b", "invalid_arguments"),
        ("é" * (MAX_BODY_BYTES // 2) + "e", "too_large"),
    ],
)
def test_a_body_says_something_in_at_most_16_kib(
    cast: Cast, document: Document, body: str, code: str
) -> None:
    error = refusal(lambda: say(document, cast.caller("member"), body))
    assert (error.code, error.path) == (code, "body")
    assert say(document, cast.caller("member"), "é" * (MAX_BODY_BYTES // 2))


def test_threads_and_replies_have_a_limit_that_is_named(
    cast: Cast, document: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(comments_module, "MAX_THREADS", 2)
    monkeypatch.setattr(comments_module, "MAX_REPLIES", 1)
    member = cast.caller("member")
    first, _ = say(document, member), say(document, member)
    say(document, member, reply_to=first.pk)
    full, long = (refusal(lambda to=to: say(document, member, reply_to=to)) for to in ("", first.pk))
    assert [(error.code, error.facts) for error in (full, long)] == [
        ("too_large", {"limit": 2}),
        ("too_large", {"limit": 1}),
    ]


@pytest.mark.parametrize("actor", ["member", "author", "owner", "assistant", "agent", "named"])
def test_members_and_participants_resolve_and_reopen(cast: Cast, document: Document, actor: str) -> None:
    first = say(document, cast.caller("named"))
    caller = cast.caller(actor)
    resolved = comment_resolve(document=document, comment_id=first.pk, caller=caller)
    assert (resolved.resolved, resolved.resolved_byline) == (True, caller.byline)
    assert listed(document, caller) == []
    assert listed(document, caller, status="resolved") == listed(document, caller, status="all") == [resolved]
    entry = AuditEntry.objects.latest("pk")
    assert (entry.act, entry.object_id, entry.before) == ("comment.resolved", first.pk, {"resolved": False})
    before = everything()
    again = comment_resolve(document=document, comment_id=first.pk, caller=cast.caller("owner"))
    assert (again.resolved_byline, everything()) == (caller.byline, before)
    reopened = comment_resolve(document=document, comment_id=first.pk, caller=caller, resolved=False)
    assert (reopened.resolved, reopened.resolved_at, reopened.resolved_byline) == (False, None, "")
    assert AuditEntry.objects.latest("pk").act == "comment.reopened"


def test_whoever_took_no_part_does_not_resolve_unless_a_member(cast: Cast, document: Document) -> None:
    open_to(document, Access.PARTNER)
    first = say(document, cast.caller("member"))
    say(document, cast.caller("partner"), "I take part.", reply_to=first.pk)
    act = {"document": document, "comment_id": first.pk}
    assert refusal(lambda: comment_resolve(**act, caller=cast.caller("named"))).code == "forbidden"
    assert comment_resolve(**act, caller=cast.caller("partner")).resolved
    reopen = refusal(lambda: comment_resolve(**act, caller=cast.caller("named"), resolved=False))
    assert reopen.code == "forbidden"
    assert refusal(lambda: comment_resolve(**act, caller=cast.caller("stranger"))).code == "not_found"
    open_to(document, Access.TEAM)
    assert refusal(lambda: comment_resolve(**act, caller=cast.caller("partner"))).code == "not_found"


def test_a_reply_is_not_resolved(cast: Cast, document: Document) -> None:
    member = cast.caller("member")
    first = say(document, member)
    reply = say(document, member, reply_to=first.pk)
    error = refusal(lambda: comment_resolve(document=document, comment_id=reply.pk, caller=member))
    assert (error.code, error.path) == ("invalid_arguments", "comment_id")


def test_threads_come_in_the_order_they_were_begun_and_page_without_gaps(
    cast: Cast, document: Document
) -> None:
    member = cast.caller("member")
    begun = [say(document, member, f"Remark {number}").pk for number in range(7)]
    say(document, member, "A reply moves nothing.", reply_to=begun[0])
    seen: list[str] = []
    token = ""
    while True:
        page = comment_list(document, member, {"page_size": 3, "page_token": token})
        seen += [thread.pk for thread in page.rows]
        if not (token := page.next_page_token):
            break
        if len(seen) == 3:
            begun.append(say(document, member, "Meanwhile").pk)
    assert seen == begun


def test_a_page_holds_no_more_words_than_an_answer_and_goes_on(cast: Cast, document: Document) -> None:
    member = cast.caller("member")
    begun = [say(document, member, "x" * MAX_BODY_BYTES).pk for _ in range(5)]
    page = comment_list(document, member, {})
    assert [thread.pk for thread in page.rows] == begun[:3]
    rest = comment_list(document, member, {"page_token": page.next_page_token})
    assert [thread.pk for thread in rest.rows] == begun[3:]
    assert rest.next_page_token == ""


@pytest.mark.parametrize("actor", ["owner", "member", "named"])
def test_a_list_costs_the_same_at_10_and_200_threads(cast: Cast, document: Document, actor: str) -> None:
    caller, author = cast.caller(actor), cast.caller("author")
    counts = []
    for rows in (10, 200):
        while CommentThread.objects.filter(document=document).count() < rows:
            first = say(document, author, quote=FULL)
            say(document, author, "Indeed.", reply_to=first.pk)
        with CaptureQueriesContext(connection) as captured:
            assert len(listed(document, caller, page_size=200)) == rows
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 4


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


def test_no_row_can_say_what_the_rules_forbid(cast: Cast, document: Document) -> None:
    thread = say(document, cast.caller("member"), quote=FULL).thread
    for change in ({"line": None}, {"quote": ""}, {"anchoring": "orphaned"}, {"resolved_byline": "ana"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            CommentThread.objects.filter(pk=thread.pk).update(**change)
    with pytest.raises(TypeError):
        Comment.objects.filter(thread=thread).update(body="Never said.")


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
