"""Readers, people who link and unlink, and the mending task at once: nobody fails, and nothing is left wrong."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier

import pytest
from django.db import connection as database

from decisions.models import Document
from integrations.models import PullRequest
from integrations.services.due import WANTED, all_made_due, due_list_mend
from integrations.services.implementation import implementation_refresh
from integrations.services.pull_request_links import pull_request_link, pull_request_unlink
from integrations.services.reading import pull_requests_read
from tests.integrations.sync.scenes import Scene

NUMBERS = range(1, 7)
TURNS = 6


def link_all(scene: Scene, document: Document) -> None:
    for number in NUMBERS:
        pull_request_link(
            document=document, caller=scene.cast.caller("member"), repo="acme/web", number=number
        )


def link_and_unlink(scene: Scene, document: Document) -> None:
    for turn in range(TURNS):
        for number in NUMBERS:
            act = pull_request_unlink if (turn + number) % 3 == 0 else pull_request_link
            act(document=document, caller=scene.cast.caller("member"), repo="acme/web", number=number)


def read(scene: Scene) -> None:
    """The odd ones are closed in the end."""
    pull_requests = scene.github.repo("acme", "web").pull_requests
    for number in NUMBERS:
        pull_requests[number].close()
        if number % 2 == 0:
            pull_requests[number].reopen()
        all_made_due(scene.connection)
        pull_requests_read(connection=scene.connection)


def mend(scene: Scene) -> None:
    for _ in range(TURNS):
        due_list_mend()


def at_once(*works: Callable[[], None]) -> None:
    line = Barrier(len(works))

    def run(work: Callable[[], None]) -> None:
        line.wait(timeout=30)
        try:
            work()
        finally:
            database.close()

    with ThreadPoolExecutor(len(works)) as pool:
        for each in [pool.submit(run, work) for work in works]:
            each.result(timeout=120)


@pytest.mark.django_db(transaction=True)
def test_reading_linking_and_mending_at_once_leave_everything_right(committed: Scene) -> None:
    for number in NUMBERS:
        committed.remote(number)
    documents = [committed.document, committed.cast.document("Another")]
    for document in documents:
        link_all(committed, document)
    links = [partial(link_and_unlink, committed, document) for document in documents]
    at_once(*links, partial(read, committed), partial(mend, committed))
    assert committed.token.most_at_once == 1
    # Whatever was left to somebody else at that moment is mended by the next turn.
    due_list_mend()
    all_made_due(committed.connection)
    pull_requests_read(connection=committed.connection)
    wanted = dict(PullRequest.objects.filter(WANTED).values_list("number", "state"))
    assert wanted == {number: "closed" if number % 2 else "open" for number in wanted}
    assert not PullRequest.objects.exclude(WANTED).filter(next_read_at__isnull=False).exists()
    kept = dict(Document.objects.values_list("pk", "implementation"))
    implementation_refresh([document.pk for document in documents])
    assert dict(Document.objects.values_list("pk", "implementation")) == kept
