"""Linking a document to the jobs that carry it out, by their coordinator's own ids."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from decisions.models import Document
from decisions.services.rights import require_writer
from decisions.services.versions import document_held
from integrations.domain.jobs import MAX_ID, MAX_TITLE, web_address_problem
from integrations.models import Job, JobLink
from integrations.services.implementation import implementation_refresh
from integrations.services.linking import link_end, link_stand
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError, invalid
from spaces.kernel.paging import Page, page_of
from spaces.services.audit import audit_record

_ENTITY = "job"


@transaction.atomic
def job_link(*, document: Document, job_id: str, caller: Caller, title: str = "", url: str = "") -> JobLink:
    """The link of a document to a job; safe to repeat, and a title or address that is given is the job's from then on.

    A job that nothing linked before is `not_started`. One that was unlinked comes back with its id.
    """
    require_writer(document, caller)
    _require_id(job_id)
    words = words_given(title, url)
    job, _ = Job.objects.select_for_update(no_key=True).get_or_create(
        account_id=document.account_id,
        external_id=job_id,
        defaults={"created_at": timezone.now(), **words},
    )
    document = document_held(document, caller)
    require_writer(document, caller)
    link, is_new = link_stand(
        JobLink, document=document, caller=caller, entity=_ENTITY, told={"job": job_id}, job=job
    )
    link.document, link.job = document, job
    _retitle(job, words, caller)
    if is_new:
        implementation_refresh([document.pk])
    return link


@transaction.atomic
def job_unlink(*, document: Document, job_id: str, caller: Caller) -> JobLink:
    """The link that no longer stands, kept as history; safe to repeat. `not_found` where there never was one."""
    require_writer(document, caller)
    job = (
        Job.objects.select_for_update(no_key=True)
        .filter(account_id=document.account_id, external_id=job_id)
        .first()
    )
    document = document_held(document, caller)
    require_writer(document, caller)
    link = JobLink.objects.filter(document=document, job=job).first() if job else None
    if job is None or link is None:
        raise DomainError(
            "not_found", "This job was never linked to the document.", fix="List the document's jobs."
        )
    link.document, link.job = document, job
    if link_end(link, document=document, caller=caller, entity=_ENTITY, told={"job": job_id}):
        implementation_refresh([document.pk])
    return link


def job_list(document: Document, caller: Caller, filters: Mapping[str, Any]) -> Page:
    """A page of a document's jobs, newest link first; for members of its account, others see none."""
    links = JobLink.objects.none()
    if caller.is_member(document.account_id):
        links = JobLink.objects.filter(document=document, unlinked_at__isnull=True).select_related("job")
    return page_of(links, order=("-linked_at", "-id"), query=filters)


def words_given(title: str, url: str) -> dict[str, str]:
    """What a call says of a job, by its columns; what it leaves empty is left out."""
    if len(title) > MAX_TITLE or len(title.splitlines()) > 1:
        raise invalid("title", f"One line of at most {MAX_TITLE} characters, please.")
    if url and (problem := web_address_problem(url)):
        raise invalid("url", problem, fix="Send the address of the job's own page, or leave it out.")
    return {name: each for name, each in (("title", title), ("url", url)) if each}


def _require_id(job_id: str) -> None:
    if not job_id.strip() or len(job_id) > MAX_ID or not job_id.isprintable():
        raise invalid("job_id", f"One line of 1 to {MAX_ID} characters, please.")


def _retitle(job: Job, words: Mapping[str, str], caller: Caller) -> None:
    before = {name: getattr(job, name) for name in words if getattr(job, name) != words[name]}
    if not before:
        return
    for name in before:
        setattr(job, name, words[name])
    job.save(update_fields=list(before))
    audit_record(
        caller=caller,
        act="job.changed",
        object_id=job.pk,
        account_id=job.account_id,
        before=before,
        after={name: words[name] for name in before},
    )
