"""Questions in the console: who sees, asks, answers and reopens them."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from decisions.models import Document, Question
from decisions.services.places import Place
from decisions.services.questions import question_answer, question_ask
from spaces.domain.access import Access
from tests.cast import Cast
from tests.console import address, browser, list_of, refusals, rows
from tests.records import everything

LIST = "decisions_question"
HOSTILE = "<script>alert(1)</script> **Why** <img src=x onerror=alert(2)>?"


def asked(
    cast: Cast, text: str = "Why a queue?", about: Document | None = None, by: str = "member"
) -> Question:
    return question_ask(place=Place(cast.space, about), text=text, caller=cast.caller(by))


def named_document(cast: Cast) -> Document:
    document = cast.document()
    browser(cast, "author").post(address(document, "readers_add"), {"reader": "named"})
    return document


def test_a_question_is_asked_answered_and_opened_again(cast: Cast) -> None:
    member, author = browser(cast, "member"), browser(cast, "author")
    member.post(
        f"/console/{LIST.replace('_', '/')}/add/", {"space_id": cast.space.pk, "text": "Why a queue?"}
    )
    question = Question.objects.get()
    assert rows(author.get(list_of(LIST))) == {question.pk}
    assert author.post(address(question, "answer"), {"answer": "It is **bounded**."}).status_code == 302
    assert "<strong>bounded</strong>" in member.get(address(question)).content.decode()
    assert member.post(address(question, "reopen")).status_code == 302
    question.refresh_from_db()
    assert question.answer is None
    shown = member.get(address(question))
    assert [given["answer"].text for given in shown.context["earlier"]] == ["It is **bounded**."]


def test_a_person_whom_a_document_names_asks_about_it_in_a_space_they_do_not_see(cast: Cast) -> None:
    document = named_document(cast)
    page = browser(cast, "named").get(
        f"/console/decisions/question/add/?document_id={document.pk}&space_id={cast.space.pk}"
    )
    assert cast.space.pk in dict(page.context["form"].fields["space_id"].choices)
    given = {"space_id": cast.space.pk, "document_id": document.pk, "text": "Why 100?"}
    browser(cast, "named").post("/console/decisions/question/add/", given)
    assert Question.objects.get().document_id == document.pk


def test_a_space_nobody_showed_them_is_not_offered_to_a_stranger(cast: Cast) -> None:
    page = browser(cast, "stranger").get("/console/decisions/question/add/")
    assert cast.space.pk not in dict(page.context["form"].fields["space_id"].choices)


@pytest.mark.parametrize("name", ["stranger", "named"])
def test_a_question_about_a_space_is_absent_for_those_outside(cast: Cast, name: str) -> None:
    question = asked(cast)
    client = browser(cast, name)
    assert client.get(address(question)).status_code == 404
    assert rows(client.get(list_of(LIST))) == set()


def test_a_question_follows_the_access_of_its_document(cast: Cast) -> None:
    question = asked(cast, about=cast.document(level=Access.INTERNAL), by="author")
    assert browser(cast, "member").get(address(question)).status_code == 404
    assert browser(cast, "manager").get(address(question)).status_code == 200


def test_a_partner_reads_the_reason_why_they_do_not_answer(cast: Cast) -> None:
    question = asked(cast)
    client = browser(cast, "partner")
    before = everything()
    assert client.get(address(question)).context["not_answered_by_me"]
    refused = client.post(address(question, "answer"), {"answer": "Because."})
    assert refusals(refused) == {"forbidden"}
    assert everything() == before


def test_an_answered_question_is_not_answered_twice(cast: Cast) -> None:
    question = asked(cast)
    question_answer(question=question, answer="Because.", caller=cast.caller("author"))
    client = browser(cast, "manager")
    before = everything()
    assert refusals(client.post(address(question, "answer"), {"answer": "No."})) == {"already_done"}
    assert everything() == before


def test_the_list_is_narrowed_to_open_ones_and_to_a_space(cast: Cast) -> None:
    still_open, answered = asked(cast), asked(cast, "And why 100?")
    question_answer(question=answered, answer="Because.", caller=cast.caller("author"))
    client = browser(cast, "member")
    assert rows(client.get(list_of(LIST), {"status": "open"})) == {still_open.pk}
    assert rows(client.get(list_of(LIST), {"status": "answered"})) == {answered.pk}
    assert rows(client.get(list_of(LIST), {"space": cast.space.pk})) == {still_open.pk, answered.pk}
    about = asked(cast, "About it?", about=cast.document())
    assert rows(client.get(list_of(LIST), {"document": about.document_id})) == {about.pk}
    misread = client.get(list_of(LIST), {"document": "RFC 1"})
    assert rows(misread) == set()
    assert misread.context["cl"].filters.problems


def test_what_people_say_brings_no_script_into_the_page(cast: Cast) -> None:
    question = asked(cast, HOSTILE)
    question_answer(question=question, answer=HOSTILE, caller=cast.caller("author"))
    client = browser(cast, "member")
    for page in (client.get(address(question)), client.get(list_of(LIST))):
        text = page.content.decode()
        assert "<script>alert" not in text
        assert "<img src=x" not in text


@pytest.mark.parametrize("name", ["owner", "member"])
def test_a_list_costs_the_same_statements_however_many_questions_there_are(cast: Cast, name: str) -> None:
    def statements() -> int:
        with CaptureQueriesContext(connection) as made:
            assert browser(cast, name).get(list_of(LIST)).status_code == 200
        return len(made)

    document = cast.document()
    for count in range(3):
        asked(cast, f"Why {count}?", about=document)
    few = statements()
    for count in range(30):
        question_answer(
            question=asked(cast, f"And {count}?", about=document), answer="So.", caller=cast.caller("author")
        )
    assert statements() == few
