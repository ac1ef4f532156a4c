"""Who says what about a document, and when it is settled."""

import pytest
from django.db import IntegrityError, transaction

from decisions.models import Comment, CommentThread, Document
from decisions.querysets import document_for
from decisions.services import comments as comments_module
from decisions.services.comments import MAX_BODY_BYTES, comment_resolve
from spaces.domain.access import Access
from spaces.domain.caller import Caller
from spaces.models import AuditEntry
from tests.cast import Cast
from tests.decisions.talk import FULL, TEXT, listed, open_to, refusal, say
from tests.records import everything

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


@pytest.mark.parametrize("level", list(Access))
def test_those_it_was_shared_with_talk_and_nobody_else(cast: Cast, document: Document, level: Access) -> None:
    said = say(document, cast.caller("author"))
    open_to(document, level)
    replies = 0
    for actor in ACTORS:
        caller = cast.caller(actor)
        if actor in TALKS_AT[level]:
            say(document, caller, reply_to=said.pk)
            replies += 1
            assert [len(thread.replies) for thread in listed(document, caller)] == [replies]
            continue
        public = level is Access.PUBLIC
        error = refusal(lambda caller=caller: say(document, caller, reply_to=said.pk))
        assert error.code == ("forbidden" if public else "not_found"), actor
        if public:
            assert refusal(lambda caller=caller: listed(document, caller)).code == "forbidden"
        else:
            assert refusal(lambda caller=caller: document_for(caller, document.pk)).code == "not_found"


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


def test_no_row_can_say_what_the_rules_forbid(cast: Cast, document: Document) -> None:
    thread = say(document, cast.caller("member"), quote=FULL).thread
    for change in ({"line": None}, {"quote": ""}, {"anchoring": "orphaned"}, {"resolved_byline": "ana"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            CommentThread.objects.filter(pk=thread.pk).update(**change)
    with pytest.raises(TypeError):
        Comment.objects.filter(thread=thread).update(body="Never said.")
