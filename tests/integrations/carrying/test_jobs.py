"""Jobs: linked by their coordinator's ids, reported by it, late or twice."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from integrations.domain.jobs import JobState
from integrations.models import Job
from integrations.services.job_reports import job_report
from integrations.services.jobs import job_link, job_list, job_unlink
from spaces.domain.scopes import WORKING_SET, Scope
from spaces.models import AuditEntry
from tests.cast import Cast
from tests.integrations.carrying.stage import decided, implementation, job
from tests.integrations.carrying.test_links import acts, refused

PATH = "/api/v1/job-reports/"


def report(cast: Cast, state: JobState, job_id: str = "run-1", **more: Any) -> Any:
    return job_report(
        account_id=cast.account.pk, job_id=job_id, state=state, caller=cast.caller("member"), **more
    )


def test_a_job_is_one_row_however_many_documents_link_it(cast: Cast) -> None:
    one, other = cast.document("One"), cast.document("Other")
    first = job(cast, one)
    assert job(cast, one).pk == first.pk
    assert job(cast, other).job_id == first.job_id
    assert first.job.state == JobState.NOT_STARTED
    assert acts(first) == ["job.linked"]


def test_linking_again_with_a_title_or_an_address_updates_them_and_without_keeps_them(cast: Cast) -> None:
    document, member = cast.document(), cast.caller("member")
    link = job_link(document=document, job_id="run-1", title="Build", caller=member)
    job_link(document=document, job_id="run-1", url="https://ci.example.net/1", caller=member)
    job_link(document=document, job_id="run-1", title="Build it", caller=member)
    row = Job.objects.get()
    assert (row.title, row.url) == ("Build it", "https://ci.example.net/1")
    assert acts(link) == ["job.linked"]
    assert acts(row) == ["job.changed", "job.changed"]


def test_unlinking_keeps_the_row_and_linking_again_brings_it_back(cast: Cast) -> None:
    document, member = cast.document(), cast.caller("member")
    link = job(cast, document)
    gone = job_unlink(document=document, job_id="run-1", caller=member)
    assert (gone.pk, gone.unlinked_byline) == (link.pk, "member")
    assert job_unlink(document=document, job_id="run-1", caller=member).unlinked_at == gone.unlinked_at
    assert job_list(document, member, {}).rows == []
    assert job(cast, document).pk == link.pk
    assert [row.pk for row in job_list(document, member, {}).rows] == [link.pk]
    assert acts(link) == ["job.linked", "job.unlinked", "job.linked"]
    for job_id in ("run-2", "RUN-1"):
        refusal = refused(lambda job_id=job_id: job_unlink(document=document, job_id=job_id, caller=member))
        assert refusal.code == "not_found"


@pytest.mark.parametrize(
    ("arguments", "path"),
    [
        ({"job_id": " "}, "job_id"),
        ({"job_id": "a\nb"}, "job_id"),
        ({"job_id": "x" * 201}, "job_id"),
        ({"title": "x" * 301}, "title"),
        ({"title": "a\nb"}, "title"),
        ({"url": "javascript:alert(1)"}, "url"),
        ({"url": "ftp://ci.example.net/1"}, "url"),
        ({"url": "https://"}, "url"),
        ({"url": "https://[half/1"}, "url"),
        ({"url": "https://ana:secret@ci.example.net/1"}, "url"),
        ({"url": "https:\\\\ci.example.net"}, "url"),
        ({"url": "https://ci.example.net/a b"}, "url"),
        ({"url": "https://ci.example.net/" + "x" * 2_000}, "url"),
    ],
    ids=str,
)
def test_what_is_no_id_title_or_address_is_refused(cast: Cast, arguments: dict[str, str], path: str) -> None:
    document = cast.document()
    given = {"job_id": "run-1", **arguments}
    refusal = refused(lambda: job_link(document=document, caller=cast.caller("member"), **given))
    assert (refusal.code, refusal.path) == ("invalid_arguments", path)
    if path != "job_id":
        job(cast, document)
        refusal = refused(lambda: report(cast, JobState.RUNNING, **arguments))
        assert (refusal.code, refusal.path) == ("invalid_arguments", path)


def test_a_report_changes_every_document_that_the_job_is_linked_to(cast: Cast) -> None:
    documents = [decided(cast, title) for title in ("One", "Other")]
    for document in documents:
        job(cast, document)
    for state, word in (
        (JobState.RUNNING, "active"),
        (JobState.FAILED, "dropped"),
        # It may run again.
        (JobState.RUNNING, "active"),
        (JobState.FINISHED, "done"),
    ):
        reported = report(cast, state, title=f"Build {state}")
        assert not reported.unchanged
        assert [implementation(document) for document in documents] == [word] * 2
    assert acts(Job.objects.get()) == ["job.reported"] * 4
    last = AuditEntry.objects.filter(act="job.reported").latest("pk")
    assert (last.before["state"], last.after["state"]) == ("running", "finished")


def test_a_report_that_is_late_or_comes_again_changes_nothing(cast: Cast) -> None:
    job(cast, cast.document())
    now = timezone.now()
    report(cast, JobState.FINISHED, at=now)
    for state, at in ((JobState.RUNNING, now - timedelta(seconds=1)), (JobState.FINISHED, now)):
        entries = AuditEntry.objects.count()
        assert report(cast, state, at=at).unchanged
        assert AuditEntry.objects.count() == entries
    row = Job.objects.get()
    assert (row.state, row.reported_at) == (JobState.FINISHED, now)


def test_a_clock_that_is_a_little_ahead_does_not_hold_up_what_follows(cast: Cast) -> None:
    job(cast, cast.document())
    report(cast, JobState.RUNNING, at=timezone.now() + timedelta(minutes=1))
    assert not report(cast, JobState.FINISHED).unchanged
    refusal = refused(lambda: report(cast, JobState.RUNNING, at=timezone.now() + timedelta(minutes=10)))
    assert (refusal.code, refusal.path) == ("invalid_arguments", "at")


def test_a_job_that_the_account_never_linked_is_not_found_with_what_to_do(cast: Cast) -> None:
    refusal = refused(lambda: report(cast, JobState.RUNNING))
    assert refusal.code == "not_found"
    assert "link" in refusal.fix
    job(cast, cast.document())
    # Another account's coordinator may use the same ids: they are its own.
    foreign = refused(
        lambda: job_report(
            account_id=cast.account.pk, job_id="run-1", state=JobState.FAILED, caller=cast.caller("stranger")
        )
    )
    assert foreign.code == "not_found"


@pytest.mark.parametrize("job_id", ["run-1", "build/7 of 9", "ä:#?&%2F"])
def test_a_coordinator_reports_with_that_scope_and_no_other(cast: Cast, job_id: str) -> None:
    document = decided(cast)
    job(cast, document, job_id)
    client = cast.client("visitor")
    sent = {"job_id": job_id, "state": "running", "title": "Build", "url": "https://ci.example.net/1"}
    assert client.post(PATH, sent).status_code == 401
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {cast.key_of('member', scopes=list(WORKING_SET))}")
    refusal = client.post(PATH, sent)
    assert (refusal.status_code, refusal.json()["needed"]) == (403, ["jobs:report"])
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {cast.key_of('member', scopes=[Scope.JOBS_REPORT])}")
    answer = client.post(PATH, sent)
    assert answer.status_code == 200
    told = answer.json()
    assert (told["job_id"], told["state"], told["title"]) == (job_id, "running", "Build")
    assert (told["account_id"], told["unchanged"]) == (cast.account.pk, False)
    assert implementation(document) == "active"
    late = client.post(PATH, {"job_id": job_id, "state": "failed", "at": "2020-01-01T00:00:00Z"})
    assert (late.json()["state"], late.json()["unchanged"]) == ("running", True)
    assert client.post(PATH, {"job_id": job_id, "state": "paused"}).json()["path"] == "state"
    # That scope opens nothing else.
    assert client.get("/api/v1/documents/").json()["needed"] == ["decisions:read"]
    assert client.get(f"/api/v1/documents/{document.pk}/jobs/").status_code == 403
