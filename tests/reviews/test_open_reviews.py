"""Open reviews by age, on the home page and as the list that each bar leads to; and what waits for me there."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from decisions.domain.kinds import Status
from decisions.models import Document
from reviews.models import Review
from reviews.services.open_reviews import AGES, Age, open_reviews_by_age
from reviews.services.reviews import review_request
from spaces.domain.access import Access
from spaces.models import Membership
from tests.cast import Cast
from tests.console import browser, list_of, rows
from tests.reviews.console_judging import statements_of
from tests.reviews.stage import in_review

OPEN = "/console/reviews/review/open/"


def asked(cast: Cast, days: float, name: str = "member", **fields: Any) -> Document:
    """A document whose review was asked for so many days ago."""
    document = cast.document()
    person = cast.people[name].pk
    review_request(document=document, reviewers=[person], caller=cast.caller("author"))
    Document.objects.filter(pk=document.pk).update(**fields)
    Review.objects.filter(document=document).update(created_at=timezone.now() - timedelta(days=days))
    return document


def listed(cast: Cast, name: str, url: str = OPEN, **query: str) -> list[str]:
    answer = browser(cast, name).get(url, query)
    assert answer.status_code == 200
    return [row["document"].pk for row in answer.context["rows"]]


def test_requests_are_counted_by_how_long_they_are_open(cast: Cast) -> None:
    for days in (-0.1, 0, 2.9, 3.1, 6.9, 7.1, 13.9, 14.1, 400):
        asked(cast, days)
    assert open_reviews_by_age(cast.caller("owner")) == {
        Age.FRESH: 3,
        Age.WEEK: 2,
        Age.FORTNIGHT: 2,
        Age.OLDER: 2,
    }
    assert set(AGES) == set(Age)


def test_what_is_answered_hidden_or_asked_of_who_left_is_not_open(cast: Cast) -> None:
    shown = asked(cast, 1)
    Review.objects.filter(document=asked(cast, 1)).update(is_current=False)
    asked(cast, 1, access=Access.INTERNAL)
    asked(cast, 1, name="manager")
    Membership.objects.filter(user=cast.people["manager"]).delete()
    assert listed(cast, "owner") == [shown.pk]
    assert open_reviews_by_age(cast.caller("owner"))[Age.FRESH] == 1
    assert listed(cast, "stranger") == []


@pytest.mark.parametrize("chosen", [False, True])
def test_each_bar_leads_to_as_many_requests_as_it_says(cast: Cast, chosen: bool) -> None:
    for days in (1, 2, 4, 20):
        asked(cast, days)
    client = browser(cast, "owner")
    query = {"account": cast.account.pk} if chosen else {}
    charts = client.get("/console/", query).context["charts"]
    bars = {bar.label: bar for bar in charts[-1].shown["bars"]}
    assert [bar.count for bar in bars.values()] == [2, 1, 0, 1]
    for bar in bars.values():
        assert len(listed(cast, "owner", bar.url)) == bar.count


@pytest.mark.parametrize("query", [{"age": "ancient"}, {"account": "x"}, {"page_token": "made-up"}])
def test_an_age_an_account_or_a_page_that_there_is_not_is_absent(cast: Cast, query: dict[str, str]) -> None:
    asked(cast, 1)
    assert browser(cast, "owner").get(OPEN, query).status_code == 404
    other = {"account": cast.account.pk}
    assert browser(cast, "partner").get(OPEN, other).status_code == 404


def test_a_long_list_is_paged_and_takes_as_many_statements_as_a_short_one(cast: Cast) -> None:
    client = browser(cast, "owner")
    counts = []
    for more in (10, 60):
        for _ in range(more):
            asked(cast, 1)
        client.get(OPEN)
        counts.append(statements_of(lambda: client.get(OPEN)))
    assert counts[0] == counts[1]
    first = client.get(OPEN, {"age": "fresh"}).context
    assert len(first["rows"]) == 50
    assert len(listed(cast, "owner", f"{OPEN}?{first['older']}")) == 20


def waiting(cast: Cast, name: str) -> tuple[Any, Any]:
    panels = browser(cast, name).get("/console/").context["panels"]["main"]
    shown = {each.template: each.shown for each in panels}
    return shown["console/waiting_for_me.html"], shown["console/asked_of_others.html"]


def test_home_tells_what_is_due_first_and_marks_what_is_late(cast: Cast) -> None:
    today = timezone.now().date()
    days = {"none": None, "soon": today + timedelta(days=2), "late": today - timedelta(days=3)}
    made = {name: in_review(cast) for name in days}
    for name, day in days.items():
        Document.objects.filter(pk=made[name].pk).update(review_by=day)
        person = cast.people["member"].pk
        review_request(document=made[name], reviewers=[person], caller=cast.caller("author"))
    for who, which in (("member", "reviews"), ("owner", "due")):
        told = waiting(cast, who)[0][which]
        assert [(row["document"].pk, row["is_late"]) for row in told] == [
            (made["late"].pk, True),
            (made["soon"].pk, False),
            (made["none"].pk, False),
        ]
        assert told[0]["days"] == "3 days late"
    requests = waiting(cast, "author")[1]["requests"]
    assert [row["document"].pk for row in requests] == [
        made["late"].pk,
        made["soon"].pk,
        made["none"].pk,
    ]


def test_the_numbers_of_home_are_those_of_the_lists_behind_them(cast: Cast) -> None:
    for _ in range(7):
        document = in_review(cast)
        review_request(document=document, reviewers=[cast.people["member"].pk], caller=cast.caller("author"))
    hidden = in_review(cast, decider="member", access=Access.INTERNAL)
    mine = in_review(cast, decider="member")
    told, _ = waiting(cast, "member")
    client = browser(cast, "member")
    assert (told["reviews_count"], len(told["reviews"])) == (7, 5)
    assert len(client.get(list_of("reviews_review")).context["waiting"].rows) == 7
    assert (told["due_count"], rows(client.get(told["due_url"]))) == (1, {mine.pk})
    assert hidden.status == Status.IN_REVIEW
    assert waiting(cast, "author")[1]["count"] == 7
