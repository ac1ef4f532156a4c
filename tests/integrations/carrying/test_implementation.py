"""How far a document is carried out: the contract's words for all states, and a column that always agrees."""

from itertools import combinations, product

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from decisions.api.document_shapes import DocumentRecord, DocumentRow
from decisions.domain.implementation import Implementation, implementation_of
from decisions.domain.kinds import DECIDED, Kind, Status
from decisions.models import Document
from decisions.services.document_listing import document_list
from integrations.domain.jobs import JOB_PROGRESS, PULL_REQUEST_PROGRESS, JobState
from integrations.domain.pull_requests import State
from integrations.models import JobLink, PullRequestLink
from integrations.services.job_reports import job_report
from integrations.services.jobs import job_link, job_unlink
from integrations.services.pull_request_links import pull_request_unlink
from spaces.kernel.serializers import shape_of
from tests.cast import Cast, make_cast
from tests.integrations.carrying.stage import decided, implementation, job, linked, state_set

REACHED = [*State, *JobState]


def contracts_word(states: set[str]) -> str:
    """product.md §4, sentence by sentence."""
    if not states:
        return "none"
    if states & {"open", "running"}:
        return "active"
    if states & {"draft", "unknown", "not_started"}:
        return "planned"
    if states & {"merged", "finished"}:
        return "done"
    assert states <= {"closed", "failed"}
    return "dropped"


def test_every_combination_of_states_gives_the_contracts_word() -> None:
    progress = {**PULL_REQUEST_PROGRESS, **JOB_PROGRESS}
    tried = 0
    for size in range(len(REACHED) + 1):
        for states in combinations(REACHED, size):
            word = implementation_of(progress[state] for state in states)
            assert word == contracts_word({state.value for state in states}), states
            tried += 1
    assert tried == 2**9


@pytest.mark.parametrize(("state", "reported"), list(product(State, JobState)), ids=str)
def test_the_column_follows_a_pull_request_and_a_job(cast: Cast, state: State, reported: JobState) -> None:
    document = decided(cast)
    linked(cast, document, state=state)
    assert implementation(document) == contracts_word({state.value})
    job(cast, document, state=reported)
    assert implementation(document) == contracts_word({state.value, reported.value})
    pull_request_unlink(document=document, url="acme/web#1", caller=cast.caller("member"))
    assert implementation(document) == contracts_word({reported.value})
    job_unlink(document=document, job_id="run-1", caller=cast.caller("member"))
    assert implementation(document) == "none"


def test_only_decided_documents_show_theirs(cast: Cast) -> None:
    for status in Status:
        kind = {
            Status.PROPOSED: Kind.ADR,
            Status.DEPRECATED: Kind.ADR,
            Status.PUBLISHED: Kind.STUDY,
        }.get(status, Kind.RFC)
        document = Document(kind=kind, number=1, status=status, implementation="active")
        document.author = cast.people["author"]
        shown = "active" if status in DECIDED else None
        assert shape_of(DocumentRecord).to_representation(document)["implementation"] == shown
        row = shape_of(DocumentRow).to_representation(document)
        assert row.get("implementation") == shown
        assert ("implementation" in row) is (shown is not None)


def test_lists_are_filtered_by_it_among_decided_documents(cast: Cast) -> None:
    active, idle, undecided = decided(cast, "Active"), decided(cast, "Idle"), cast.document("Undecided")
    for document in (active, undecided):
        linked(cast, document, state=State.OPEN)
    for word in Implementation:
        rows = document_list(cast.caller("member"), {"implementation": word.value}).rows
        expected = {"active": [active.pk], "none": [idle.pk]}.get(word.value, [])
        assert [row.pk for row in rows] == expected
    client = cast.client("agent")
    answer = client.get("/api/v1/documents/?implementation=active").json()
    assert [(row["document_id"], row["implementation"]) for row in answer["items"]] == [(active.pk, "active")]
    refusal = client.get("/api/v1/documents/?implementation=half")
    assert (refusal.status_code, refusal.json()["path"]) == (400, "implementation")


def test_a_change_of_it_is_no_change_of_the_document(cast: Cast) -> None:
    document = decided(cast)
    before = document.updated_at
    linked(cast, document, state=State.MERGED)
    document.refresh_from_db()
    assert (document.implementation, document.updated_at) == ("done", before)


# A step: what is done, to which document, with which of two pull requests or jobs, and into which state.
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["link", "unlink", "read", "link job", "unlink job", "report"]),
        st.integers(0, 1),
        st.integers(1, 2),
        st.sampled_from(State),
        st.sampled_from(JobState),
    ),
    max_size=10,
)


@pytest.mark.django_db
@settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(steps=STEPS)
def test_after_whatever_happened_the_column_is_what_the_links_say(
    steps: list[tuple[str, int, int, State, JobState]],
) -> None:
    with transaction.atomic():
        cast = make_cast()
        documents = [decided(cast, title) for title in ("One", "Other")]
        for act, which, number, state, reported in steps:
            _take(cast, documents[which], act, number, state, reported)
            for document in documents:
                assert implementation(document) == contracts_word(_states(document))
        transaction.set_rollback(True)


def _take(cast: Cast, document: Document, act: str, number: int, state: State, reported: JobState) -> None:
    member, job_id = cast.caller("member"), f"run-{number}"
    link = PullRequestLink.objects.filter(document=document, pull_request__number=number).first()
    task = JobLink.objects.filter(document=document, job__external_id=job_id).first()
    if act == "link":
        linked(cast, document, number)
    elif act == "unlink" and link:
        pull_request_unlink(document=document, pull_request_id=link.pk, caller=member)
    elif act == "read" and link:
        state_set(link, state)
    elif act == "link job":
        job_link(document=document, job_id=job_id, caller=member)
    elif act == "unlink job" and task:
        job_unlink(document=document, job_id=job_id, caller=member)
    elif act == "report" and task:
        job_report(account_id=cast.account.pk, job_id=job_id, state=reported, caller=member)


def _states(document: Document) -> set[str]:
    standing = {"document": document, "unlinked_at__isnull": True}
    pulls = PullRequestLink.objects.filter(**standing).values_list("pull_request__state", flat=True)
    return {*pulls, *JobLink.objects.filter(**standing).values_list("job__state", flat=True)}
