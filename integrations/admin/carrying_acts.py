"""What is done in the console to a document's pull requests, jobs and offers: each one call of a service."""

from typing import Any

from decisions.admin.tabs import tab_url
from decisions.models import Document
from integrations.domain.jobs import MAX_ID, MAX_TITLE, MAX_URL
from integrations.services.jobs import job_link, job_unlink
from integrations.services.offers import offer_decline, offer_take
from integrations.services.pull_request_links import pull_request_link, pull_request_unlink
from spaces.admin.acts import Act, ActForm, Done
from spaces.admin.fields import LineField
from spaces.domain.caller import Caller

Given = dict[str, Any]


class PullRequestAdd(ActForm):
    url = LineField(
        max_length=2_000, label="Pull request", help_text="Its address as you copied it, or owner/name#12."
    )


class PullRequestRemove(ActForm):
    question = "The link stays as history, and linking again brings it back."
    pull_request_id = LineField(max_length=40, label="Link")


class JobAdd(ActForm):
    job_id = LineField(max_length=MAX_ID, label="Job", help_text="The id its coordinator gave it.")
    title = LineField(required=False, max_length=MAX_TITLE, help_text="What it does.")
    url = LineField(required=False, max_length=MAX_URL, label="Address", help_text="Its own page.")


class JobRemove(ActForm):
    question = "The link stays as history, and linking again brings it back."
    job_id = LineField(max_length=MAX_ID, label="Job")


class OfferTake(ActForm):
    question = "The pull request says that it implements this document."
    offer_id = LineField(max_length=40, label="Offer")


class OfferDecline(ActForm):
    question = (
        "The pull request is not offered to this document again; it can still be linked by its address."
    )
    offer_id = LineField(max_length=40, label="Offer")


def _link(caller: Caller, document: Document, given: Given) -> Done:
    row = pull_request_link(document=document, url=given["url"], caller=caller).pull_request
    told = f"{row} is linked: {row.state}." if not row.error else f"{row} is linked. {row.error}"
    return Done(told, tab_url(document, "carrying"))


def _unlink(caller: Caller, document: Document, given: Given) -> Done:
    link = pull_request_unlink(document=document, caller=caller, **given)
    return Done(f"{link.pull_request} is no longer linked.", tab_url(document, "carrying"))


def _link_job(caller: Caller, document: Document, given: Given) -> Done:
    return Done(
        f"{job_link(document=document, caller=caller, **given).job} is linked.", tab_url(document, "carrying")
    )


def _unlink_job(caller: Caller, document: Document, given: Given) -> Done:
    link = job_unlink(document=document, caller=caller, **given)
    return Done(f"{link.job} is no longer linked.", tab_url(document, "carrying"))


def _take(caller: Caller, document: Document, given: Given) -> Done:
    link = offer_take(document=document, caller=caller, **given)
    return Done(f"{link.pull_request} is linked.", tab_url(document, "carrying"))


def _decline(caller: Caller, document: Document, given: Given) -> Done:
    offer = offer_decline(document=document, caller=caller, **given)
    return Done(f"{offer.pull_request} is not offered any more.", tab_url(document, "carrying"))


CARRYING_ACTS = (
    Act("pull-requests/link", "Link a pull request", _link, PullRequestAdd, "Link"),
    Act("pull-requests/unlink", "Unlink a pull request", _unlink, PullRequestRemove, "Unlink"),
    Act("jobs/link", "Link a job", _link_job, JobAdd, "Link"),
    Act("jobs/unlink", "Unlink a job", _unlink_job, JobRemove, "Unlink"),
    Act("offers/take", "Link what is offered", _take, OfferTake, "Link"),
    Act("offers/decline", "Decline what is offered", _decline, OfferDecline, "Decline"),
)


def carrying_acts() -> tuple[Act, ...]:
    """The acts that pull requests and jobs add to a document."""
    return CARRYING_ACTS
