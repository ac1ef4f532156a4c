"""What a caller is told they can do agrees with what is then refused; whom a document waits for, in every case."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest

from decisions.domain.kinds import KINDS, Kind, Status
from decisions.domain.transitions import Act
from decisions.models import Document
from decisions.querysets import document_for
from decisions.services.comments import comment_add
from decisions.services.document_access import document_set_access
from decisions.services.listings import document_link
from decisions.services.versions import version_add, version_of
from reviews.domain.policy import Decision
from reviews.services.approvals import standing_of, waiting_on
from reviews.services.asks import ask_create
from reviews.services.facts import judging_facts
from reviews.services.lifecycle import document_set_status
from reviews.services.needs import Wish
from reviews.services.reviews import review_request, review_submit
from spaces.domain.access import Access
from spaces.domain.caller import VISITOR, Caller
from spaces.models import Membership, Space
from spaces.services.settings import settings_of
from spaces.services.spaces import space_create
from tests.cast import Cast
from tests.reviews.stage import DAY, answer, app_of, in_review, member_add, move, outcome, rules, staged

REVIEWS = ("approve", "changes")


def acts(
    cast: Cast, document: Document, other: Space, caller: Caller
) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Every act there is, with its arguments."""
    base = document.current_version
    owner = cast.people["owner"].pk
    given: dict[str, Any] = {"document": document, "caller": caller}
    text = version_of(document).text + "\nMore.\n"
    yield "save", lambda: version_add(base_version=base, text=text, **given)
    yield "comment", lambda: comment_add(body="Why ten?", **given)
    reviewer = cast.people["reviewer"].pk
    yield "request_review", lambda: review_request(reviewers=[reviewer], **given)
    yield "link", lambda: document_link(target_space_id=other.pk, **given)
    yield "set_access", lambda: document_set_access(access=Access.INTERNAL, **given)
    for word in REVIEWS:
        yield word, lambda word=word: review_submit(version=base, decision=Decision(word), **given)
    for act in Act:
        yield f"ask:{act}", lambda act=act: ask_create(act=act, person_id=owner, **given)
    for status in Status:
        wish = {
            Status.SUPERSEDED: Wish(successor_id=cast.people["successors"][document.kind]),  # type: ignore[index]
            Status.IN_REVIEW: Wish(decider_id=owner, review_by=DAY + timedelta(days=1)),
        }.get(status, Wish())
        yield (
            f"set_status:{status}",
            lambda status=status, wish=wish: document_set_status(
                base_version=base, status=status, wish=wish, **given
            ),
        )


def told(document: Document, caller: Caller) -> set[str]:
    return set(judging_facts(document=document, version=version_of(document), caller=caller)["can"])


@pytest.mark.parametrize("ai_approval", ["ask", "auto"])
@pytest.mark.parametrize("kind", [Kind.RFC, Kind.ADR, Kind.STUDY])
def test_what_a_caller_can_do_succeeds_and_nothing_else_does(
    cast: Cast, kind: Kind, ai_approval: str
) -> None:
    member_add(cast, "decider")
    member_add(cast, "reviewer")
    rules(cast, approvals=0, ai_approval=ai_approval)
    other = space_create(account_id=cast.account.pk, name="Other", caller=cast.caller("owner"))
    decided = Status.PUBLISHED if kind is Kind.STUDY else Status.ACCEPTED
    cast.people["successors"] = {kind.value: staged(cast, kind, decided).pk}  # type: ignore[assignment]
    callers = {
        name: cast.caller(name) for name in ("manager", "member", "author", "decider", "partner", "agent")
    }
    callers |= {"author's app": app_of(cast, "author"), "decider's app": app_of(cast, "decider")}
    for status in KINDS[kind].statuses:
        document = staged(cast, kind, status, decider="decider", access=Access.PARTNER, review_by=DAY)
        for name, caller in callers.items():
            read = document_for(caller, document.pk)
            can = told(read, caller)
            for act, do in acts(cast, read, other, caller):
                came_to = outcome(do)
                if act in can:
                    # The decider's own access is what the author may not narrow away: that is no right lacking.
                    narrowed = (act, status) == ("set_access", Status.IN_REVIEW)
                    assert came_to == ("invalid_arguments" if narrowed else "done"), (status, name, act)
                elif act.startswith("ask:"):
                    # An ask that would only be possible is not proposed: it is neither needed nor yet of use.
                    assert came_to in {"done", "forbidden", "invalid_transition"}, (status, name, act)
                else:
                    assert came_to not in {"done"}, (status, name, act)


def test_who_merely_reads_can_nothing_and_who_was_named_comments(cast: Cast) -> None:
    document = staged(cast, access=Access.PUBLIC)
    assert told(document, VISITOR) == told(document, cast.caller("stranger")) == set()
    assert told(document, cast.caller("partner")) == {"comment"}


def test_a_credential_of_another_account_or_without_the_scope_can_nothing(cast: Cast) -> None:
    document = staged(cast, access=Access.PUBLIC)
    personal = cast.agent_of("member", account=cast.people["member"].personal_account)
    assert told(document, personal) == set()
    assert told(document, cast.agent_of("member", scopes=["mcp:read", "decisions:read"])) == set()


def waits(document: Document) -> tuple[str, list[str]]:
    document = Document.objects.get(pk=document.pk)
    on = waiting_on(standing_of(document, settings_of(document.space)))
    return on.who, sorted(on.people)


def test_a_document_waits_for_whoever_has_the_next_move(cast: Cast) -> None:
    rules(cast, approvals=1)
    author, member, owner = (cast.people[name].pk for name in ("author", "member", "owner"))
    assert waits(staged(cast)) == ("author", [author])
    document = in_review(cast)
    assert waits(document) == ("author", [author])
    review_request(document=document, reviewers=[member], caller=cast.caller("author"))
    assert waits(document) == ("reviewers", [member])
    answer(cast, document, Decision.CHANGES)
    assert waits(document) == ("author", [author])
    answer(cast, document, Decision.APPROVE)
    assert waits(document) == ("decider", [owner])
    move(cast, document, Status.ACCEPTED)
    assert waits(document) == ("nobody", [])


@pytest.mark.parametrize("status", [Status.REJECTED, Status.WITHDRAWN, Status.DEPRECATED, Status.SUPERSEDED])
def test_what_is_over_waits_for_nobody(cast: Cast, status: Status) -> None:
    assert waits(staged(cast, Kind.ADR, status)) == ("nobody", [])


def test_an_adr_waits_for_its_decider_where_one_is_named_else_its_author(cast: Cast) -> None:
    rules(cast, approvals=0)
    assert waits(staged(cast, Kind.ADR)) == ("author", [cast.people["author"].pk])
    assert waits(staged(cast, Kind.ADR, decider="member")) == ("decider", [cast.people["member"].pk])


def test_where_the_one_waited_for_has_left_it_waits_for_the_managers(cast: Cast) -> None:
    rules(cast, approvals=0)
    member_add(cast, "decider")
    managers = sorted(cast.people[name].pk for name in ("owner", "manager"))
    draft, document = staged(cast), in_review(cast, decider="decider")
    Membership.objects.filter(account=cast.account, user__username__in=["author", "decider"]).delete()
    assert waits(draft) == waits(document) == ("managers", managers)
