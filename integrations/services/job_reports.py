"""What a job's coordinator reports of it."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from integrations.domain.jobs import JobState
from integrations.models import Job, JobLink
from integrations.services.implementation import implementation_refresh
from integrations.services.jobs import words_given
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError, invalid
from spaces.services.audit import audit_record
from spaces.services.rights import account_of, require_member

# Clocks differ by seconds. A report from the future would make those that follow look late.
_AHEAD = timedelta(minutes=5)


@dataclass(frozen=True)
class Reported:
    """A job as it is after a report; `unchanged` where that came late, or again."""

    job: Job
    unchanged: bool = False


@transaction.atomic
def job_report(
    *,
    job_id: str,
    state: JobState,
    caller: Caller,
    title: str = "",
    url: str = "",
    at: datetime | None = None,
    account_id: str = "",
) -> Reported:
    """The job in the state that its coordinator reports, and its documents' implementation with it.

    `at` is when it got there, by default now: a report that is older than the last changes nothing. A job that ended
    may run again. `not_found` for a job that nothing in the account was ever linked to.
    """
    account_id = account_id or account_of(caller)
    require_member(caller, account_id)
    words = words_given(title, url)
    moment = _moment(at)
    job = Job.objects.select_for_update(no_key=True).filter(account_id=account_id, external_id=job_id).first()
    if job is None:
        raise DomainError(
            "not_found",
            "No document of this account was ever linked to this job.",
            fix="Check the job_id, or link the job to its document first.",
        )
    told = {"state": state.value, **words}
    before = {name: getattr(job, name) for name in told}
    if job.reported_at is not None and (
        moment < job.reported_at or (moment == job.reported_at and before == told)
    ):
        return Reported(job, unchanged=True)
    for name, each in told.items():
        setattr(job, name, each)
    job.reported_at = moment
    job.reported_byline = caller.byline
    job.save(update_fields=[*told, "reported_at", "reported_byline"])
    audit_record(
        caller=caller,
        act="job.reported",
        object_id=job.pk,
        account_id=account_id,
        before=before,
        after={**told, "at": moment.isoformat()},
    )
    if before["state"] != state.value:
        links = JobLink.objects.filter(job=job, unlinked_at__isnull=True)
        implementation_refresh(list(links.values_list("document_id", flat=True)))
    return Reported(job)


def _moment(at: datetime | None) -> datetime:
    now = timezone.now()
    if at is None:
        return now
    if at > now + _AHEAD:
        raise invalid("at", "This time has not come yet.", fix="Send the time in UTC, or leave it out.")
    return min(at, now)
