"""Due notices: whoever a document waits for, on the days of its own space."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from decisions.domain.kinds import Kind, Status
from decisions.models import Document
from integrations.models import Notice
from integrations.notices.due import due_notices_write
from reviews.domain.policy import Decision
from reviews.services.lifecycle import document_set_status
from reviews.services.reviews import review_request, review_submit
from spaces.models import Account, Space, SpaceSettings
from spaces.services.accounts import member_remove
from tests.cast import Cast
from tests.integrations.notices.telling import everybody_told, in_review

# A Thursday.
REVIEW_BY = date(2026, 12, 10)


def asked(cast: Cast, *names: str) -> Document:
    """A document in review until REVIEW_BY, with these people asked."""
    document = in_review(cast)
    people = [cast.people[name].pk for name in names]
    review_request(document=document, reviewers=people, caller=cast.caller("author"))
    Document.objects.filter(pk=document.pk).update(review_by=REVIEW_BY)
    Notice.objects.all().delete()
    document.refresh_from_db()
    return document


def run_at(when: datetime) -> int:
    with time_machine.travel(when, tick=False):
        return due_notices_write()


def noon(day: date, zone: str = "UTC") -> datetime:
    return datetime(day.year, day.month, day.day, 12, tzinfo=ZoneInfo(zone))


def test_reviewers_hear_on_each_of_the_days_until_they_answer(cast: Cast) -> None:
    document = asked(cast, "member", "owner")
    heard = {}
    for after in range(-5, 9):
        day = REVIEW_BY + timedelta(days=after)
        run_at(noon(day))
        if after == 1:
            review_submit(
                document=document, version=2, decision=Decision.APPROVE, caller=cast.caller("owner")
            )
        heard[after] = set(
            Notice.objects.filter(kind="due", day=day).values_list("person__username", flat=True)
        )
    both, one = {"member", "owner"}, {"member"}
    assert {after: people for after, people in heard.items() if people} == {
        -3: both,
        0: both,
        1: both,
        4: one,
        5: one,
        6: one,
        7: one,
        8: one,
    }


def test_running_again_on_the_same_day_tells_nobody_twice(cast: Cast) -> None:
    asked(cast, "member")
    assert [run_at(noon(REVIEW_BY) + timedelta(minutes=15 * turn)) for turn in range(4)] == [1, 0, 0, 0]


# Zone: the UTC hour of 2026-12-10 at which its morning of that day begins, 24 and more on the day after.
MORNINGS = {
    "Pacific/Kiritimati": -6,
    "Asia/Tokyo": -1,
    "Asia/Kathmandu": 2.25,
    "Europe/Berlin": 7,
    "UTC": 8,
    "America/New_York": 13,
    "Pacific/Pago_Pago": 19,
    "Etc/GMT+12": 20,
}


@pytest.mark.parametrize(("zone", "hour"), MORNINGS.items())
@pytest.mark.parametrize("set_on", ["space", "account"])
def test_the_day_begins_at_eight_by_the_clock_of_the_space(
    cast: Cast, zone: str, hour: float, set_on: str
) -> None:
    asked(cast, "member")
    if set_on == "space":
        SpaceSettings.objects.update_or_create(space=cast.space, defaults={"time_zone": zone})
    else:
        Account.objects.update(time_zone=zone)
    morning = datetime(2026, 12, 10, tzinfo=ZoneInfo("UTC")) + timedelta(hours=hour)
    assert run_at(morning - timedelta(minutes=1)) == 0
    assert run_at(morning) == 1
    notice = Notice.objects.get()
    assert (notice.event, notice.day, notice.facts) == ("due_today", REVIEW_BY, {"review_by": "2026-12-10"})


def test_a_night_that_loses_an_hour_loses_no_day(cast: Cast) -> None:
    """Berlin's clocks went forward on 2027-03-28, a Sunday."""
    asked(cast, "member")
    SpaceSettings.objects.update_or_create(space=cast.space, defaults={"time_zone": "Europe/Berlin"})
    Document.objects.update(review_by=date(2027, 3, 28))
    begin = datetime(2027, 3, 27, tzinfo=ZoneInfo("UTC"))
    for quarter in range(4 * 72):
        run_at(begin + timedelta(minutes=15 * quarter))
    events = list(Notice.objects.order_by("day").values_list("event", "day"))
    assert events == [("due_today", date(2027, 3, 28)), ("overdue", date(2027, 3, 29))]


def test_with_the_answers_in_the_decider_hears_and_with_changes_the_author(cast: Cast) -> None:
    document = asked(cast, "member", "owner")
    for name in ("member", "owner"):
        review_submit(document=document, version=2, decision=Decision.APPROVE, caller=cast.caller(name))
    Notice.objects.all().delete()
    run_at(noon(REVIEW_BY))
    assert everybody_told(cast) == {"manager": ["due_today"]}
    review_submit(document=document, version=2, decision=Decision.CHANGES, caller=cast.caller("owner"))
    Notice.objects.all().delete()
    run_at(noon(REVIEW_BY + timedelta(days=1)))
    assert everybody_told(cast) == {"author": ["overdue"]}


def test_who_left_is_not_told_and_the_managers_are_where_nobody_else_is_left(cast: Cast) -> None:
    asked(cast, "member")
    for name in ("member", "author"):
        member_remove(account=cast.account, user=cast.people[name], caller=cast.caller("owner"))
    run_at(noon(REVIEW_BY))
    assert everybody_told(cast) == {"owner": ["due_today"], "manager": ["due_today"]}


@pytest.mark.parametrize("status", [Status.DRAFT, Status.WITHDRAWN, Status.REJECTED])
def test_a_document_that_is_not_to_be_decided_is_due_on_no_day(cast: Cast, status: Status) -> None:
    document = asked(cast, "member")
    document_set_status(document=document, base_version=2, status=status, caller=cast.caller("manager"))
    Notice.objects.all().delete()
    assert [run_at(noon(REVIEW_BY + timedelta(days=after))) for after in (-3, 0, 1)] == [0, 0, 0]


def test_a_document_without_a_day_is_never_due(cast: Cast) -> None:
    document = cast.document(kind=Kind.ADR)
    review_request(document=document, reviewers=[cast.people["member"].pk], caller=cast.caller("author"))
    assert Document.objects.get(pk=document.pk).review_by is None
    assert run_at(noon(REVIEW_BY)) == 0


def test_what_was_told_today_costs_nothing_when_it_runs_again(cast: Cast) -> None:
    for number in range(10):
        asked(cast, "member") if number else in_review(cast)
    Document.objects.update(review_by=REVIEW_BY)
    assert run_at(noon(REVIEW_BY)) == 10
    with CaptureQueriesContext(connection) as captured:
        assert run_at(noon(REVIEW_BY)) == 0
    assert len(captured) == 2
    assert Space.objects.count() == 1
