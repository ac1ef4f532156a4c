"""Two workers at once: nothing is sent or told twice."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import TypeVar

import pytest
import time_machine
from django.core import mail
from django.db import connection
from django.utils import timezone

from integrations.models import Digest, Notice
from integrations.notices.digests import digests_send
from integrations.notices.due import due_notices_write
from integrations.tasks import send_notices, write_due_notices
from reviews.services.reviews import review_request
from tests.cast import Cast, make_cast
from tests.integrations.notices.telling import in_review, mention, settle

pytestmark = pytest.mark.django_db(transaction=True)

WORKERS = 4
T = TypeVar("T")


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    """The cast, committed, so that other connections see it."""
    return make_cast()


def at_once(work: Callable[[], T]) -> list[T]:
    """What each of the workers answers, all let go at the same moment."""
    line = Barrier(WORKERS)

    def run() -> T:
        line.wait(timeout=60)
        try:
            return work()
        finally:
            connection.close()

    with ThreadPoolExecutor(WORKERS) as pool:
        return [future.result(timeout=120) for future in [pool.submit(run) for _ in range(WORKERS)]]


def test_workers_that_send_at_once_send_each_mail_once(cast: Cast) -> None:
    names = ("member", "owner", "manager")
    document = cast.document()
    for _ in range(3):
        mention(document, cast, *names)
    settle()
    assert sum(at_once(digests_send)) == 3
    assert sorted(each.to[0] for each in mail.outbox) == sorted(f"{name}@example.com" for name in names)
    assert Digest.objects.filter(outcome="sent").count() == 3
    assert set(Notice.objects.values_list("mail", flat=True)) == {"sent"}


def test_workers_that_look_for_due_days_at_once_tell_everybody_once(cast: Cast) -> None:
    document = in_review(cast, days=0)
    people = [cast.people[name].pk for name in ("member", "owner")]
    review_request(document=document, reviewers=people, caller=cast.caller("author"))
    noon = timezone.now().replace(hour=12)
    with time_machine.travel(noon, tick=True):
        at_once(due_notices_write)
    due = Notice.objects.filter(kind="due")
    assert sorted(due.values_list("person__username", flat=True)) == ["member", "owner"]


def test_the_tasks_do_what_they_are_named_for_and_again_nothing(cast: Cast) -> None:
    document = in_review(cast, days=0)
    review_request(document=document, reviewers=[cast.people["member"].pk], caller=cast.caller("author"))
    with time_machine.travel(timezone.now().replace(hour=12), tick=False):
        assert [write_due_notices(), write_due_notices()] == [1, 0]
    Notice.objects.update(created_at=timezone.now() - timedelta(hours=1))
    assert [send_notices(), send_notices()] == [1, 0]
