"""Questions: asked by whoever may talk there, answered once by a member, reopened by asker or manager."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import Max, Q
from django.utils import timezone

from decisions.hooks import QUESTION_ANSWERED
from decisions.models import Answer, Question
from decisions.querysets import questions_visible_to
from decisions.services.places import Place, require_member_of, require_participant, space_listed_for
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError, invalid, not_found
from spaces.kernel.paging import Page, page_of
from spaces.kernel.registry import hooks
from spaces.services.audit import audit_record

# As a comment's body, in bytes of UTF-8.
MAX_BYTES = 16 * 1024

# status -> the questions it lists; the first is the default.
STATUSES: dict[str, Q] = {
    "open": Q(answer__isnull=True),
    "answered": Q(answer__isnull=False),
    "all": Q(),
}

_SHOWN_WITH = ("document", "answer")


def question_for(caller: Caller, question_id: str, space_id: str | None = None) -> Question:
    """A question the caller reads; `not_found` for any other, and outside the space that is named."""
    questions = questions_visible_to(caller, by_id=True).filter(pk=question_id)
    if space_id:
        questions = questions.filter(space_id=space_id)
    question = questions.select_related("space", *_SHOWN_WITH).first()
    if question is None:
        raise not_found("question")
    return question


def question_list(caller: Caller, filters: Mapping[str, Any]) -> Page:
    """A page of a space's questions, newest first; the open ones unless another status is asked for."""
    space_id = space_listed_for(caller, filters["space_id"])
    questions = questions_visible_to(caller).filter(
        STATUSES[filters.get("status", "open")], space_id=space_id
    )
    return page_of(questions.select_related(*_SHOWN_WITH), order=("-id",), query=filters)


@transaction.atomic
def question_ask(*, place: Place, text: str, caller: Caller) -> Question:
    """A new open question."""
    require_participant(place, caller)
    _require_words("text", text)
    question = Question(
        account_id=place.space.account_id,
        space=place.space,
        document=place.document,
        text=text,
        asker_id=caller.subject,
        assistant_id=caller.assistant_id,
        byline=caller.byline,
        created_at=timezone.now(),
    )
    question.save(force_insert=True)
    about = {"document_id": place.document.pk} if place.document else {}
    _record(question, caller, "question.asked", after={"space_id": place.space.pk, **about})
    return question


@transaction.atomic
def question_answer(*, question: Question, answer: str, caller: Caller) -> Question:
    """The question with its answer; `already_done`, with the answer that stands, where it has one."""
    question = _held(question, caller)
    require_member_of(question, caller)
    if question.answer is not None:
        raise _answered(question.answer)
    _require_words("answer", answer)
    last = question.answers.aggregate(last=Max("number"))["last"] or 0
    given = Answer(
        question=question,
        number=last + 1,
        text=answer,
        author_id=caller.subject,
        assistant_id=caller.assistant_id,
        byline=caller.byline,
        created_at=timezone.now(),
    )
    given.save(force_insert=True)
    question.answer = given
    question.save(update_fields=["answer"])
    _record(question, caller, "question.answered", after={"answer": given.number})
    hooks.run(QUESTION_ANSWERED, question=question, answer=given, caller=caller)
    return question


@transaction.atomic
def question_reopen(*, question: Question, caller: Caller) -> Question:
    """The question, open again; its answer is kept among the earlier ones. An open one stays as it is."""
    question = _held(question, caller)
    require_reopener(question, caller)
    if question.answer is None:
        return question
    before = {"answer": question.answer.number}
    question.answer = None
    question.save(update_fields=["answer"])
    _record(question, caller, "question.reopened", before=before)
    return question


def require_reopener(question: Question, caller: Caller) -> None:
    """Pass for who asked it, and for managers."""
    if caller.person_id != question.asker_id and not caller.manages(question.account_id):
        raise DomainError(
            "forbidden",
            "Only who asked it or a manager of the account may reopen a question.",
            fix="Ask one of them, or ask a new question.",
        )


def question_read(question: Question) -> dict[str, Any]:
    """What QuestionWhole shows: the question, and the answers it had before it was reopened."""
    earlier = question.answers.order_by("number")
    if question.answer is not None:
        earlier = earlier.exclude(pk=question.answer.pk)
    return {"question": question, "earlier_answers": list(earlier)}


def _held(question: Question, caller: Caller) -> Question:
    """The question as it is now, held until the transaction ends; gone if the caller no longer reads it."""
    held = (
        questions_visible_to(caller, by_id=True)
        .select_for_update(no_key=True, of=("self",))
        .select_related("space", *_SHOWN_WITH)
        .filter(pk=question.pk)
        .first()
    )
    if held is None:
        raise not_found("question")
    return held


def _require_words(path: str, words: str) -> None:
    if not words.strip():
        raise invalid(path, "Words are required.")
    if "\0" in words:
        raise invalid(path, "It holds a NUL character.", fix="Remove it and call again.")
    size = len(words.encode())
    if size > MAX_BYTES:
        raise DomainError(
            "too_large",
            f"At most {MAX_BYTES:,} bytes of UTF-8; this has {size:,}.",
            fix="Shorten it, or put the long part into a document.",
            path=path,
            limit=MAX_BYTES,
            size=size,
        )


def _answered(answer: Answer) -> DomainError:
    return DomainError(
        "already_done",
        f"The question was answered by {answer.byline}.",
        fix="Read that answer; who asked or a manager can reopen the question.",
        answer=answer.text,
        answered_by=answer.byline,
        answered_at=answer.created_at.isoformat().replace("+00:00", "Z"),
    )


def _record(question: Question, caller: Caller, act: str, **changes: Mapping[str, Any]) -> None:
    audit_record(caller=caller, act=act, object_id=question.pk, account_id=question.account_id, **changes)
