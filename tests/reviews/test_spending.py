"""An approved ask is spent once, leaves a record that tells who did what, and is never lost to another refusal."""

from typing import Any

import pytest
from django.db import transaction

from decisions.domain.kinds import Kind, Status
from decisions.domain.transitions import Act
from decisions.models import Document, StatusLine, Version
from decisions.services.versions import version_add
from reviews.domain.policy import Decision
from reviews.models import Ask, Review
from reviews.services.asks import ask_create, ask_decide, ask_withdraw
from spaces.kernel.errors import DomainError
from spaces.models import AuditEntry, Membership
from tests.cast import Cast
from tests.records import everything
from tests.reviews.stage import (
    DAY,
    answer,
    app_of,
    ask_made,
    in_review,
    member_add,
    move,
    rules,
    staged,
    text_of,
)


def refused(act: Any) -> DomainError:
    before = everything()
    with pytest.raises(DomainError) as told, transaction.atomic():
        act()
    assert everything() == before
    return told.value


def settled(ask: Ask) -> str:
    return Ask.objects.get(pk=ask.pk).settled


def asked(cast: Cast, document: Document, act: Act, person: str = "owner", by: str = "member") -> Ask:
    """An ask of this member's app, approved by its person."""
    ask = ask_create(document=document, act=act, person_id=cast.people[person].pk, caller=app_of(cast, by))
    return ask_decide(ask=ask, approve=True, caller=cast.caller(person))


def test_the_record_tells_whose_act_it_was_and_whose_assistant_asked(cast: Cast) -> None:
    rules(cast, approvals=1)
    document = in_review(cast)
    app = app_of(cast, "member")
    approving = asked(cast, document, Act.APPROVE, "manager")
    answer(cast, document, Decision.APPROVE, app, approval_id=approving.pk)
    accepting = asked(cast, document, Act.ACCEPT)
    moved = move(cast, document, Status.ACCEPTED, app, approval_id=accepting.pk)

    review = Review.objects.get(document=document, version=1)
    assert review.byline == "manager, asked by Claude Code for member"
    assert (review.reviewer, review.assistant_id) == (cast.people["manager"], "client-1")
    told = "owner, asked by Claude Code for member"
    assert (moved.version.byline, moved.version.author) == (told, cast.people["owner"])
    entry = AuditEntry.objects.get(act="document.moved")
    assert (entry.byline, entry.person_id, entry.assistant_id) == (told, cast.people["owner"].pk, "client-1")
    line = text_of(document).splitlines()[-1]
    assert line.endswith("accepted by @owner: asked by Claude Code for @member")
    assert StatusLine.objects.get(document=document).recorded
    assert settled(approving) == settled(accepting) == "spent"


def test_an_ask_is_spent_once(cast: Cast) -> None:
    document = in_review(cast)
    app = app_of(cast, "member")
    ask = asked(cast, document, Act.APPROVE)
    answer(cast, document, Decision.APPROVE, app, approval_id=ask.pk)
    told = refused(lambda: answer(cast, document, Decision.APPROVE, app, approval_id=ask.pk))
    assert (told.code, told.facts["reason"]) == ("approval_invalid", "spent")


def test_an_ask_is_spent_though_the_answer_was_given_already(cast: Cast) -> None:
    document = in_review(cast)
    answer(cast, document, Decision.APPROVE, "owner")
    ask = asked(cast, document, Act.APPROVE)
    again = answer(cast, document, Decision.APPROVE, app_of(cast, "member"), approval_id=ask.pk)
    assert again.unchanged
    assert settled(ask) == "spent"


def test_a_call_refused_for_another_cause_does_not_spend_the_ask(cast: Cast) -> None:
    rules(cast, approvals=1)
    document = in_review(cast)
    app = app_of(cast, "member")
    ask = asked(cast, document, Act.ACCEPT)
    for wish, code in (
        ({}, "approvals_missing"),
        ({"base_version": 7}, "conflict"),
        ({"decider_id": cast.people["author"].pk}, "invalid_arguments"),
        ({"review_by": DAY.replace(year=2098)}, "invalid_arguments"),
        ({"successor_id": document.pk}, "invalid_arguments"),
    ):
        options: dict[str, Any] = {"approval_id": ask.pk, **wish}
        told = refused(lambda options=options: move(cast, document, Status.ACCEPTED, app, **options))
        assert told.code == code, wish
    assert settled(ask) == "approved"
    answer(cast, document, Decision.APPROVE, "manager")
    move(cast, document, Status.ACCEPTED, app, approval_id=ask.pk)
    assert settled(ask) == "spent"


@pytest.mark.parametrize("leaving", ["shut out", "left", "inactive"])
def test_a_person_no_longer_entitled_makes_the_ask_useless(cast: Cast, leaving: str) -> None:
    reviewer = member_add(cast, "reviewer")
    document = in_review(cast)
    ask = asked(cast, document, Act.APPROVE, "reviewer", by="manager")
    match leaving:
        case "shut out":
            Document.objects.filter(pk=document.pk).update(access=4)
        case "left":
            Membership.objects.filter(user=reviewer, account=cast.account).delete()
        case _:
            type(reviewer).objects.filter(pk=reviewer.pk).update(is_active=False)
    told = refused(
        lambda: answer(cast, document, Decision.APPROVE, app_of(cast, "manager"), approval_id=ask.pk)
    )
    assert (told.code, told.facts["reason"]) == ("approval_invalid", "not_entitled")


def test_an_ask_to_a_former_decider_is_useless(cast: Cast) -> None:
    member_add(cast, "decider")
    rules(cast, approvals=0)
    document = staged(cast, Kind.RFC, Status.IN_REVIEW, decider="decider", review_by=DAY)
    ask = asked(cast, document, Act.ACCEPT, "decider")
    Document.objects.filter(pk=document.pk).update(decider=cast.people["owner"])
    app = app_of(cast, "member")
    told = refused(lambda: move(cast, document, Status.ACCEPTED, app, approval_id=ask.pk))
    assert (told.code, told.facts["reason"]) == ("approval_invalid", "not_entitled")


def test_self_approval_is_judged_for_the_person_asked(cast: Cast) -> None:
    document = in_review(cast)
    app = app_of(cast, "member")
    told = answer(
        cast, document, Decision.APPROVE, app, approval_id=asked(cast, document, Act.APPROVE, "author").pk
    )
    assert told.standing.approvals.approved_by == ()
    told = answer(
        cast, document, Decision.APPROVE, app, approval_id=asked(cast, document, Act.APPROVE, "manager").pk
    )
    assert told.standing.approvals.approved_by == (cast.people["manager"].pk,)


def test_any_new_version_outdates_an_ask_a_status_only_one_too(cast: Cast) -> None:
    document = in_review(cast)
    asks = [asked(cast, document, Act.APPROVE)]
    move(cast, document, Status.IN_REVIEW, "author", review_by=DAY.replace(day=1))
    asks.append(asked(cast, document, Act.APPROVE))
    document.refresh_from_db()
    version_add(
        document=document, base_version=2, text="# Queue limits\n\nMore\n", caller=cast.caller("author")
    )
    assert [Ask.objects.get(pk=ask.pk).state_now for ask in asks] == ["outdated", "outdated"]
    assert Version.objects.filter(document=document).count() == 3


def test_an_ask_is_made_by_members_assistants_for_members_and_for_a_move_there_is(cast: Cast) -> None:
    document = in_review(cast)
    app, owner = app_of(cast, "member"), cast.people["owner"].pk

    def ask(**changed: Any) -> str:
        given = {"document": document, "act": Act.APPROVE, "person_id": owner, "caller": app, **changed}
        return refused(lambda: ask_create(**given)).code

    assert ask(caller=cast.caller("owner")) == "forbidden"
    assert ask(person_id=cast.people["stranger"].pk) == "invalid_arguments"
    assert ask(person_id=cast.people["named"].pk) == "invalid_arguments"
    assert ask(act=Act.PUBLISH) == "invalid_transition"
    Document.objects.filter(pk=document.pk).update(access=2)
    assert ask(caller=app_of(cast, "partner")) == "forbidden"


def test_only_its_person_decides_an_ask_themself_once_and_while_entitled(cast: Cast) -> None:
    document = in_review(cast)
    ask = ask_create(
        document=document, act=Act.ACCEPT, person_id=cast.people["author"].pk, caller=app_of(cast, "member")
    )
    for caller in (cast.caller("owner"), app_of(cast, "author"), cast.caller("member")):
        assert (
            refused(lambda caller=caller: ask_decide(ask=ask, approve=True, caller=caller)).code
            == "not_found"
        )
    author = cast.caller("author")
    assert refused(lambda: ask_decide(ask=ask, approve=True, caller=author)).code == "approval_invalid"
    ask_decide(ask=ask, approve=False, because="Not mine to decide", caller=author)
    assert settled(ask) == "declined"
    assert refused(lambda: ask_decide(ask=ask, approve=True, caller=author)).code == "already_done"


def test_an_ask_is_withdrawn_by_its_assistant_or_that_ones_person(cast: Cast) -> None:
    document = in_review(cast)
    app = app_of(cast, "member")
    for caller in (app, cast.caller("member")):
        ask = ask_made(document, app, cast.people["owner"], Act.APPROVE, settled="pending")
        for other in (cast.caller("owner"), cast.agent_of("member"), app_of(cast, "owner")):
            assert (
                refused(lambda ask=ask, other=other: ask_withdraw(ask=ask, caller=other)).code == "not_found"
            )
        ask_withdraw(ask=ask, caller=caller)
        assert settled(ask) == "withdrawn"
        assert refused(lambda ask=ask: ask_withdraw(ask=ask, caller=app)).code == "already_done"
