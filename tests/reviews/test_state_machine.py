"""Random acts by random people, and what has to hold after each of them."""

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from decisions.domain.kinds import Kind, Status
from decisions.domain.transitions import Act, move_to
from decisions.models import Document, Version
from decisions.services.versions import version_add, version_of
from reviews.domain.policy import Decision
from reviews.models import Ask, Review
from reviews.services.approvals import standing_of
from reviews.services.asks import ask_create, ask_decide, ask_withdraw
from reviews.services.lifecycle import document_set_status
from reviews.services.needs import Wish
from reviews.services.reviews import review_dismiss, review_request, review_submit
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError
from spaces.models import AuditEntry, Membership
from spaces.services.settings import settings_of
from tests.cast import Cast, make_cast
from tests.records import everything
from tests.reviews.stage import DAY, app_of, rules, staged

# Enough to meet each act in most statuses; a run of the whole takes well under a minute.
EXAMPLES, STEPS = 6, 25

PEOPLE = ("owner", "manager", "member", "author", "stranger")
ACTORS = st.sampled_from([*PEOPLE, "app of member", "app of author", "app of owner"])
NAMES = st.sampled_from(PEOPLE)
INDEX = st.integers(0, 2)


class Judging(RuleBasedStateMachine):
    """Three documents and all that the services let anybody do with them."""

    @initialize()
    def set_the_stage(self) -> None:
        self.cast: Cast = make_cast()
        rules(self.cast, approvals=1)
        self.documents = [
            staged(self.cast, kind, decider=decider)
            for kind, decider in ((Kind.RFC, "owner"), (Kind.ADR, "member"), (Kind.STUDY, None))
        ]
        self.entries = AuditEntry.objects.count()
        self.statuses = {document.pk: document.status for document in self.documents}
        self.versions = self._versions()
        self.spent: set[str] = set()

    def caller(self, actor: str) -> Caller:
        if actor.startswith("app of "):
            return app_of(self.cast, actor.removeprefix("app of "))
        return self.cast.caller(actor)

    def attempt(self, caller: Caller, act: Any) -> None:
        """A refusal changes no row; a success leaves entries that name the person and the assistant."""
        before, counted = everything(), AuditEntry.objects.count()
        try:
            act()
        except DomainError:
            assert everything() == before
            return
        if everything() == before:
            return
        entries = list(AuditEntry.objects.order_by("pk")[counted:])
        assert entries
        for entry in entries:
            mine = (entry.person_id, entry.byline) == (caller.person_id, caller.byline)
            lent = entry.byline.endswith(f", asked by Claude Code for {caller.person.username}")  # type: ignore[union-attr]
            assert mine or lent, entry.byline
            assert entry.assistant_id == caller.assistant_id

    def document(self, index: int) -> Document:
        return Document.objects.select_related("space__account").get(pk=self.documents[index].pk)

    def an_ask(self, index: int) -> str | None:
        asks = list(Ask.objects.order_by("-pk").values_list("pk", flat=True)[:3])
        return asks[index % len(asks)] if asks else None

    @rule(
        actor=ACTORS, index=INDEX, status=st.sampled_from(Status), stale=st.integers(0, 9), use=st.booleans()
    )
    def move(self, actor: str, index: int, status: Status, stale: int, use: bool) -> None:
        document, caller = self.document(index), self.caller(actor)
        wish = Wish(
            review_by=DAY + timedelta(days=stale) if status is Status.IN_REVIEW else None,
            successor_id=self.documents[(index + 1) % 3].pk if status is Status.SUPERSEDED else None,
            approval_id=self.an_ask(stale) if use else None,
        )
        base = document.current_version - (stale == 9)
        self.attempt(
            caller,
            lambda: document_set_status(
                document=document, base_version=base, status=status, wish=wish, caller=caller
            ),
        )

    @rule(actor=ACTORS, index=INDEX, words=st.sampled_from(["Ten.", "Twelve.", "Ten, by host."]))
    def save(self, actor: str, index: int, words: str) -> None:
        document, caller = self.document(index), self.caller(actor)
        head, _, log = version_of(document).text.partition("\n## Status log")
        text = f"# Queue limits\n\n{words}\n" + (f"\n## Status log{log}" if log else "")
        self.attempt(
            caller,
            lambda: version_add(
                document=document, base_version=document.current_version, text=text, caller=caller
            ),
        )
        assert head

    @rule(
        actor=ACTORS, index=INDEX, decision=st.sampled_from([Decision.APPROVE, Decision.CHANGES]), back=INDEX
    )
    def answer(self, actor: str, index: int, decision: Decision, back: int) -> None:
        document, caller = self.document(index), self.caller(actor)
        version = max(1, document.current_version - back)
        ask = self.an_ask(back) if caller.is_assistant else None
        self.attempt(
            caller,
            lambda: review_submit(
                document=document, version=version, decision=decision, approval_id=ask, caller=caller
            ),
        )

    @rule(actor=ACTORS, index=INDEX, name=NAMES)
    def request(self, actor: str, index: int, name: str) -> None:
        document, caller = self.document(index), self.caller(actor)
        reviewers = [self.cast.people[name].pk]
        self.attempt(caller, lambda: review_request(document=document, reviewers=reviewers, caller=caller))

    @rule(actor=ACTORS, index=INDEX)
    def dismiss(self, actor: str, index: int) -> None:
        review = Review.objects.filter(document=self.documents[index], decision=Decision.CHANGES).last()
        if review is not None:
            caller = self.caller(actor)
            self.attempt(caller, lambda: review_dismiss(review=review, because="Settled", caller=caller))

    @rule(
        actor=ACTORS,
        index=INDEX,
        act=st.sampled_from(Act),
        name=NAMES,
        approve=st.sampled_from([True, True, False]),
    )
    def ask(self, actor: str, index: int, act: Act, name: str, approve: bool) -> None:
        document, caller = self.document(index), self.caller(actor)
        person = self.cast.people[name].pk
        self.attempt(caller, lambda: ask_create(document=document, act=act, person_id=person, caller=caller))
        ask = Ask.objects.filter(settled="pending").last()
        if ask is not None:
            decider = self.caller(name)
            self.attempt(decider, lambda: ask_decide(ask=ask, approve=approve, caller=decider))

    @rule(actor=ACTORS, index=INDEX)
    def withdraw(self, actor: str, index: int) -> None:
        ask = Ask.objects.filter(pk=self.an_ask(index)).first()
        if ask is not None:
            caller = self.caller(actor)
            self.attempt(caller, lambda: ask_withdraw(ask=ask, caller=caller))

    @rule()
    def member_leaves_or_comes_back(self) -> None:
        membership = {"account": self.cast.account, "user": self.cast.people["member"]}
        if not Membership.objects.filter(**membership).delete()[0]:
            Membership.objects.create(**membership)

    @invariant()
    def statuses_move_along_the_table(self) -> None:
        for document in map(self.document, range(3)):
            before = Status(self.statuses[document.pk])
            if document.status != before:
                assert move_to(Kind(document.kind), before, Status(document.status))
                self.statuses[document.pk] = document.status

    @invariant()
    def versions_are_dense_and_never_change(self) -> None:
        now = self._versions()
        assert {key: now[key] for key in self.versions} == self.versions
        numbers: dict[str, list[int]] = {}
        for document, number in sorted(now):
            numbers.setdefault(document, []).append(number)
        for document in map(self.document, range(3)):
            assert numbers[document.pk] == list(range(1, document.current_version + 1))
        self.versions = now

    @invariant()
    def approvals_are_of_members_once_each_and_never_of_the_author(self) -> None:
        members = set(Membership.objects.filter(account=self.cast.account).values_list("user_id", flat=True))
        for document in map(self.document, range(3)):
            text_author = version_of(document).text_author_id
            approvals = standing_of(document, settings_of(document.space)).approvals
            assert max(Counter(approvals.approved_by).values(), default=1) == 1
            assert set(approvals.approved_by) | set(approvals.blocked_by) <= members
            assert not {document.author_id, text_author} & set(approvals.approved_by)

    @invariant()
    def no_ask_is_spent_twice(self) -> None:
        entries = list(AuditEntry.objects.filter(act="ask.spent").values_list("object_id", flat=True))
        spent = set(Ask.objects.filter(settled="spent").values_list("pk", flat=True))
        assert len(entries) == len(set(entries))
        assert set(entries) == spent
        assert self.spent <= spent
        self.spent = spent

    @invariant()
    def every_version_is_in_the_log(self) -> None:
        acts = AuditEntry.objects.filter(act__in=["document.moved", "version.added"]).count()
        assert acts == Version.objects.exclude(number=1).count()

    def _versions(self) -> dict[tuple[str, int], tuple[str, str]]:
        rows = Version.objects.values_list("document_id", "number", "sha256", "byline")
        return {(document, number): (sha256, byline) for document, number, sha256, byline in rows}


@pytest.mark.django_db
def test_whatever_people_do_the_rules_hold(django_db_blocker: Any) -> None:
    from django.db import transaction

    class InTransaction(Judging):
        """Each history in a transaction of its own, that leaves nothing."""

        def __init__(self) -> None:
            super().__init__()
            self.whole = transaction.atomic()
            self.whole.__enter__()

        def teardown(self) -> None:
            transaction.set_rollback(True)
            self.whole.__exit__(None, None, None)

    run_state_machine_as_test(
        InTransaction,
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=STEPS,
            deadline=None,
            phases=(Phase.explicit, Phase.generate, Phase.shrink),
            suppress_health_check=list(HealthCheck),
        ),
    )
