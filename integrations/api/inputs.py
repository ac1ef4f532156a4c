"""What the operations on pull requests and jobs take."""

from decisions.api.document_inputs import DocumentRef, Moment
from integrations.domain.jobs import MAX_ID, MAX_TITLE, MAX_URL, JobState
from integrations.services.pull_request_listing import STATES
from spaces.api.shapes import Paged, PublicId
from spaces.kernel.serializers import Input, Line, Truth, WholeNumber, Word


class PullRequestLinkInput(DocumentRef):
    url = Line(required=False, max_length=2_000, help_text="Its address, as pasted.")
    repo = Line(required=False, max_length=300, help_text="owner/name, with number.")
    number = WholeNumber(required=False, min_value=0, help_text="With repo.")


class PullRequestUnlinkInput(PullRequestLinkInput):
    pull_request_id = PublicId("lpr", required=False, help_text="The link's lpr_ id.")


class PullRequestList(Paged):
    space_id = PublicId("lab", required=False, help_text="lab_ id; not with an ldoc_ id.")
    document_id = Line(
        required=False, max_length=64, help_text="ldoc_ id, or RFC 12 with space_id; empty: the whole space."
    )
    repo = Line(required=False, max_length=300, help_text="Only of this repository, owner/name.")
    state = Word(
        choices=list(STATES),
        required=False,
        help_text="active: unknown, draft or open.",
    )
    compact = Truth(required=False, help_text="true: short rows.")


class JobRef(DocumentRef):
    job_id = Line(max_length=MAX_ID, help_text="The coordinator's id of it.")


class JobLinkInput(JobRef):
    title = Line(required=False, max_length=MAX_TITLE, help_text="What it does; empty keeps.")
    url = Line(required=False, max_length=MAX_URL, help_text="Its own page; empty keeps.")


class JobList(DocumentRef, Paged):
    pass


class JobReport(Input):
    account_id = PublicId("acct", required=False, help_text="Empty: the credential's.")
    # In the body: a coordinator's id may hold anything that an address does not.
    job_id = Line(max_length=MAX_ID, help_text="The coordinator's id of it.")
    state = Word(choices=[state.value for state in JobState], help_text="Where it stands.")
    title = Line(required=False, max_length=MAX_TITLE, help_text="What it does; empty keeps.")
    url = Line(required=False, max_length=MAX_URL, help_text="Its own page; empty keeps.")
    at = Moment(required=False, help_text="When it got there; empty: now. Older than the last is left out.")
