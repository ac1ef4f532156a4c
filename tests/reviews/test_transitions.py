"""Every kind, status, target and actor: the move is made, or refused with the right code and changes nothing."""

from collections.abc import Callable

import pytest

from decisions.domain.kinds import KINDS, Kind, Status
from decisions.domain.transitions import TRANSITIONS, Need, moves_from
from decisions.models import Document
from decisions.services.document_access import reader_add
from reviews.services.lifecycle import document_set_status
from reviews.services.needs import Wish
from spaces.domain.access import Access
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError
from tests.cast import Cast
from tests.records import everything
from tests.reviews.stage import DAY, app_of, member_add, outcome, rules, staged

# The moves as the contract writes them.
CONTRACT = {
    "rfc prd": "draft→in_review,withdrawn · in_review→in_review,draft,accepted,rejected,withdrawn"
    " · accepted→superseded · rejected→draft · withdrawn→draft",
    "adr": "proposed→accepted,rejected,withdrawn · accepted→deprecated,superseded · deprecated→superseded"
    " · rejected→proposed · withdrawn→proposed",
    "study": "draft→published,withdrawn · published→superseded · withdrawn→draft",
}
MOVES: dict[Kind, dict[Status, list[Status]]] = {
    Kind(kind): {
        Status(status): [Status(target) for target in targets.split(",")]
        for status, targets in (each.strip().split("→") for each in row.split("·"))
    }
    for kinds, row in CONTRACT.items()
    for kind in kinds.split()
}
UNDECIDED = {Status.DRAFT, Status.IN_REVIEW, Status.PROPOSED, Status.WITHDRAWN}
MANAGERS = {"owner", "manager"}
ASSISTANTS = {"author's app": "author", "decider's app": "decider", "agent": "member"}
ACTORS = (*sorted(MANAGERS), "member", "author", "decider", "named", "partner", "stranger", *ASSISTANTS)


def test_the_table_is_the_contracts() -> None:
    told = {
        kind: {status: [move.to for move in moves] for status, moves in table.items() if moves}
        for kind, table in TRANSITIONS.items()
    }
    assert told == MOVES
    for kind, table in TRANSITIONS.items():
        assert set(table) == set(KINDS[kind].statuses)


def test_what_a_move_needs_follows_from_where_it_leads() -> None:
    for kind, table in TRANSITIONS.items():
        for status, moves in table.items():
            for move in moves:
                needs = {
                    Status.IN_REVIEW: {Need.REVIEW},
                    Status.ACCEPTED: {Need.APPROVALS},
                    Status.PUBLISHED: {Need.APPROVALS},
                    Status.SUPERSEDED: {Need.SUCCESSOR},
                }
                assert move.needs == needs.get(move.to, set()), (kind, status, move.to)
                assert move.decides == (move.to in {Status.ACCEPTED, Status.PUBLISHED, Status.REJECTED})
                asked = {Status.ACCEPTED: "accept", Status.PUBLISHED: "publish"}
                assert move.ask == asked.get(move.to), (kind, status, move.to)
                leaves = status in {Status.ACCEPTED, Status.PUBLISHED, Status.REJECTED, Status.DEPRECATED}
                assert move.person == (leaves or move.to is Status.REJECTED), (kind, status, move.to)


def may(kind: Kind, status: Status, target: Status, actor: str, *, named: bool) -> bool:
    """Who makes a move, by the contract's sentences."""
    if actor in MANAGERS:
        return True
    decider = actor == "decider" and named
    if status in UNDECIDED and target in UNDECIDED:
        return actor == "author"
    if status in UNDECIDED and kind in (Kind.RFC, Kind.PRD):
        return decider
    return decider if named else actor == "author"


def expected(kind: Kind, status: Status, target: Status, actor: str, *, named: bool) -> str:
    if actor == "stranger":
        return "not_found"
    if actor in {"named", "partner"}:
        return "forbidden"
    rereview = status is target is Status.IN_REVIEW and not named
    if status is target and not rereview:
        return "there"
    if target not in MOVES[kind].get(status, []):
        return "invalid_transition"
    if actor in ASSISTANTS:
        if status not in UNDECIDED or target not in UNDECIDED:
            return "person_required"
        actor = ASSISTANTS[actor]
    return "done" if may(kind, status, target, actor, named=named) else "forbidden"


def callers(cast: Cast) -> dict[str, Caller]:
    people = {name: cast.caller(name) for name in ACTORS if name not in ASSISTANTS}
    apps = {"author's app": app_of(cast, "author"), "decider's app": app_of(cast, "decider")}
    return {**people, **apps, "agent": cast.caller("agent")}


# An RFC and a PRD share one table, as the first test says.
@pytest.mark.parametrize("kind", [Kind.RFC, Kind.ADR, Kind.STUDY])
@pytest.mark.parametrize("named", [True, False], ids=["decider named", "no decider"])
def test_every_move_is_made_or_refused_as_the_contract_says(cast: Cast, kind: Kind, named: bool) -> None:
    decider = member_add(cast, "decider")
    rules(cast, approvals=0)
    successor = staged(cast, kind, Status.PUBLISHED if kind is Kind.STUDY else Status.ACCEPTED)
    fields = {"access": Access.PARTNER, "review_by": DAY, "decider": "decider" if named else None}
    acting = callers(cast)
    for status in KINDS[kind].statuses:
        superseded = {"successor": successor} if status is Status.SUPERSEDED else {}
        document = staged(cast, kind, status, **fields, **superseded)
        reader_add(document=document, reader=cast.people["named"], caller=acting["owner"])
        before = everything()
        wishes = {
            Status.IN_REVIEW: Wish(decider_id=decider.pk),
            Status.SUPERSEDED: Wish(successor_id=successor.pk),
        }
        told = {
            (target, actor): outcome(_moving(document, target, wishes.get(target, Wish()), acting[actor]))
            for target in Status
            for actor in ACTORS
        }
        assert told == {
            (target, actor): expected(kind, status, target, actor, named=named)
            for target in Status
            for actor in ACTORS
        }, status
        assert everything() == before


def _moving(document: Document, status: Status, wish: Wish, caller: Caller) -> Callable[[], object]:
    return lambda: document_set_status(
        document=document, base_version=document.current_version, status=status, wish=wish, caller=caller
    )


@pytest.mark.parametrize("kind", Kind)
def test_a_move_there_is_not_names_those_there_are(cast: Cast, kind: Kind) -> None:
    for status in KINDS[kind].statuses:
        document = staged(cast, kind, status)
        target = Status.PUBLISHED if kind is not Kind.STUDY else Status.ACCEPTED
        before = everything()
        with pytest.raises(DomainError) as told:
            _moving(document, target, Wish(), cast.caller("owner"))()
        assert (told.value.code, told.value.path) == ("invalid_transition", "status")
        assert told.value.facts["allowed"] == [move.to.value for move in moves_from(kind, status)]
        assert told.value.facts["allowed"] == [each.value for each in MOVES[kind].get(status, [])]
        assert everything() == before
