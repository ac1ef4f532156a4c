"""Linking a document to the pull requests that carry it out."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone

from decisions.models import Document
from decisions.services.rights import require_writer
from decisions.services.versions import document_held
from integrations.domain.pull_requests import Address, State, Trouble
from integrations.models import PullRequest, PullRequestLink, PullRequestOffer
from integrations.services.connected import no_connection
from integrations.services.connections import connection_for
from integrations.services.implementation import implementation_refresh
from integrations.services.linking import link_end, link_stand
from integrations.services.offer_closing import offer_close
from integrations.services.pull_request_addresses import address_named, key_of, nothing_named
from integrations.services.reading import read_now
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError, invalid, not_found

_ENTITY = "pull_request"
_TRIES = 3


def pull_request_link(
    *, document: Document, caller: Caller, url: str = "", repo: str = "", number: int = 0
) -> PullRequestLink:
    """The link of a document to a pull request, with its state as read at once, or `unknown` and why.

    One that is linked already is answered as it is, and one that was unlinked comes back with its id.
    """
    address = address_named(url=url, repo=repo, number=number)
    if address is None:
        raise nothing_named("url", "or repo and number")
    link = _link(document, address, caller)
    # After the commit: no transaction is open while GitHub is asked.
    row = link.pull_request
    if row.next_read_at is not None:
        row = read_now(row)
    if row.pk != link.pull_request_id:
        # It is one that the account knew by another name, and the links of both are that one's now.
        joined = PullRequestLink.objects.filter(document=document, pull_request=row).first()
        link = joined or link
    link.pull_request = row
    return link


@transaction.atomic
def pull_request_unlink(
    *,
    document: Document,
    caller: Caller,
    pull_request_id: str = "",
    url: str = "",
    repo: str = "",
    number: int = 0,
) -> PullRequestLink:
    """The link that no longer stands, kept as history; safe to repeat. `not_found` where there never was one.

    By its id also where the pull request's host is none of the settings' any more.
    """
    require_writer(document, caller)
    address = address_named(url=url, repo=repo, number=number)
    row = _row_named(document, pull_request_id, address)
    document = document_held(document, caller)
    require_writer(document, caller)
    link = PullRequestLink.objects.get(document=document, pull_request=row)
    link.document, link.pull_request = document, row
    if link_end(link, document=document, caller=caller, entity=_ENTITY, told=_told(row)):
        if not is_wanted(row):
            row.next_read_at = None
            row.save(update_fields=["next_read_at"])
        implementation_refresh([document.pk])
    return link


@transaction.atomic
def pull_request_row(*, account_id: str, address: Address) -> PullRequest:
    """The account's row of a pull request, held; a new one is due now, or says that nothing can read it."""
    rows = PullRequest.objects.select_for_update(no_key=True).exclude(trouble=Trouble.REPLACED.value)
    now = timezone.now()
    row, _ = rows.get_or_create(
        account_id=account_id,
        **key_of(address),
        defaults={
            "owner": address.owner,
            "repo": address.repo,
            "created_at": now,
            **_readable(account_id, address.host, now),
        },
    )
    return row


def is_wanted(row: PullRequest) -> bool:
    """Whether a link or an open offer still waits for what is read of it."""
    links = PullRequestLink.objects.filter(pull_request=OuterRef("pk"), unlinked_at__isnull=True)
    offers = PullRequestOffer.objects.filter(pull_request=OuterRef("pk"), outcome="open")
    return PullRequest.objects.filter(Exists(links) | Exists(offers), pk=row.pk).exists()


@transaction.atomic
def _link(document: Document, address: Address, caller: Caller) -> PullRequestLink:
    require_writer(document, caller)
    row = pull_request_row(account_id=document.account_id, address=address)
    document = document_held(document, caller)
    require_writer(document, caller)
    link, is_new = link_stand(
        PullRequestLink, document=document, caller=caller, entity=_ENTITY, told=_told(row), pull_request=row
    )
    link.document, link.pull_request = document, row
    offer_close(document, Q(pull_request=row, outcome="open"), "taken", caller)
    if is_new:
        if row.next_read_at is None and row.state != State.MERGED:
            _wake(row)
        implementation_refresh([document.pk])
    return link


def _wake(row: PullRequest) -> None:
    """Have one that nothing linked be read again."""
    columns = _readable(row.account_id, row.host, timezone.now())
    for name, value in columns.items():
        setattr(row, name, value)
    row.save(update_fields=list(columns))


def _readable(account_id: str, host: str, now: datetime) -> dict[str, Any]:
    if connection_for(account_id, host) is not None:
        return {"next_read_at": now}
    failure = no_connection(host)
    return {"next_read_at": None, "trouble": failure.trouble.value, "error": failure.words}


def _row_named(document: Document, link_id: str, address: Address | None) -> PullRequest:
    """What the link that is named leads to, held."""
    # Again where it was joined with another row, and its links moved, while this one waited for it.
    for _ in range(_TRIES):
        named = _link_named(document, link_id, address)
        row = PullRequest.objects.select_for_update(no_key=True).filter(pk=named.pull_request_id).first()
        if row is not None:
            return row
    raise not_found("pull request")


def _link_named(document: Document, link_id: str, address: Address | None) -> PullRequestLink:
    if not link_id and address is None:
        raise nothing_named("pull_request_id", "url", "or repo and number")
    links = PullRequestLink.objects.filter(document=document).select_related("pull_request")
    if link_id:
        links = links.filter(pk=link_id)
    elif address:
        links = links.filter(**{f"pull_request__{name}": each for name, each in key_of(address).items()})
    # An address that another pull request took may have been linked twice: the one that stands is meant.
    link = links.order_by(F("unlinked_at").desc(nulls_first=True), "-pk").first()
    if link is None:
        raise DomainError(
            "not_found",
            "This pull request was never linked to the document.",
            fix="List the document's pull requests; one may have another name by now.",
        )
    if address and key_of(link.pull_request.address) != key_of(address):
        raise invalid("pull_request_id", f"It links {link.pull_request}, not {address}.")
    return link


def _told(row: PullRequest) -> dict[str, Any]:
    return {"pull_request": f"{row.host}/{row.address}"}
