"""Budgets of lists and writes: statements that do not grow with rows, and are the same for member and owner."""

from functools import partial

from decisions.domain.kinds import Status
from decisions.models import Document
from decisions.services.comments import comment_add
from integrations.models import Job, JobLink
from integrations.services.pull_request_links import pull_request_link
from tests.cast import Cast
from tests.decisions.test_statement_counts import (
    PAGE_LIMIT,
    READ_LIMIT,
    WRITE_LIMIT,
    fill,
    statements,
    with_key,
)
from tests.integrations.carrying.stage import decided, linked
from tests.integrations.carrying.test_listing import many

INCLUDED = "text,outline,findings,reviews,pull_requests,jobs"

READS = {
    "of a document": "pull-requests/?document_id={d}&state=active&compact=true",
    "of a reference": "pull-requests/?document_id=rfc-1&space_id={s}",
    "of a space": "pull-requests/?space_id={s}&repo=acme/web&page_size=200",
    "jobs": "documents/{d}/jobs/?page_size=200",
    "document with what carries it out": "documents/{d}/?include=" + INCLUDED,
    "documents by implementation": "documents/?implementation=planned&page_size=200",
}


def _link_more(cast: Cast, document: Document, numbers: range) -> None:
    """Pull requests and jobs with these numbers, without the acts that link them."""
    many(cast, document, numbers)
    now = document.created_at
    made = Job.objects.bulk_create(
        Job(account=cast.account, external_id=f"run-{number}", created_at=now) for number in numbers
    )
    JobLink.objects.bulk_create(
        JobLink(
            document=document,
            job=each,
            account=cast.account,
            space=cast.space,
            linked_by=cast.people["member"],
            byline="member",
            linked_at=now,
        )
        for each in made
    )


def test_reads_take_few_statements_however_many_links_and_whoever_asks(cast: Cast) -> None:
    found: dict[str, set[int]] = {name: set() for name in READS}
    document = fill(cast, 10)
    Document.objects.filter(pk=document.pk).update(status=Status.ACCEPTED, decided_version=1)
    comment_add(document=document, body="Why?", caller=cast.caller("member"))
    clients = [with_key(cast, name) for name in ("member", "owner")]
    for numbers in (range(1, 11), range(11, 201)):
        _link_more(cast, document, numbers)
        for name, route in READS.items():
            path = "/api/v1/" + route.format(d=document.pk, s=cast.space.pk)
            found[name] |= {len(statements(partial(client.get, path))) for client in clients}
    assert {name: counts for name, counts in found.items() if len(counts) != 1} == {}
    assert {name: counts for name, counts in found.items() if max(counts) > READ_LIMIT} == {}


def test_links_and_reports_take_few_statements(cast: Cast) -> None:
    document = decided(cast)
    client = with_key(cast, "member")
    linked(cast, document)
    this = f"/api/v1/documents/{document.pk}/"
    for path, sent in (
        ("pull-requests/", {"url": "acme/web#2"}),
        ("pull-requests/", {"url": "acme/web#2"}),
        ("pull-requests/unlink/", {"url": "acme/web#1"}),
        ("jobs/", {"job_id": "run-1"}),
        ("jobs/unlink/", {"job_id": "run-1"}),
    ):
        assert len(statements(partial(client.post, this + path, sent))) <= WRITE_LIMIT, path


def test_a_page_of_50_decided_documents_is_small(cast: Cast) -> None:
    title = "How the gateway limits what a client sends in one minute"
    for number in range(50):
        document = decided(cast, f"{title} {number:02}")
        pull_request_link(document=document, url="acme/web#1", caller=cast.caller("member"))
    response = with_key(cast, "member").get("/api/v1/documents/")
    assert {row["implementation"] for row in response.json()["items"]} == {"planned"}
    assert len(response.content) <= PAGE_LIMIT
