"""Whether a version may be decided: what is needed, what is in, who is waited for and who blocks."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum


class Decision(StrEnum):
    """What a review says; a request that nobody answered yet is pending."""

    PENDING = "pending"
    APPROVE = "approve"
    CHANGES = "changes"


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer of one person, in the order answers were given: `order` grows with each."""

    person: str
    version: int
    decision: Decision
    order: int
    dismissed: bool = False
    # Taken over from the version before: it counts as an approval, but nobody said anything anew.
    carried: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """What is judged: the version, whose document and whose text it is, and what its space asks for.

    `readers` are the people who count: members who can read the document now.
    """

    version: int
    author: str
    text_author: str
    needed: int
    self_approval: bool
    readers: frozenset[str]


@dataclass(frozen=True, slots=True)
class Approvals:
    """The explanation that every surface shows, people in the order they answered or were asked."""

    needed: int
    approved_by: tuple[str, ...]
    waiting_for: tuple[str, ...]
    blocked_by: tuple[str, ...]
    # The answers behind the approvals and blocks, by their order.
    counting: frozenset[int] = frozenset()

    @property
    def missing(self) -> int:
        return max(0, self.needed - len(self.approved_by))

    @property
    def met(self) -> bool:
        """Whether the version may be decided; approvals never outvote a standing `changes`."""
        return not self.missing and not self.blocked_by


def evaluate(question: Question, answers: Sequence[Answer], asked: Iterable[str]) -> Approvals:
    """How a version stands, given every answer on the document and the people asked and not answered.

    Only readers count. Of a person's answers on a version the newest counts. An approval counts on the
    version itself, by neither the author nor the author of its text unless the space allows that. A
    `changes` blocks until its person answers again, on a later version or this one, or it is dismissed.
    """
    counting = [answer for answer in answers if answer.person in question.readers]
    newest: dict[tuple[str, int], Answer] = {}
    for answer in sorted(counting, key=lambda answer: answer.order):
        # Taken out first, so that whoever answers again stands at the end.
        newest.pop((answer.person, answer.version), None)
        newest[answer.person, answer.version] = answer
    barred = frozenset() if question.self_approval else {question.author, question.text_author}
    approving = [
        answer
        for answer in newest.values()
        if answer.version == question.version
        and answer.decision is Decision.APPROVE
        and answer.person not in barred
    ]
    blocking = _blocking(question, list(newest.values()))
    return Approvals(
        needed=question.needed,
        approved_by=tuple(answer.person for answer in approving),
        waiting_for=tuple(dict.fromkeys(person for person in asked if person in question.readers)),
        blocked_by=tuple(dict.fromkeys(answer.person for answer in blocking)),
        counting=frozenset(answer.order for answer in (*approving, *blocking)),
    )


def _blocking(question: Question, newest: Sequence[Answer]) -> list[Answer]:
    """Every `changes` that stands."""
    return [
        answer
        for answer in newest
        if answer.decision is Decision.CHANGES
        and not answer.dismissed
        and not any(_answers_again(later, answer, question.version) for later in newest)
    ]


def _answers_again(later: Answer, earlier: Answer, current: int) -> bool:
    return (
        later.person == earlier.person
        and not later.carried
        and later.order > earlier.order
        and (later.version > earlier.version or later.version == current)
    )
