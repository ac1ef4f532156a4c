"""Two at once, on connections of their own: one ask, one successor, one document."""

from collections.abc import Callable

import pytest

from decisions.domain.kinds import Status
from decisions.domain.transitions import Act
from decisions.models import Document, Version
from reviews.domain.policy import Decision
from reviews.models import Ask, Review
from tests.cast import Cast, make_cast
from tests.decisions.test_concurrency import racers, told
from tests.reviews.stage import answer, app_of, ask_made, in_review, move, rules, staged

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = 10


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    """The cast, committed, so that other connections see it."""
    return make_cast()


def copies(document: Document) -> list[Document]:
    """The document as two threads read it, each for itself."""
    return [Document.objects.get(pk=document.pk) for _ in range(2)]


def test_of_two_answers_that_race_for_one_ask_one_succeeds(cast: Cast) -> None:
    app = app_of(cast, "member")

    def approve(document: Document, ask: Ask) -> Callable[[], object]:
        return lambda: answer(cast, document, Decision.APPROVE, app, approval_id=ask.pk)

    with racers(2) as threads:
        for _ in range(ROUNDS):
            document = in_review(cast)
            ask = ask_made(document, app, cast.people["manager"], Act.APPROVE)
            answers = threads.race(*[approve(copy, ask) for copy in copies(document)])
            assert told(answers) == {"done": 1, "approval_invalid": 1}
            assert Ask.objects.get(pk=ask.pk).settled == "spent"
            assert Review.objects.filter(document=document).count() == 1


def test_of_two_decisions_that_race_for_one_ask_one_succeeds(cast: Cast) -> None:
    rules(cast, approvals=0)
    app = app_of(cast, "member")

    def accept(document: Document, ask: Ask) -> Callable[[], object]:
        return lambda: move(cast, document, Status.ACCEPTED, app, base_version=1, approval_id=ask.pk)

    with racers(2) as threads:
        for _ in range(ROUNDS):
            document = in_review(cast)
            ask = ask_made(document, app, cast.people["owner"], Act.ACCEPT)
            answers = threads.race(*[accept(copy, ask) for copy in copies(document)])
            assert told(answers) == {"done": 1, "conflict": 1}
            assert Version.objects.filter(document=document).count() == 2


def test_of_two_that_supersede_each_other_at_once_one_wins(cast: Cast) -> None:
    with racers(2) as threads:
        for _ in range(ROUNDS):
            one, two = staged(cast, status=Status.ACCEPTED), staged(cast, status=Status.ACCEPTED)
            answers = threads.race(
                lambda one=one, two=two: move(cast, one, Status.SUPERSEDED, successor_id=two.pk),
                lambda one=one, two=two: move(cast, two, Status.SUPERSEDED, successor_id=one.pk),
            )
            assert told(answers) == {"done": 1, "invalid_arguments": 1}
            assert Document.objects.filter(pk__in=[one.pk, two.pk], status=Status.SUPERSEDED).count() == 1


def test_a_vote_and_a_decision_at_once_never_decide_over_the_vote(cast: Cast) -> None:
    """A request for changes either comes first and stops the decision, or comes after it."""
    rules(cast, approvals=0)
    with racers(2) as threads:
        for _ in range(ROUNDS):
            document = in_review(cast)
            first, second = copies(document)
            answers = threads.race(
                lambda first=first: answer(cast, first, Decision.CHANGES, version=1),
                lambda second=second: move(cast, second, Status.ACCEPTED, base_version=1),
            )
            assert told(answers)["done"] >= 1
            decided = Document.objects.get(pk=document.pk).status == Status.ACCEPTED
            assert told(answers) == ({"done": 2} if decided else {"done": 1, "approvals_missing": 1})
            if decided:
                version = Version.objects.get(document=document, number=2)
                assert Review.objects.get(document=document).created_at >= version.created_at
