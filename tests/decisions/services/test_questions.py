"""Questions: who asks, who answers, who reopens, and what lists show."""

from typing import Any

import pytest

from decisions.models import Answer, Document, Question
from decisions.services.document_access import reader_add
from decisions.services.listings import document_link
from decisions.services.places import place_for
from decisions.services.questions import (
    question_answer,
    question_ask,
    question_for,
    question_list,
    question_read,
    question_reopen,
)
from spaces.domain.access import Access
from spaces.kernel.errors import DomainError
from spaces.models import AuditEntry
from spaces.services.spaces import space_create, space_delete, space_update
from tests.cast import Cast
from tests.records import everything

LIMIT = 16 * 1024


def ask(cast: Cast, actor: str = "member", document: Document | None = None, text: str = "Why?") -> Question:
    caller = cast.caller(actor)
    place = place_for(caller, cast.space.pk, document.pk if document else None)
    return question_ask(place=place, text=text, caller=caller)


def answer(cast: Cast, question: Question, actor: str = "member", text: str = "Because.") -> Question:
    caller = cast.caller(actor)
    return question_answer(question=question_for(caller, question.pk), answer=text, caller=caller)


def reopen(cast: Cast, question: Question, actor: str = "member") -> Question:
    caller = cast.caller(actor)
    return question_reopen(question=question_for(caller, question.pk), caller=caller)


def refused(act: Any, *arguments: Any, **options: Any) -> DomainError:
    before = everything()
    with pytest.raises(DomainError) as told:
        act(*arguments, **options)
    assert everything() == before
    return told.value


def listed(cast: Cast, actor: str = "member", **filters: Any) -> list[str]:
    filters.setdefault("space_id", cast.space.pk)
    return [question.pk for question in question_list(cast.caller(actor), filters).rows]


@pytest.fixture
def shared(cast: Cast) -> Document:
    """A document that its named person and the partner's people read."""
    document = cast.document(level=Access.PARTNER)
    reader_add(document=document, reader=cast.people["named"], caller=cast.caller("author"))
    return document


def test_a_question_is_asked_answered_and_recorded_with_person_and_assistant(cast: Cast) -> None:
    question = ask(cast, "assistant", text="Which limit?\n")
    assert (question.text, question.byline, question.answer) == (
        "Which limit?\n",
        "member via Claude Code",
        None,
    )
    told = answer(cast, question, "agent", "Ten.").answer
    assert told is not None
    assert (told.number, told.text, told.byline) == (1, "Ten.", "member via Build agent")
    acts = AuditEntry.objects.filter(object_id=question.pk).order_by("id").values_list("act", "byline")
    assert list(acts) == [
        ("question.asked", "member via Claude Code"),
        ("question.answered", "member via Build agent"),
    ]
    assert "Ten" not in str(list(AuditEntry.objects.filter(object_id=question.pk).values()))


def test_a_question_is_answered_once_and_a_second_answer_is_told_the_first(cast: Cast) -> None:
    question = answer(cast, ask(cast))
    told = refused(answer, cast, question, "author", "No.")
    assert told.code == "already_done"
    assert (told.facts["answer"], told.facts["answered_by"]) == ("Because.", "member")


@pytest.mark.parametrize("actor", ["member", "owner", "manager"])
def test_asker_and_managers_reopen_and_the_answer_before_is_kept(cast: Cast, actor: str) -> None:
    question = reopen(cast, answer(cast, ask(cast)), actor)
    assert question.answer is None
    again = answer(cast, question, "author", "Better.")
    shown = question_read(again)
    assert [earlier.text for earlier in shown["earlier_answers"]] == ["Because."]
    assert again.answer is not None
    assert (again.answer.number, again.answer.text) == (2, "Better.")
    assert Answer.objects.filter(question=question).count() == 2


def test_another_member_may_not_reopen(cast: Cast) -> None:
    assert refused(reopen, cast, answer(cast, ask(cast)), "author").code == "forbidden"


def test_reopening_an_open_question_changes_nothing(cast: Cast) -> None:
    question = ask(cast)
    before = everything()
    assert reopen(cast, question).answer is None
    assert everything() == before


ABOUT_A_DOCUMENT = {
    "owner": (True, True),
    "member": (True, True),
    "assistant": (True, True),
    "agent": (True, True),
    "author": (True, True),
    "named": (True, False),
    "partner": (True, False),
}


@pytest.mark.parametrize("actor", ABOUT_A_DOCUMENT)
def test_about_a_document_its_readers_ask_and_members_answer(
    cast: Cast, shared: Document, actor: str
) -> None:
    _, answers = ABOUT_A_DOCUMENT[actor]
    question = ask(cast, actor, shared)
    assert question.document_id == shared.pk
    assert listed(cast, actor) == [question.pk]
    if answers:
        assert answer(cast, question, actor).answer is not None
    else:
        assert refused(answer, cast, question, actor).code == "forbidden"


def test_who_reads_only_because_a_document_is_public_reads_its_questions_and_asks_none(cast: Cast) -> None:
    document = cast.document(level=Access.PUBLIC)
    question = ask(cast, "member", document)
    assert question_for(cast.caller("stranger"), question.pk) == question
    assert refused(ask, cast, "stranger", document).code == "forbidden"
    assert refused(answer, cast, question, "stranger").code == "forbidden"
    assert refused(listed, cast, "stranger").code == "not_found"


# actor -> what a question about no document is to them: without a floor, and under an internal one
ABOUT_NONE = {
    "owner": ("writes", "writes"),
    "manager": ("writes", "writes"),
    "member": ("writes", "nothing"),
    "assistant": ("writes", "nothing"),
    "author": ("writes", "nothing"),
    "partner": ("reads", "nothing"),
    "named": ("nothing", "nothing"),
    "stranger": ("nothing", "nothing"),
    "visitor": ("nothing", "nothing"),
}


@pytest.mark.parametrize("floor", [None, Access.TEAM, Access.INTERNAL])
@pytest.mark.parametrize("actor", ABOUT_NONE)
def test_about_none_members_write_partners_read_and_an_internal_floor_is_the_managers(
    cast: Cast, shared: Document, actor: str, floor: Access | None
) -> None:
    question = ask(cast, "owner")
    space_update(space=cast.space, changes={"access_floor": floor}, caller=cast.caller("owner"))
    expected = ABOUT_NONE[actor][floor is Access.INTERNAL]
    if expected == "writes":
        assert listed(cast, actor) == [question.pk]
        assert ask(cast, actor).pk
        assert answer(cast, question, actor).answer is not None
    elif expected == "reads":
        assert listed(cast, actor) == [question.pk]
        assert refused(ask, cast, actor).code == "forbidden"
        assert refused(answer, cast, question, actor).code == "forbidden"
    else:
        assert refused(question_for, cast.caller(actor), question.pk).code == "not_found"
        assert refused(answer, cast, question, actor).code == "not_found"
        assert refused(ask, cast, actor).code in {"forbidden", "not_found"}


def test_a_question_about_a_document_one_may_not_read_does_not_exist(cast: Cast) -> None:
    document = cast.document(level=Access.INTERNAL)
    hidden, shown = ask(cast, "author", document), ask(cast)
    assert listed(cast, "member") == [shown.pk]
    assert listed(cast, "owner") == [shown.pk, hidden.pk]
    absent = refused(question_for, cast.caller("member"), "lqst_00000000000000000000000000")
    unread = refused(question_for, cast.caller("member"), hidden.pk)
    assert unread.body() == absent.body()
    assert refused(ask, cast, "member", document).code == "not_found"


def test_a_key_of_another_account_sees_nothing_its_person_was_shown(cast: Cast, shared: Document) -> None:
    question = ask(cast, "member", shared)
    agent = cast.agent_of("partner", account=cast.partner_account)
    assert refused(question_for, agent, question.pk).code == "not_found"


def test_lists_are_by_status_and_newest_first(cast: Cast) -> None:
    first, second, third = ask(cast), ask(cast), ask(cast)
    answer(cast, second)
    assert listed(cast) == listed(cast, status="open") == [third.pk, first.pk]
    assert listed(cast, status="answered") == [second.pk]
    assert listed(cast, status="all") == [third.pk, second.pk, first.pk]


def test_a_list_is_of_its_space_alone(cast: Cast) -> None:
    other = space_create(account_id=cast.account.pk, name="Other", caller=cast.caller("owner"))
    document = cast.document(space=other)
    document_link(document=document, target_space_id=cast.space.pk, caller=cast.caller("owner"))
    here = ask(cast, "member", document)
    assert listed(cast) == [here.pk]
    assert listed(cast, space_id=other.pk) == []
    wrong = refused(question_for, cast.caller("member"), here.pk, other.pk)
    assert wrong.code == "not_found"


@pytest.mark.parametrize(
    ("text", "code"),
    [(" \n", "invalid_arguments"), ("a\0b", "invalid_arguments"), ("é" * (LIMIT // 2) + "x", "too_large")],
)
def test_words_are_needed_and_bounded_in_bytes(cast: Cast, text: str, code: str) -> None:
    question = ask(cast, text="é" * (LIMIT // 2))
    assert refused(ask, cast, text=text).code == code
    assert refused(answer, cast, question, text=text).code == code


def test_a_space_with_questions_is_not_deleted(cast: Cast) -> None:
    ask(cast)
    told = refused(space_delete, space=cast.space, caller=cast.caller("owner"))
    assert told.facts["holds"]["questions"] == 1
