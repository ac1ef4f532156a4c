"""Comments: said, answered, resolved."""

from django.db import transaction
from django.utils import timezone

from decisions.domain.anchors import MAX_QUOTE, QuoteMissing, anchor_at, relocate
from decisions.hooks import COMMENT_ADDED
from decisions.models import Comment, CommentThread, Document
from decisions.services.talk import require_talker
from decisions.services.versions import document_held, version_of
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError, invalid, not_found
from spaces.kernel.ids import new_id
from spaces.kernel.registry import hooks
from spaces.services.audit import audit_record

# product.md §7. Bytes of UTF-8, so that the limit is the same in every script.
MAX_BODY_BYTES = 16 * 1024

# Each save carries the places of all of them.
MAX_THREADS = 1_000

# A thread is shown whole.
MAX_REPLIES = 200


@transaction.atomic
def comment_add(
    *,
    document: Document,
    body: str,
    caller: Caller,
    version: int = 0,
    quote: str = "",
    quote_start: int | None = None,
    reply_to: str = "",
) -> Comment:
    """A new comment on a version (0 = current): the first of a thread, or a reply to the first of one.

    A `quote` anchors a first comment to that exact piece of the version's text: the one that begins at
    `quote_start` (in characters of the flat text), else its first occurrence. `not_found` where the document is
    not the caller's to read, `forbidden` where it is merely public.
    """
    document = document_held(document, caller)
    require_talker(document, caller)
    _require_body(body)
    if reply_to:
        return _reply(document, reply_to, body, version, quote, caller)
    if CommentThread.objects.filter(document=document).count() >= MAX_THREADS:
        raise _too_many(
            f"A document has at most {MAX_THREADS:,} threads.", "Answer in one of them.", MAX_THREADS
        )
    about = version_of(document, version)
    thread = CommentThread(document=document, version=about.number, size=len(body.encode()))
    if quote:
        _anchor(thread, about.text, quote, quote_start)
    thread.save(force_insert=True)
    return _write(thread, thread.pk, body, about.number, "comment.added", caller)


@transaction.atomic
def comment_resolve(
    *, document: Document, comment_id: str, caller: Caller, resolved: bool = True
) -> CommentThread:
    """The thread that a first comment opened, resolved or open again; safe to repeat.

    For members, and for those who said something in it.
    """
    document = document_held(document, caller)
    require_talker(document, caller)
    thread = _thread_of(document, comment_id, "comment_id")
    _require_participant(thread, caller)
    was = thread.resolved
    if was == resolved:
        return thread
    thread.resolved_at = timezone.now() if resolved else None
    thread.resolved_by_id = caller.subject if resolved else None
    thread.resolved_byline = caller.byline if resolved else ""
    thread.save(update_fields=["resolved_at", "resolved_by", "resolved_byline"])
    audit_record(
        caller=caller,
        act="comment.resolved" if resolved else "comment.reopened",
        object_id=thread.pk,
        account_id=document.account_id,
        before={"resolved": was},
        after={"resolved": resolved, "document_id": document.pk},
    )
    return thread


def _reply(document: Document, reply_to: str, body: str, version: int, quote: str, caller: Caller) -> Comment:
    thread = _thread_of(document, reply_to, "reply_to")
    if quote:
        raise invalid("quote", "A reply stands where its thread does.", fix="Leave quote out, or reply_to.")
    if version > document.current_version:
        raise not_found("version")
    if thread.reply_count >= MAX_REPLIES:
        raise _too_many(f"A thread has at most {MAX_REPLIES} replies.", "Start a new one.", MAX_REPLIES)
    thread.reply_count += 1
    thread.size += len(body.encode())
    thread.save(update_fields=["reply_count", "size"])
    return _write(
        thread, new_id("lcom"), body, version or document.current_version, "comment.replied", caller
    )


def _write(
    thread: CommentThread, comment_id: str, body: str, version: int, act: str, caller: Caller
) -> Comment:
    comment = Comment(
        id=comment_id,
        thread=thread,
        version=version,
        author_id=caller.subject,
        assistant_id=caller.assistant_id,
        byline=caller.byline,
        body=body,
        created_at=timezone.now(),
    )
    comment.save(force_insert=True)
    audit_record(
        caller=caller,
        act=act,
        object_id=comment.pk,
        account_id=thread.document.account_id,
        after={"document_id": thread.document_id, "thread_id": thread.pk, "version": version},
    )
    hooks.run(COMMENT_ADDED, document=thread.document, comment=comment, caller=caller)
    return comment


def _anchor(thread: CommentThread, text: str, quote: str, start: int | None) -> None:
    if len(quote) > MAX_QUOTE:
        raise invalid(
            "quote", f"At most {MAX_QUOTE:,} characters, please.", fix="Quote how the piece begins."
        )
    try:
        anchor = anchor_at(text, quote, start)
    except QuoteMissing as error:
        raise invalid(
            "quote",
            f"Version {thread.version} does not hold this text.",
            fix="Copy the quote exactly from the text of that version, or name the version you quote from.",
        ) from error
    document = thread.document
    thread.anchor = anchor
    if thread.version == document.current_version:
        thread.place = anchor.place
    else:
        thread.place = relocate(anchor, text, version_of(document).text)


def _thread_of(document: Document, comment_id: str, path: str) -> CommentThread:
    comment = (
        Comment.objects.filter(thread__document=document, pk=comment_id).select_related("thread").first()
    )
    if comment is None:
        raise not_found("comment")
    if comment.reply_to:
        raise invalid(
            path, "This is a reply.", fix=f"Name the first comment of its thread: {comment.reply_to}."
        )
    thread: CommentThread = comment.thread
    thread.document = document
    return thread


def _require_participant(thread: CommentThread, caller: Caller) -> None:
    if caller.is_member(thread.document.account_id):
        return
    if not Comment.objects.filter(thread=thread, author_id=caller.person_id).exists():
        raise DomainError(
            "forbidden",
            "A thread is resolved and reopened by members of the account and by those who took part in it.",
            fix="Say in a reply that it is settled, and ask a member to resolve it.",
        )


def _require_body(body: str) -> None:
    if not body.strip():
        raise invalid("body", "A comment says something.")
    if "\0" in body:
        raise invalid("body", "The text holds a NUL character.", fix="Remove it and call again.")
    size = len(body.encode())
    if size > MAX_BODY_BYTES:
        raise DomainError(
            "too_large",
            f"A comment holds at most {MAX_BODY_BYTES:,} bytes of UTF-8; this one has {size:,}.",
            fix="Shorten it, or put it into a document and name that here.",
            path="body",
            limit=MAX_BODY_BYTES,
            size=size,
        )


def _too_many(said: str, fix: str, limit: int) -> DomainError:
    return DomainError("too_large", said, fix=fix, limit=limit)
