"""Links that are made and ended at once: one row each, no deadlock, and documents that say what their links say."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier
from typing import Any

import pytest
from django.db import connection

from decisions.domain.implementation import implementation_of
from integrations.domain.jobs import JobState
from integrations.models import Job, JobLink, PullRequest, PullRequestLink
from integrations.services.implementation import progress_of
from integrations.services.job_reports import job_report
from integrations.services.jobs import job_link, job_unlink
from integrations.services.pull_request_links import pull_request_link, pull_request_unlink
from tests.cast import Cast, make_cast
from tests.integrations.carrying.stage import connected, decided, implementation, job, linked

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = 4


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    """The cast, committed, so that other connections see it."""
    return make_cast()


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """What each act answers, all let go at the same moment."""
    line = Barrier(len(acts))

    def run(act: Callable[[], Any]) -> Any:
        line.wait(timeout=60)
        try:
            return act()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return [future.result(timeout=120) for future in [pool.submit(run, act) for act in acts]]


def test_linking_one_at_once_from_all_sides_makes_one_row_and_one_link_a_document(cast: Cast) -> None:
    documents = [decided(cast, title) for title in ("One", "Other")]
    member = cast.caller("member")
    links = at_once(
        *(
            partial(pull_request_link, document=each, url="acme/web#1", caller=member)
            for each in documents * 2
        ),
        *(partial(job_link, document=each, job_id="run-1", caller=member) for each in documents * 2),
    )
    assert len({link.pk for link in links}) == 4
    assert (PullRequest.objects.count(), Job.objects.count()) == (1, 1)


def test_of_links_that_come_and_go_and_reports_nothing_is_lost(cast: Cast) -> None:
    connected(cast)
    documents = [decided(cast, title) for title in ("One", "Other")]
    for document in documents:
        linked(cast, document)
        job(cast, document)
    member = cast.caller("member")
    for state in list(JobState)[:ROUNDS]:
        at_once(
            *(
                partial(pull_request_unlink, document=each, url="acme/web#1", caller=member)
                for each in documents
            ),
            partial(job_unlink, document=documents[0], job_id="run-1", caller=member),
            partial(job_report, account_id=cast.account.pk, job_id="run-1", state=state, caller=member),
        )
        # Both went at once, and whichever was last saw that nothing links it any more.
        assert PullRequest.objects.get().next_read_at is None
        at_once(
            partial(pull_request_link, document=documents[0], url="acme/web#1", caller=member),
            partial(pull_request_unlink, document=documents[1], url="acme/web#1", caller=member),
            partial(job_link, document=documents[0], job_id="run-1", caller=member),
        )
        for document in documents:
            found = progress_of([document.pk]).get(document.pk, set())
            assert implementation(document) == implementation_of(found)
        assert PullRequest.objects.get().next_read_at is not None
        linked(cast, documents[1])
    assert (PullRequestLink.objects.count(), JobLink.objects.count()) == (2, 2)
