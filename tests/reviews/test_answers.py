"""Asking for reviews, answering, repeating, dismissing; and who counts."""

from typing import Any

import pytest

from decisions.domain.kinds import Status
from decisions.models import Document
from decisions.services.versions import version_add
from reviews.domain.policy import Decision
from reviews.models import Review
from reviews.services.approvals import standing_of
from reviews.services.listing import review_queue, reviews_of
from reviews.services.reviews import review_dismiss, review_request
from spaces.domain.access import Access
from spaces.domain.roles import Role
from spaces.kernel.errors import DomainError
from spaces.models import Membership
from spaces.services.accounts import account_create
from spaces.services.settings import settings_of
from tests.cast import Cast
from tests.records import everything
from tests.reviews.stage import answer, app_of, in_review, move, rules

APPROVE, CHANGES = Decision.APPROVE, Decision.CHANGES


def ask(cast: Cast, document: Document, *names: str, who: str = "author") -> list[Review]:
    people = [cast.people[name].pk for name in names]
    return review_request(document=document, reviewers=people, caller=cast.caller(who))


def save(cast: Cast, document: Document, text: str, who: str = "author") -> None:
    document.refresh_from_db()
    version_add(document=document, base_version=document.current_version, text=text, caller=cast.caller(who))
    document.refresh_from_db()


def refused(act: Any) -> DomainError:
    before = everything()
    with pytest.raises(DomainError) as told:
        act()
    assert everything() == before
    return told.value


def names(cast: Cast, people: tuple[str, ...]) -> list[str]:
    by_id = {person.pk: name for name, person in cast.people.items()}
    return [by_id[person] for person in people]


def standing(cast: Cast, document: Document) -> tuple[list[str], list[str], list[str]]:
    """Who approves, who is waited for, who blocks."""
    document = Document.objects.get(pk=document.pk)
    told = standing_of(document, settings_of(document.space)).approvals
    return names(cast, told.approved_by), names(cast, told.waiting_for), names(cast, told.blocked_by)


def test_asking_again_on_the_same_version_changes_nothing_answered_or_not(cast: Cast) -> None:
    document = in_review(cast)
    first = ask(cast, document, "member", "manager")
    before = everything()
    assert [each.pk for each in ask(cast, document, "manager", "member", "member")] == [
        each.pk for each in first
    ]
    assert everything() == before
    answer(cast, document, APPROVE, "member")
    before = everything()
    assert [each.pk for each in ask(cast, document, "member")] == [first[0].pk]
    assert everything() == before
    save(cast, document, "# Queue\n\nTwelve.\n")
    (again,) = ask(cast, document, "member")
    assert (again.pk == first[0].pk, again.version) == (False, 2)


def test_requests_are_for_members_who_can_read_and_never_for_oneself(cast: Cast) -> None:
    document = in_review(cast, access=Access.INTERNAL)
    for someone in ("member", "named", "stranger", "author"):
        assert refused(lambda someone=someone: ask(cast, document, someone)).code == "invalid_arguments"
    assert refused(lambda: ask(cast, document)).code == "invalid_arguments"
    agent = cast.agent_of("owner")
    mine = [cast.people["owner"].pk]
    told = refused(lambda: review_request(document=document, reviewers=mine, caller=agent))
    assert told.code == "invalid_arguments"


def test_pending_requests_move_along_and_answers_stay_on_their_version(cast: Cast) -> None:
    document = in_review(cast)
    ask(cast, document, "member")
    answer(cast, document, APPROVE, "manager")
    save(cast, document, "# Queue\n\nTwelve.\n")
    rows = reviews_of(document, {}).rows
    assert [(row.decision, row.version, row.counts) for row in rows] == [
        ("approve", 1, False),
        ("pending", 2, True),
    ]
    assert standing(cast, document) == ([], ["member"], [])


def test_an_answer_on_an_old_version_leaves_the_request_for_the_current_one_open(cast: Cast) -> None:
    document = in_review(cast)
    ask(cast, document, "member")
    save(cast, document, "# Queue\n\nTwelve.\n")
    answer(cast, document, APPROVE, "member", version=1)
    assert standing(cast, document) == ([], ["member"], [])
    answer(cast, document, APPROVE, "member")
    assert standing(cast, document) == (["member"], [], [])


def test_repeating_the_newest_answer_is_unchanged_and_another_replaces_it(cast: Cast) -> None:
    document = in_review(cast)
    first = answer(cast, document, CHANGES, reason="Too many")
    before = everything()
    again = answer(cast, document, CHANGES, reason="Too many")
    assert (again.unchanged, again.review.pk) == (True, first.review.pk)
    assert everything() == before
    assert not answer(cast, document, CHANGES, reason="Far too many").unchanged
    assert not answer(cast, document, APPROVE).unchanged
    assert standing(cast, document) == (["member"], [], [])
    assert Review.objects.filter(is_current=True).count() == 1


def test_an_approval_repeated_after_a_later_request_for_changes_takes_that_back(cast: Cast) -> None:
    document = in_review(cast)
    save(cast, document, "# Queue\n\nTwelve.\n")
    answer(cast, document, APPROVE)
    answer(cast, document, CHANGES, version=1, reason="On second thoughts")
    assert standing(cast, document) == (["member"], [], ["member"])
    assert not answer(cast, document, APPROVE).unchanged
    assert standing(cast, document) == (["member"], [], [])


def test_a_move_carries_the_approval_and_not_the_taking_back_of_changes(cast: Cast) -> None:
    document = in_review(cast)
    save(cast, document, "# Queue\n\nTwelve.\n")
    answer(cast, document, APPROVE)
    answer(cast, document, CHANGES, version=1)
    move(cast, document, Status.DRAFT, "author")
    assert standing(cast, document) == (["member"], [], ["member"])


def test_answers_are_given_on_versions_there_are_by_members_who_read(cast: Cast) -> None:
    document = in_review(cast, access=Access.PARTNER)
    assert refused(lambda: answer(cast, document, APPROVE, version=9)).code == "not_found"
    assert refused(lambda: answer(cast, document, APPROVE, "partner")).code == "forbidden"
    assert refused(lambda: answer(cast, document, APPROVE, "stranger")).code == "not_found"
    assert refused(lambda: answer(cast, document, Decision.PENDING)).code == "invalid_arguments"


def test_neither_author_nor_text_author_counts_unless_the_space_says_so(cast: Cast) -> None:
    document = in_review(cast)
    save(cast, document, "# Queue\n\nTwelve.\n", "manager")
    for name in ("author", "manager", "member"):
        answer(cast, document, APPROVE, name)
    assert standing(cast, document)[0] == ["member"]
    counting = {row.reviewer_id: row.counts for row in reviews_of(document, {}).rows}
    assert counting == {
        cast.people["author"].pk: False,
        cast.people["manager"].pk: False,
        cast.people["member"].pk: True,
    }
    rules(cast, self_approval=True)
    assert standing(cast, document)[0] == ["author", "manager", "member"]


def test_only_the_request_for_changes_that_stands_is_told_to_count(cast: Cast) -> None:
    document = in_review(cast)
    answer(cast, document, CHANGES, "member")
    save(cast, document, "# Queue\n\nTwelve.\n")
    answer(cast, document, CHANGES, "member")
    assert [(row.version, row.counts) for row in reviews_of(document, {}).rows] == [(2, True), (1, False)]


@pytest.mark.parametrize("leaving", ["left", "shut out", "inactive"])
def test_who_leaves_or_is_shut_out_stops_counting_at_once(cast: Cast, leaving: str) -> None:
    document = in_review(cast)
    ask(cast, document, "member")
    answer(cast, document, CHANGES, "member")
    save(cast, document, "# Queue\n\nTwelve.\n")
    ask(cast, document, "member")
    assert standing(cast, document) == ([], ["member"], ["member"])
    match leaving:
        case "left":
            Membership.objects.filter(account=cast.account, user=cast.people["member"]).delete()
        case "shut out":
            Document.objects.filter(pk=document.pk).update(access=Access.INTERNAL)
        case _:
            type(cast.people["member"]).objects.filter(username="member").update(is_active=False)
    assert standing(cast, document) == ([], [], [])
    document.refresh_from_db()
    assert reviews_of(document, {"status": "waiting"}).rows == []
    assert len(reviews_of(document, {"status": "pending"}).rows) == 1
    for filters in ({"status": "asked"}, {"status": "asked", "account_id": cast.account.pk}):
        rows = review_queue(cast.agent_of("author"), filters).rows
        assert list(rows) == []


def test_a_manager_dismisses_a_request_for_changes_with_a_reason_themself(cast: Cast) -> None:
    document = in_review(cast)
    review = answer(cast, document, CHANGES).review

    def dismiss(who: Any, because: str = "It is settled") -> Review:
        caller = cast.caller(who) if isinstance(who, str) else who
        return review_dismiss(review=review, because=because, caller=caller)

    assert refused(lambda: dismiss("author")).code == "forbidden"
    assert refused(lambda: dismiss(app_of(cast, "owner"))).code == "person_required"
    assert refused(lambda: dismiss("owner", " ")).code == "invalid_arguments"
    assert refused(lambda: dismiss("owner", "x" * 501)).code == "invalid_arguments"
    dismiss("owner")
    assert standing(cast, document)[2] == []
    assert refused(lambda: dismiss("owner")).code == "already_done"
    assert not answer(cast, document, CHANGES).unchanged
    assert standing(cast, document)[2] == ["member"]


def test_an_approval_is_not_dismissed(cast: Cast) -> None:
    review = answer(cast, in_review(cast), APPROVE).review
    told = refused(lambda: review_dismiss(review=review, because="No", caller=cast.caller("owner")))
    assert told.code == "not_found"


def test_the_queue_is_of_the_account_named_the_credentials_or_the_personal_one(cast: Cast) -> None:
    document = in_review(cast)
    ask(cast, document, "member")
    account = {"account_id": cast.account.pk}
    assert len(review_queue(cast.caller("member"), account).rows) == 1
    assert len(review_queue(cast.agent_of("member"), {}).rows) == 1
    assert len(review_queue(cast.caller("member"), {}).rows) == 0
    assert len(review_queue(cast.caller("author"), {"status": "asked", **account}).rows) == 1
    assert len(review_queue(cast.caller("author"), account).rows) == 0
    with pytest.raises(DomainError) as told:
        review_queue(cast.caller("stranger"), account)
    assert told.value.code == "not_found"


def test_a_manager_elsewhere_is_not_one_here(cast: Cast) -> None:
    """The queue asks for one membership that is of this account and of a manager, not for two."""
    other = account_create(name="Initech", owner=cast.people["member"], caller=cast.caller("member"))
    assert Membership.objects.get(account=other, user=cast.people["member"]).role == Role.OWNER
    document = in_review(cast)
    ask(cast, document, "member")
    Document.objects.filter(pk=document.pk).update(access=Access.INTERNAL)
    assert review_queue(cast.agent_of("author"), {"status": "asked"}).rows == []


def test_a_read_includes_the_open_requests_and_the_answers_that_stand(cast: Cast) -> None:
    document = in_review(cast)
    people = {name: cast.people[name].pk for name in ("member", "manager")}
    review_request(document=document, reviewers=list(people.values()), caller=cast.caller("author"))
    answer(cast, document, Decision.CHANGES, reason="Too slow")
    answer(cast, document, Decision.APPROVE)
    address = f"/api/v1/documents/{document.pk}/"
    told = cast.client("agent").get(address, {"include": "reviews"}).json()["reviews"]
    assert [(row["reviewer"], row["decision"], row["counts"]) for row in told] == [
        (people["member"], "approve", True),
        (people["manager"], "pending", True),
    ]
    assert "reviews" not in cast.client("agent").get(address).json()
