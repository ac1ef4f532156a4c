"""Every list of the console takes as many statements for 200 rows as for 10, for a member as for the owner."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from decisions.domain.transitions import Act
from decisions.models import Document, SavedView
from integrations.domain.notices import NoticeKind
from integrations.models import Notice
from reviews.domain.policy import Decision
from reviews.models import Ask, Review
from spaces.models import Account, AgentKey, AuditEntry, Membership, Space, SpaceAncestor
from tests.cast import Cast
from tests.console import browser, list_of
from tests.decisions.test_console_documents import many

PEOPLE = ("member", "owner")

# Of these a plain member sees rows of others: counts are compared between people too.
EQUAL = ("decisions_document", "spaces_space", "decisions_savedview", "integrations_notice", "reviews_review")


def spaces(cast: Cast, start: int, count: int) -> None:
    made = Space.objects.bulk_create(
        Space(account=cast.account, name=f"Space {start + number}", slug=f"space-{start + number}")
        for number in range(count)
    )
    SpaceAncestor.objects.bulk_create(SpaceAncestor(space=each, ancestor=each, distance=0) for each in made)


def accounts(cast: Cast, start: int, count: int) -> None:
    made = Account.objects.bulk_create(Account(name=f"Team {start + number}") for number in range(count))
    Membership.objects.bulk_create(
        Membership(account=each, user=cast.people[name], role="owner") for each in made for name in PEOPLE
    )


def keys(cast: Cast, start: int, count: int) -> None:
    AgentKey.objects.bulk_create(
        AgentKey(
            account=cast.account,
            user=cast.people[name],
            name=f"Key {start + number}",
            prefix=f"dk_{start + number}",
            digest=f"{name}{start + number:058}",
            scopes=[],
        )
        for number in range(count)
        for name in PEOPLE
    )


def audit(cast: Cast, start: int, count: int) -> None:
    AuditEntry.objects.bulk_create(
        AuditEntry(
            at=timezone.now(), account_id=cast.account.pk, byline="ana", act="space.saved", object_id="x"
        )
        for _ in range(count)
    )


def views(cast: Cast, start: int, count: int) -> None:
    SavedView.objects.bulk_create(
        SavedView(person=cast.people[name], name=f"View {start + number}", address="kind=rfc")
        for number in range(count)
        for name in PEOPLE
    )


def documents(cast: Cast, start: int, count: int) -> None:
    many(cast, count)


def requests(cast: Cast, start: int, count: int) -> None:
    many(cast, count)
    asked = [(cast.people[name], cast.people[by]) for name, by in (PEOPLE, PEOPLE[::-1])]
    Review.objects.bulk_create(
        Review(
            document=document,
            version=1,
            reviewer=reviewer,
            requested_by=by,
            decision=Decision.PENDING,
            byline=by.username,
            created_at=timezone.now(),
        )
        for document in Document.objects.filter(reviews__isnull=True)
        for reviewer, by in asked
    )


def asks(cast: Cast, start: int, count: int) -> None:
    many(cast, count)
    now = timezone.now()
    Ask.objects.bulk_create(
        Ask(
            document=document,
            version=1,
            act=Act.APPROVE,
            person=cast.people[name],
            asked_by=cast.people[name],
            assistant_id="client-1",
            assistant_name="Claude Code",
            created_at=now,
        )
        for document in Document.objects.filter(asks__isnull=True)
        for name in PEOPLE
    )


def notices(cast: Cast, start: int, count: int) -> None:
    many(cast, count)
    Notice.objects.bulk_create(
        Notice(
            person=cast.people[name],
            document=document,
            kind=NoticeKind.ANSWER,
            event="replied",
            byline="ana",
            created_at=timezone.now(),
        )
        for document in Document.objects.all()[:count]
        for name in PEOPLE
    )


LISTS: dict[str, Callable[[Cast, int, int], None]] = {
    "decisions_document": documents,
    "decisions_savedview": views,
    "integrations_notice": notices,
    "reviews_ask": asks,
    "reviews_review": requests,
    "spaces_account": accounts,
    "spaces_agentkey": keys,
    "spaces_auditentry": audit,
    "spaces_space": spaces,
}


def statements(client: Any, section: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(list_of(section)).status_code == 200
    return len(queries)


@pytest.mark.parametrize("section", LISTS)
def test_a_list_takes_as_many_statements_for_many_rows_as_for_few(cast: Cast, section: str) -> None:
    clients = {name: browser(cast, name) for name in PEOPLE}
    counts: dict[str, list[int]] = {name: [] for name in PEOPLE}
    for start, count in ((0, 10), (10, 190)):
        LISTS[section](cast, start, count)
        for name, client in clients.items():
            counts[name].append(statements(client, section))
    for name, seen in counts.items():
        assert seen[0] == seen[1], name
    if section in EQUAL:
        assert counts["member"] == counts["owner"]
