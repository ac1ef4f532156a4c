"""Jobs of documents by REST, and the operations behind their tools."""

from typing import Any

from decisions.models import Document
from decisions.querysets import document_for
from integrations.api.inputs import JobLinkInput, JobList, JobRef, JobReport
from integrations.api.shapes import JobReported, JobRow, JobUnlinked
from integrations.domain.jobs import JobState
from integrations.services.job_reports import job_report
from integrations.services.jobs import job_link, job_list, job_unlink
from spaces.domain.caller import Caller
from spaces.domain.scopes import Scope
from spaces.kernel.operations import OperationViewSet, operation
from spaces.kernel.paging import Page


def _meant(caller: Caller, given: dict[str, Any]) -> Document:
    """The document that the arguments name, which are taken out of them."""
    return document_for(caller, given.pop("document_id"), given.pop("space_id", None))


class JobViewSet(OperationViewSet):
    """The jobs of a coordinator that carry documents out, as it last reported them."""

    @operation(input=JobList, output=JobRow, paged=True)
    def list(self, caller: Caller, given: dict[str, Any]) -> Page:
        """The jobs of a document, newest link first."""
        return job_list(_meant(caller, dict(given)), caller, given)

    @operation(input=JobLinkInput, output=JobRow, writes=True)
    def link(self, caller: Caller, given: dict[str, Any]) -> Any:
        """Link a document to a job; safe to repeat."""
        return job_link(document=_meant(caller, given), caller=caller, **given)

    @operation(input=JobRef, output=JobUnlinked, writes=True)
    def unlink(self, caller: Caller, given: dict[str, Any]) -> Any:
        """End a link, which is kept as history; safe to repeat."""
        return job_unlink(document=_meant(caller, given), caller=caller, **given)

    @operation(input=JobReport, output=JobReported, writes=True, scopes=[Scope.JOBS_REPORT])
    def report(self, caller: Caller, given: dict[str, Any]) -> Any:
        """Report where a job stands; for its coordinator."""
        return job_report(state=JobState(given.pop("state")), caller=caller, **given)
