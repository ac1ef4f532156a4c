"""Every act × ai_approval × kind of caller × state of ask."""

from collections.abc import Callable
from typing import Any

import pytest

from decisions.domain.kinds import Kind, Status
from decisions.domain.transitions import Act
from decisions.models import Document
from reviews.domain.policy import Decision
from reviews.models import Ask
from reviews.services.lifecycle import document_set_status
from reviews.services.needs import Wish
from reviews.services.reviews import review_submit
from spaces.domain.caller import Assistant, Caller
from spaces.kernel.errors import DomainError
from spaces.kernel.ids import new_id
from tests.cast import Cast
from tests.records import everything
from tests.reviews.stage import DAY, app_of, ask_made, long_ago, outcome, rules, staged

# An act, the kind and status it starts from, and what an ask for it would be called.
ACTS: dict[str, tuple[Kind, Status, str, Act | None]] = {
    "approve": (Kind.RFC, Status.IN_REVIEW, "approve", Act.APPROVE),
    "changes": (Kind.RFC, Status.IN_REVIEW, "changes", None),
    "accept": (Kind.RFC, Status.IN_REVIEW, "accepted", Act.ACCEPT),
    "accept an ADR": (Kind.ADR, Status.PROPOSED, "accepted", Act.ACCEPT),
    "publish": (Kind.STUDY, Status.DRAFT, "published", Act.PUBLISH),
    "reject": (Kind.PRD, Status.IN_REVIEW, "rejected", None),
    "deprecate": (Kind.ADR, Status.ACCEPTED, "deprecated", None),
    "supersede": (Kind.RFC, Status.ACCEPTED, "superseded", None),
    "supersede a study": (Kind.STUDY, Status.PUBLISHED, "superseded", None),
    "supersede what is deprecated": (Kind.ADR, Status.DEPRECATED, "superseded", None),
    "reopen what was rejected": (Kind.RFC, Status.REJECTED, "draft", None),
    "reopen a rejected ADR": (Kind.ADR, Status.REJECTED, "proposed", None),
    "send into review": (Kind.RFC, Status.DRAFT, "in_review", None),
    "withdraw": (Kind.ADR, Status.PROPOSED, "withdrawn", None),
    "reopen what was withdrawn": (Kind.STUDY, Status.WITHDRAWN, "draft", None),
}
# What an assistant under `ask` does as freely as its person.
FREE = {"send into review", "withdraw", "reopen what was withdrawn"}
STATES = (
    *("none", "pending", "approved", "declined", "withdrawn", "expired", "outdated", "spent"),
    *("foreign client", "foreign person", "other document", "other act", "garbage", "no such"),
)


def expected(act: str, ai_approval: str, kind_of_caller: str, state: str) -> str:
    asked = ACTS[act][3] is not None
    if kind_of_caller == "person":
        # A person makes no asks, so that any is foreign; one that is given is always used.
        return "done" if state == "none" else "approval_invalid"
    if ai_approval == "ask" and not asked and act not in FREE:
        return "person_required"
    if state == "none":
        return "person_required" if ai_approval == "ask" and asked else "done"
    return "done" if asked and state == "approved" else "approval_invalid"


def approval_id(cast: Cast, document: Document, caller: Caller, act: Act | None, state: str) -> str | None:
    """An ask of this caller's in a state, for the act where there is such an ask."""
    if state in ("none", "garbage", "no such"):
        return {"none": None, "garbage": "ask_garbage", "no such": new_id("ask")}[state]
    if caller.assistant is None:
        caller = app_of(cast, "owner")
    meant = act or Act.APPROVE
    fields: dict[str, Any] = {}
    match state:
        case "expired":
            fields = {"created_at": long_ago()}
        case "outdated":
            fields = {"version": document.current_version + 1}
        case "foreign client":
            fields = {"assistant_id": "client-2"}
        case "foreign person":
            fields = {"asked_by_id": cast.people["member"].pk}
        case "other document":
            document = cast.document()
        case "other act":
            meant = Act.ACCEPT if meant is Act.APPROVE else Act.APPROVE
        case "spent":
            fields = {"settled": state, "spent_at": long_ago()}
        case _:
            fields = {"settled": state}
    return ask_made(document, caller, cast.people["manager"], meant, **fields).pk


def acting(
    document: Document, word: str, caller: Caller, ask: str | None, wish: dict[str, Any]
) -> Callable[[], Any]:
    if word in list(Decision):
        return lambda: review_submit(
            document=document,
            version=document.current_version,
            decision=Decision(word),
            approval_id=ask,
            caller=caller,
        )
    return lambda: document_set_status(
        document=document,
        base_version=document.current_version,
        status=Status(word),
        wish=Wish(approval_id=ask, **wish),
        caller=caller,
    )


@pytest.mark.parametrize("act", ACTS)
def test_an_act_takes_what_the_contract_asks_of_its_caller(cast: Cast, act: str) -> None:
    kind, status, word, meant = ACTS[act]
    callers = {
        "person": cast.caller("owner"),
        "assistant": app_of(cast, "owner"),
        "agent": cast.agent_of("owner"),
    }
    document = staged(cast, kind, status, decider="owner", review_by=DAY)
    wish: dict[str, Any] = {}
    if word == "superseded":
        decided = Status.PUBLISHED if kind is Kind.STUDY else Status.ACCEPTED
        wish["successor_id"] = staged(cast, kind, decided).pk
    told, wanted = {}, {}
    asks = {
        (name, state): approval_id(cast, document, caller, meant, state)
        for name, caller in callers.items()
        for state in STATES
    }
    for ai_approval in ("ask", "auto"):
        rules(cast, approvals=0, ai_approval=ai_approval)
        before = everything()
        for (name, state), ask in asks.items():
            told[ai_approval, name, state] = outcome(acting(document, word, callers[name], ask, wish))
            wanted[ai_approval, name, state] = expected(act, ai_approval, name, state)
        assert everything() == before
    assert told == wanted


REASONS = {
    "foreign client": "foreign",
    "foreign person": "foreign",
    "garbage": "foreign",
    "no such": "foreign",
    "other document": "other_document",
    "other act": "other_act",
}


@pytest.mark.parametrize("state", [state for state in STATES if state not in ("none", "approved")])
def test_an_ask_that_does_not_do_says_why(cast: Cast, state: str) -> None:
    app = app_of(cast, "owner")
    document = staged(cast, Kind.RFC, Status.IN_REVIEW, decider="owner", review_by=DAY)
    ask = approval_id(cast, document, app, Act.APPROVE, state)
    with pytest.raises(DomainError) as told:
        acting(document, "approve", app, ask, {})()
    assert (told.value.code, told.value.path) == ("approval_invalid", "approval_id")
    assert told.value.facts["reason"] == REASONS.get(state, state)


def test_an_ask_for_another_version_than_is_answered_on_is_wrong(cast: Cast) -> None:
    app = app_of(cast, "owner")
    document = staged(cast, Kind.RFC, Status.DRAFT, decider="owner", review_by=DAY)
    document_set_status(
        document=document, base_version=1, status=Status.IN_REVIEW, caller=cast.caller("author")
    )
    ask = ask_made(document, app, cast.people["manager"], Act.APPROVE)
    with pytest.raises(DomainError) as told:
        review_submit(document=document, version=1, decision=Decision.APPROVE, approval_id=ask.pk, caller=app)
    assert told.value.facts["reason"] == "other_version"
    assert Ask.objects.get(pk=ask.pk).settled == "approved"


def test_assistant_of_another_name_but_the_same_id_is_the_same_client(cast: Cast) -> None:
    app = app_of(cast, "owner")
    document = staged(cast, Kind.RFC, Status.IN_REVIEW, decider="owner", review_by=DAY)
    ask = ask_made(document, app, cast.people["manager"], Act.APPROVE)
    renamed = app_of(cast, "owner", Assistant("client-1", "Claude Code 2"))
    assert outcome(acting(document, "approve", renamed, ask.pk, {})) == "done"
