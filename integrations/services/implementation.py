"""How far documents are carried out, from the pull requests and jobs that are linked to them now."""

from collections.abc import Collection

from decisions.domain.implementation import Implementation
from decisions.services.implementation import implementation_settle
from integrations.domain.jobs import JOB_PROGRESS, PULL_REQUEST_PROGRESS, JobState
from integrations.domain.pull_requests import State
from integrations.models import JobLink, PullRequestLink


def implementation_refresh(document_ids: Collection[str]) -> None:
    """Write anew how far these documents are carried out.

    Call it in the transaction that changed a link or the state of what is linked, after the change: it holds the
    documents, in the order of their ids.
    """
    if document_ids:
        implementation_settle(document_ids=document_ids, progress_of=progress_of)


def progress_of(document_ids: Collection[str]) -> dict[str, set[Implementation]]:
    """What the links of each of these documents have reached, in two statements."""
    reached: dict[str, set[Implementation]] = {}
    live = {"document_id__in": list(document_ids), "unlinked_at__isnull": True}
    # Many links in few states: the database says each once.
    pull_requests = PullRequestLink.objects.filter(**live).values_list("document_id", "pull_request__state")
    for document_id, state in pull_requests.order_by().distinct():
        reached.setdefault(document_id, set()).add(PULL_REQUEST_PROGRESS[State(state)])
    for document_id, state in (
        JobLink.objects.filter(**live).values_list("document_id", "job__state").order_by().distinct()
    ):
        reached.setdefault(document_id, set()).add(JOB_PROGRESS[JobState(state)])
    return reached
