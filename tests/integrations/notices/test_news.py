"""Who hears of what: each event through the service that makes it."""

import pytest

from decisions.domain.kinds import Kind, Status
from decisions.domain.transitions import Act
from decisions.services.comments import comment_add
from decisions.services.document_access import reader_add
from decisions.services.documents import Imported, document_import
from decisions.services.places import Place
from decisions.services.questions import question_answer, question_ask
from decisions.services.versions import version_add
from integrations.models import Notice
from reviews.domain.policy import Decision
from reviews.services.asks import ask_create, ask_decide
from reviews.services.lifecycle import document_set_status
from reviews.services.needs import Wish
from reviews.services.reviews import review_dismiss, review_request, review_submit
from spaces.kernel.errors import DomainError
from spaces.services.settings import settings_change
from tests.cast import Cast
from tests.integrations.notices.telling import everybody_told, in_review, told


def text_of(*mentioned: str) -> str:
    return "# Queue limits\n\n" + " ".join(f"@{name}" for name in mentioned) + "\n"


def test_a_review_asked_is_told_to_whoever_is_asked_once(cast: Cast) -> None:
    document = in_review(cast)
    people = [cast.people["member"].pk, cast.people["manager"].pk]
    for _ in range(2):
        review_request(document=document, reviewers=people, caller=cast.caller("author"))
    assert everybody_told(cast) == {"member": ["review_requested"], "manager": ["review_requested"]}
    notice = Notice.objects.filter(person=cast.people["member"]).get()
    assert (notice.document_id, notice.byline, notice.facts) == (document.pk, "author", {"version": 2})


@pytest.mark.parametrize("decision", [Decision.APPROVE, Decision.CHANGES])
def test_an_answer_is_told_to_author_decider_and_who_asked(cast: Cast, decision: Decision) -> None:
    document = in_review(cast)
    review_request(document=document, reviewers=[cast.people["member"].pk], caller=cast.caller("owner"))
    Notice.objects.all().delete()
    review_submit(document=document, version=2, decision=decision, caller=cast.caller("member"))
    assert everybody_told(cast) == {name: [decision.value] for name in ("owner", "manager", "author")}


def test_an_answer_that_changes_nothing_is_told_to_nobody(cast: Cast) -> None:
    document = in_review(cast)
    for _ in range(2):
        review_submit(document=document, version=2, decision=Decision.APPROVE, caller=cast.caller("member"))
    assert told(cast, "author") == ["approve"]


def test_whoever_is_told_of_an_answer_is_not_told_again_that_its_reason_mentions_them(cast: Cast) -> None:
    document = in_review(cast)
    review_submit(
        document=document,
        version=2,
        decision=Decision.CHANGES,
        reason="See what @owner and @author said.",
        caller=cast.caller("member"),
    )
    assert told(cast, "author") == ["changes"]
    assert told(cast, "owner") == ["mentioned_in_reason"]


def test_a_dismissed_answer_is_told_to_whoever_gave_it(cast: Cast) -> None:
    document = in_review(cast)
    answered = review_submit(
        document=document, version=2, decision=Decision.CHANGES, caller=cast.caller("member")
    )
    Notice.objects.all().delete()
    review_dismiss(review=answered.review, because="Settled with @author", caller=cast.caller("manager"))
    assert everybody_told(cast) == {"member": ["dismissed"], "author": ["mentioned_in_reason"]}


def test_a_decision_is_told_to_author_decider_and_all_who_judged(cast: Cast) -> None:
    settings_change(space=cast.space, changes={"approvals": {"rfc": 1}}, caller=cast.caller("owner"))
    document = in_review(cast)
    review_request(document=document, reviewers=[cast.people["owner"].pk], caller=cast.caller("author"))
    review_submit(document=document, version=2, decision=Decision.APPROVE, caller=cast.caller("member"))
    Notice.objects.all().delete()
    document_set_status(
        document=document, base_version=2, status=Status.ACCEPTED, caller=cast.caller("manager")
    )
    assert everybody_told(cast) == {name: ["accepted"] for name in ("owner", "member", "author")}


@pytest.mark.parametrize(
    ("kind", "status", "told_of"),
    [
        (Kind.ADR, Status.REJECTED, True),
        (Kind.STUDY, Status.PUBLISHED, True),
        (Kind.ADR, Status.WITHDRAWN, False),
    ],
)
def test_what_decides_is_told_and_what_does_not_is_not(
    cast: Cast, kind: Kind, status: Status, told_of: bool
) -> None:
    document = cast.document(kind=kind)
    document_set_status(document=document, base_version=1, status=status, caller=cast.caller("manager"))
    assert told(cast, "author") == ([status.value] if told_of else [])


def test_whoever_is_named_as_decider_is_told_once(cast: Cast) -> None:
    document = cast.document()
    wish = Wish(decider_id=cast.people["member"].pk, review_by=document.created_at.date())
    author = cast.caller("author")
    document_set_status(document=document, base_version=1, status=Status.IN_REVIEW, wish=wish, caller=author)
    later = Wish(note="now with @owner")
    document_set_status(document=document, base_version=2, status=Status.DRAFT, wish=later, caller=author)
    document_set_status(document=document, base_version=3, status=Status.IN_REVIEW, wish=wish, caller=author)
    assert everybody_told(cast) == {"member": ["decider_named"], "owner": ["mentioned_in_reason"]}


def test_a_mention_in_a_first_text_is_told(cast: Cast) -> None:
    cast.document(text=text_of("member", cast.people["owner"].pk, "author"))
    assert everybody_told(cast) == {"member": ["mentioned_in_text"], "owner": ["mentioned_in_text"]}


def test_a_text_made_from_a_template_or_imported_is_told_to_nobody(cast: Cast) -> None:
    templates = {"templates": {"rfc": text_of("member", "owner")}}
    settings_change(space=cast.space, changes=templates, caller=cast.caller("owner"))
    cast.document()
    imported = Imported("markdown")
    document_import(
        space=cast.space,
        kind=Kind.RFC,
        title="Old",
        text=text_of("member"),
        imported=imported,
        caller=cast.caller("author"),
    )
    assert everybody_told(cast) == {}


def test_only_a_mention_that_is_new_in_a_text_is_told(cast: Cast) -> None:
    document = cast.document(text=text_of("member"))
    for base, people in enumerate([("member", "manager"), ("manager",), ("manager", "member")], start=1):
        version_add(document=document, base_version=base, text=text_of(*people), caller=cast.caller("author"))
    assert told(cast, "member") == ["mentioned_in_text", "mentioned_in_text"]
    assert told(cast, "manager") == ["mentioned_in_text"]
    assert Notice.objects.filter(person=cast.people["member"]).last().facts == {"version": 4}  # type: ignore[union-attr]


# Who may be told that somebody named them: only those who have to do with the document.
CIRCLE = {"member": True, "owner": True, "partner": True, "named": True, "stranger": False}


@pytest.mark.parametrize(("name", "concerned"), CIRCLE.items())
def test_strangers_are_told_of_no_mention(cast: Cast, name: str, concerned: bool) -> None:
    document = cast.document()
    reader_add(document=document, reader=cast.people["named"], caller=cast.caller("author"))
    comment_add(document=document, body=f"@{name} and @nobody", caller=cast.caller("author"))
    assert told(cast, name) == (["mentioned_in_comment"] if concerned else [])


def test_a_reply_is_told_to_those_who_spoke_in_the_thread_and_no_comment_to_others(cast: Cast) -> None:
    document = cast.document()
    first = comment_add(document=document, body="Why 80?", caller=cast.caller("member"))
    assert everybody_told(cast) == {}
    for name in ("owner", "author", "owner"):
        comment_add(document=document, body="@member see", reply_to=first.pk, caller=cast.caller(name))
    assert everybody_told(cast) == {
        "member": ["replied"] * 3,
        "owner": ["replied"],
        "author": ["replied"],
    }


def test_an_answer_to_a_question_about_a_document_is_told_to_whoever_asked(cast: Cast) -> None:
    for document in (cast.document(), None):
        place = Place(cast.space, document)
        question = question_ask(place=place, text="Why?", caller=cast.caller("author"))
        question_answer(question=question, answer="So.", caller=cast.caller("member"))
    assert everybody_told(cast) == {"author": ["question_answered"]}


def test_what_an_assistant_does_is_not_told_to_its_person_and_names_both(cast: Cast) -> None:
    document = cast.document()
    comment_add(document=document, body="@member @owner", caller=cast.caller("assistant"))
    assert everybody_told(cast) == {"owner": ["mentioned_in_comment"]}
    assert Notice.objects.get().byline == "member via Claude Code"


@pytest.mark.parametrize("person", ["member", "manager"])
def test_an_ask_is_told_to_its_person_even_by_their_own_assistant(cast: Cast, person: str) -> None:
    document = in_review(cast)
    ask = ask_create(
        document=document,
        act=Act.APPROVE,
        person_id=cast.people[person].pk,
        caller=cast.caller("assistant"),
    )
    notice = Notice.objects.get(person=cast.people[person])
    assert (notice.event, notice.ask_id, notice.facts) == ("asked", ask.pk, {"act": "approve", "version": 2})


@pytest.mark.parametrize("approve", [True, False])
def test_a_decided_ask_is_told_to_whose_assistant_asked(cast: Cast, approve: bool) -> None:
    document = in_review(cast)
    ask = ask_create(
        document=document,
        act=Act.APPROVE,
        person_id=cast.people["manager"].pk,
        caller=cast.caller("assistant"),
    )
    ask_decide(ask=ask, approve=approve, caller=cast.caller("manager"))
    assert told(cast, "member") == ["ask_approved" if approve else "ask_declined"]


def test_what_is_refused_is_told_to_nobody(cast: Cast) -> None:
    """Notices are written in the transaction of their act."""
    document = in_review(cast)
    with pytest.raises(DomainError):
        version_add(document=document, base_version=1, text=text_of("member"), caller=cast.caller("author"))
    with pytest.raises(DomainError):
        review_request(
            document=document,
            reviewers=[cast.people["member"].pk, cast.people["stranger"].pk],
            caller=cast.caller("author"),
        )
    assert everybody_told(cast) == {}
