"""`evaluate` against the sentences of the contract, replayed answer by answer."""

from collections.abc import Iterator, Sequence
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviews.domain.policy import Answer, Approvals, Decision, Question, evaluate

APPROVE, CHANGES = Decision.APPROVE, Decision.CHANGES

# What one answer can be: approvals are never dismissed.
ANSWERS = [
    (person, version, decision, dismissed)
    for person, version, decision, dismissed in product("ab", (1, 2), (APPROVE, CHANGES), (False, True))
    if decision is CHANGES or not dismissed
]


def replayed(question: Question, answers: Sequence[Answer]) -> tuple[set[str], set[str]]:
    """Who approves and who blocks, said one answer after the other."""
    newest: dict[tuple[str, int], Decision] = {}
    standing: set[tuple[str, int]] = set()
    for answer in answers:
        # "A person's newest on a version is the one that counts."
        newest[answer.person, answer.version] = answer.decision
        standing.discard((answer.person, answer.version))
        if not answer.carried:
            # A `changes` blocks "until the same person answers again on a later version (or the current one)".
            standing -= {
                (person, version)
                for person, version in standing
                if person == answer.person
                and (answer.version > version or answer.version == question.version)
            }
        # "… or a manager dismisses it with a reason."
        if answer.decision is CHANGES and not answer.dismissed:
            standing.add((answer.person, answer.version))
    approving = {
        person
        for (person, version), decision in newest.items()
        if version == question.version and decision is APPROVE
    }
    # Approvals count of people "not the document's author nor the author of that version's text".
    if not question.self_approval:
        approving -= {question.author, question.text_author}
    blocking = {person for person, _ in standing}
    return approving & question.readers, blocking & question.readers


def sequences(longest: int) -> Iterator[list[Answer]]:
    for length in range(longest + 1):
        for said in product(ANSWERS, repeat=length):
            yield [Answer(*one[:3], order, one[3]) for order, one in enumerate(said)]


def agree(question: Question, answers: Sequence[Answer], asked: Sequence[str]) -> Approvals:
    told = evaluate(question, answers, asked)
    approving, blocking = replayed(question, answers)
    assert set(told.approved_by) == approving, (question, answers)
    assert set(told.blocked_by) == blocking, (question, answers)
    assert set(told.waiting_for) == set(asked) & question.readers
    assert len(set(told.approved_by)) == len(told.approved_by)
    assert told.met == (len(approving) >= question.needed and not blocking)
    assert {answers[order].person for order in told.counting} == approving | blocking
    return told


@pytest.mark.parametrize("self_approval", [False, True])
def test_every_short_history_stands_as_the_contract_says_whoever_reads_and_wrote(self_approval: bool) -> None:
    histories = list(sequences(2))
    assert len(histories) == 1 + 12 + 12**2
    for readers, (author, text_author) in product(("", "a", "b", "ab"), ("xx", "ax", "xb", "ab")):
        question = Question(2, author, text_author, 1, self_approval, frozenset(readers))
        for answers in histories:
            agree(question, answers, ["b"])


@pytest.mark.parametrize("current", [1, 2])
def test_every_history_of_three_answers_stands_as_the_contract_says(current: int) -> None:
    question = Question(current, "a", "x", 1, self_approval=True, readers=frozenset("ab"))
    for answers in sequences(3):
        agree(question, answers, ["b"])


PEOPLE = st.sampled_from("abc")


@st.composite
def histories(draw: st.DrawFn) -> list[Answer]:
    """Answers as they can come about: an approval is carried to a version before anybody answers on it."""
    said: list[Answer] = []
    for order in range(draw(st.integers(0, 12))):
        person, version = draw(PEOPLE), draw(st.integers(1, 3))
        first = not any(each.version == version for each in said)
        carried = first and draw(st.booleans())
        decision = APPROVE if carried else draw(st.sampled_from([APPROVE, CHANGES]))
        dismissed = decision is CHANGES and draw(st.booleans())
        said.append(Answer(person, version, decision, order, dismissed, carried))
    return said


@settings(max_examples=400, deadline=None)
@given(
    answers=histories(),
    asked=st.lists(PEOPLE),
    readers=st.frozensets(PEOPLE),
    author=st.sampled_from("abx"),
    text_author=st.sampled_from("abx"),
    needed=st.integers(0, 3),
    self_approval=st.booleans(),
    version=st.integers(1, 3),
)
def test_longer_histories_of_three_people_do_too(
    answers: list[Answer],
    asked: list[str],
    readers: frozenset[str],
    author: str,
    text_author: str,
    needed: int,
    self_approval: bool,
    version: int,
) -> None:
    question = Question(version, author, text_author, needed, self_approval, readers)
    told = agree(question, answers, asked)
    # The order the answers are handed over in says nothing.
    assert evaluate(question, answers[::-1], asked) == told


def test_a_carried_approval_does_not_take_back_a_later_request_for_changes() -> None:
    answers = [
        Answer("a", 2, APPROVE, 0),
        Answer("a", 1, CHANGES, 1),
        Answer("a", 3, APPROVE, 2, carried=True),
    ]
    told = evaluate(Question(3, "x", "x", 1, False, frozenset("a")), answers, [])
    assert (told.approved_by, told.blocked_by, told.met) == (("a",), ("a",), False)


def test_people_stand_in_the_order_they_answered_or_were_asked() -> None:
    answers = [Answer(person, 1, APPROVE, order) for order, person in enumerate("cab")]
    told = evaluate(
        Question(1, "x", "x", 2, False, frozenset("abc")), [*answers, Answer("c", 1, APPROVE, 3)], "bcb"
    )
    assert told.approved_by == ("a", "b", "c")
    assert told.waiting_for == ("b", "c")
    assert told.missing == 0
