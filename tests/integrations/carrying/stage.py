"""Documents with pull requests and jobs in the states a test wants."""

from datetime import timedelta

from django.utils import timezone

from decisions.domain.kinds import Status
from decisions.models import Document
from integrations.domain.jobs import JobState
from integrations.domain.pull_requests import State
from integrations.models import GitHubConnection, JobLink, PullRequest, PullRequestLink
from integrations.services.implementation import implementation_refresh
from integrations.services.job_reports import job_report
from integrations.services.jobs import job_link
from integrations.services.pull_request_links import pull_request_link
from spaces.services.secrets import CREDENTIALS
from tests.cast import Cast


def decided(cast: Cast, title: str = "Queue limits") -> Document:
    """An accepted RFC by author, without the moves that lead there."""
    document = cast.document(title)
    Document.objects.filter(pk=document.pk).update(status=Status.ACCEPTED)
    document.refresh_from_db()
    return document


def connected(cast: Cast, host: str = "github.com") -> GitHubConnection:
    """A connection of the account that another reader holds, so that nothing is asked of anybody."""
    now = timezone.now()
    return GitHubConnection.objects.create(
        account=cast.account,
        host=host,
        kind="token",
        secret=CREDENTIALS.sealed("a token"),
        webhook_secret=CREDENTIALS.sealed("a secret"),
        created_by=cast.people["owner"],
        created_at=now,
        reading_until=now + timedelta(hours=1),
        reader="somebody else",
    )


def linked(cast: Cast, document: Document, number: int = 1, state: State | None = None) -> PullRequestLink:
    """A link to acme/web#number, whose pull request is in this state."""
    link = pull_request_link(document=document, repo="acme/web", number=number, caller=cast.caller("member"))
    return link if state is None else state_set(link, state)


def state_set(link: PullRequestLink, state: State) -> PullRequestLink:
    """What a reading writes of a state."""
    merged_at = timezone.now() if state is State.MERGED else None
    row = PullRequest.objects.filter(pk=link.pull_request_id)
    row.update(state=state.value, merged_at=merged_at, merge_commit="")
    links = PullRequestLink.objects.filter(pull_request=link.pull_request_id, unlinked_at__isnull=True)
    implementation_refresh(list(links.values_list("document_id", flat=True)))
    return PullRequestLink.objects.select_related("pull_request").get(pk=link.pk)


def job(cast: Cast, document: Document, job_id: str = "run-1", state: JobState | None = None) -> JobLink:
    """A link to a job that was reported in this state."""
    link = job_link(document=document, job_id=job_id, caller=cast.caller("member"))
    if state is not None:
        job_report(account_id=cast.account.pk, job_id=job_id, state=state, caller=cast.caller("member"))
    return link


def implementation(document: Document) -> str:
    document.refresh_from_db()
    return document.implementation
