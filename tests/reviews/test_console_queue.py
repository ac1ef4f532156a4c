"""The review queue and the home page: what waits for me, wherever it is."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.utils import timezone

from decisions.domain.kinds import Kind
from decisions.models import Document
from reviews.admin.days import days_left, time_left
from reviews.models import Review
from reviews.services.reviews import review_request
from spaces.domain.access import Access
from spaces.domain.roles import Role
from spaces.models import Membership
from spaces.services.spaces import space_create
from tests.cast import Cast
from tests.console import address, browser, list_of
from tests.reviews.console_judging import accepted, in_review, statements_of

QUEUE = "reviews_review"


def ask(cast: Cast, document: Document, *names: str, by: str = "author") -> None:
    people = [cast.people[name].pk for name in names]
    review_request(document=document, reviewers=people, caller=cast.caller(by))


def queue(cast: Cast, name: str, which: str = "waiting", **query: str) -> list[str]:
    shown = browser(cast, name).get(list_of(QUEUE), query).context[which].rows
    return [row["document"].pk for row in shown]


def test_the_queue_tells_what_waits_for_me_and_what_i_asked(cast: Cast) -> None:
    document = in_review(cast)
    ask(cast, document, "member", "owner")
    assert queue(cast, "member") == [document.pk]
    assert queue(cast, "member", "asked") == []
    assert queue(cast, "author") == []
    assert queue(cast, "author", "asked") == [document.pk, document.pk]


def test_the_queue_reaches_over_all_accounts_of_a_person(cast: Cast) -> None:
    Membership.objects.create(account=cast.partner_account, user=cast.people["member"], role=Role.MEMBER)
    partner = cast.caller("partner")
    there = space_create(account_id=cast.partner_account.pk, name="Theirs", caller=partner)
    theirs = cast.document(space=there, caller=partner)
    mine = in_review(cast)
    ask(cast, theirs, "member", by="partner")
    ask(cast, mine, "member")
    assert queue(cast, "member") == [mine.pk, theirs.pk]


def test_what_i_may_not_read_any_more_does_not_wait_for_me(cast: Cast) -> None:
    document = in_review(cast)
    ask(cast, document, "member")
    Document.objects.filter(pk=document.pk).update(access=Access.INTERNAL)
    assert queue(cast, "member") == []
    assert queue(cast, "author", "asked") == []


def test_a_long_queue_is_leafed_through_both_ways(cast: Cast) -> None:
    documents = [cast.document(f"Document {number}") for number in range(30)]
    for document in documents:
        ask(cast, document, "member")
    client = browser(cast, "member")
    first = client.get(list_of(QUEUE)).context["waiting"]
    second = client.get(list_of(QUEUE) + first.page.after_url).context["waiting"]
    seen = [row["document"].pk for row in [*first.rows, *second.rows]]
    assert seen == [document.pk for document in reversed(documents)]
    assert (str(first.page.count), second.page.after_url) == ("30", "")
    again = client.get(list_of(QUEUE) + second.page.before_url).context["waiting"]
    assert [row["request"].pk for row in again.rows] == [row["request"].pk for row in first.rows]


def test_a_page_of_one_list_is_no_page_of_the_other(cast: Cast) -> None:
    for number in range(27):
        ask(cast, cast.document(f"Document {number}"), "member", "owner")
    client = browser(cast, "member")
    token = client.get(list_of(QUEUE)).context["waiting"].page.leaf.after
    shown = browser(cast, "author").get(list_of(QUEUE), {"asked": token})
    assert shown.context["asked"].page.leaf.before == ""
    assert [str(each) for each in shown.context["messages"]]


def test_what_is_due_soonest_stands_first_and_what_is_late_is_marked(cast: Cast) -> None:
    today = timezone.localdate()
    days = {
        "late": today - timedelta(days=1),
        "soon": today,
        "later": today + timedelta(days=9),
        "never": None,
    }
    made = {}
    for name in ("later", "never", "late", "soon"):
        document = cast.document(name)
        ask(cast, document, "member")
        Document.objects.filter(pk=document.pk).update(review_by=days[name])
        made[name] = document.pk
    assert queue(cast, "member") == [made[name] for name in days]
    assert queue(cast, "member", order_by="new") == [
        made[name] for name in ("soon", "late", "never", "later")
    ]
    shown = browser(cast, "member").get(list_of(QUEUE)).context["waiting"].rows
    assert [row["late"] for row in shown] == [True, False, False, False]


def test_the_queue_is_narrowed_by_space_kind_day_and_person(cast: Cast) -> None:
    there = space_create(account_id=cast.account.pk, name="There", caller=cast.caller("owner"))
    rfc = cast.document("Queues", space=there)
    adr = cast.document("Stores", kind=Kind.ADR)
    ask(cast, rfc, "member")
    ask(cast, adr, "member", by="owner")
    Document.objects.filter(pk=rfc.pk).update(review_by=date(2026, 3, 1))
    for query, expected in (
        ({"space": there.pk}, [rfc.pk]),
        ({"kind": "adr"}, [adr.pk]),
        ({"due": "2026-03-01"}, [rfc.pk]),
        ({"person": "owner"}, [adr.pk]),
        ({"kind": "nothing"}, []),
    ):
        assert queue(cast, "member", **query) == expected


@pytest.mark.parametrize(
    ("days", "words"),
    [(-2, "2 days late"), (-1, "1 day late"), (0, "today"), (1, "1 day left"), (9, "9 days left")],
)
def test_days_left_are_counted_from_today(days: int, words: str) -> None:
    today = date(2026, 2, 27)
    assert days_left(today + timedelta(days=days), today) == words
    assert days_left(None, today) == ""


def test_an_ask_whose_time_is_over_has_none_left() -> None:
    now = timezone.now()
    assert time_left(now, now) == "over"
    assert "hours" in time_left(now + timedelta(hours=30), now)


def test_the_queue_counts_days_in_the_time_zone_of_each_space(cast: Cast) -> None:
    document = in_review(cast)
    ask(cast, document, "member")
    shown = browser(cast, "member").get(list_of(QUEUE)).context["waiting"].rows[0]
    assert shown["days"] == "10 days left"


def test_the_reviews_of_a_document_are_absent_for_who_cannot_read_it(cast: Cast) -> None:
    document = in_review(cast)
    url = list_of(QUEUE) + f"of/{document.pk}/"
    assert browser(cast, "member").get(url).status_code == 200
    assert browser(cast, "member").get(url, {"after": "made-up"}).status_code == 404
    assert browser(cast, "stranger").get(url).status_code == 404
    assert browser(cast, "member").get(list_of(QUEUE) + "of/nothing/").status_code == 404


def home(cast: Cast, name: str) -> dict[str, Any]:
    panels = browser(cast, name).get("/console/").context["panels"]
    return {each.template: each.shown for placed in panels.values() for each in placed}


def test_home_says_what_waits_for_me_and_what_was_decided_lately(cast: Cast) -> None:
    waits, decided, closed = in_review(cast), accepted(cast), accepted(cast)
    Document.objects.filter(pk=closed.pk).update(access=Access.INTERNAL)
    ask(cast, waits, "member")
    shown = home(cast, "member")
    assert [row["document"].pk for row in shown["console/waiting_for_me.html"]["reviews"]] == [waits.pk]
    lately = shown["console/decided_lately.html"]["lines"]
    assert [(each.document_id, each.status, each.person) for each in lately] == [
        (decided.pk, "accepted", "manager")
    ]
    assert home(cast, "stranger")["console/decided_lately.html"]["lines"] == []


def test_queue_and_home_take_as_many_statements_for_many_rows_as_for_few(cast: Cast) -> None:
    client = browser(cast, "member")
    counts = []
    for more in (2, 12):
        for _ in range(more):
            ask(cast, in_review(cast), "member")
            ask(cast, cast.document(), "owner", by="member")
            accepted(cast)
        for url in (list_of(QUEUE), "/console/"):
            client.get(url)
            counts.append(statements_of(lambda url=url: client.get(url)))
    assert counts[:2] == counts[2:]
    assert Review.objects.count() > 20
    assert address(Document.objects.all()[0])
