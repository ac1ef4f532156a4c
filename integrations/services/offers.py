"""Links that a pull request's own text suggests: offered to the members who read the document, never made alone."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from decisions.domain.references import Reference
from decisions.models import Alias, Document
from decisions.services.rights import require_writer
from decisions.services.versions import document_held
from integrations.domain.pull_requests import Address, Trouble
from integrations.models import PullRequest, PullRequestLink, PullRequestOffer
from integrations.services.offer_closing import offer_close, offer_closed
from integrations.services.pull_request_links import is_wanted, pull_request_link, pull_request_row
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError, not_found

# Numbers count per space: a reference that names more documents than these says too little.
MAX_DOCUMENTS = 20


@transaction.atomic
def offers_make(*, account_id: str, address: Address, references: Sequence[Reference]) -> int:
    """How many new offers a pull request's text made, to documents of the account that are called so.

    None to a document that was linked to it before or offered it before: what a member ended or declined stays so.
    """
    documents = _called(account_id, references)
    if not documents:
        return 0
    row = pull_request_row(account_id=account_id, address=address)
    known = {
        *PullRequestLink.objects.filter(pull_request=row).values_list("document_id", flat=True),
        *PullRequestOffer.objects.filter(pull_request=row).values_list("document_id", flat=True),
    }
    now = timezone.now()
    offered = PullRequestOffer.objects.bulk_create(
        PullRequestOffer(document_id=pk, pull_request=row, offered_at=now)
        for pk in documents
        if pk not in known
    )
    if offered and row.next_read_at is None:
        PullRequest.objects.filter(pk=row.pk, trouble="").update(next_read_at=now)
    return len(offered)


def offer_list(*, document: Document, caller: Caller) -> list[PullRequestOffer]:
    """A document's open offers, newest first, for the members who read it; for others there are none."""
    if not caller.is_member(document.account_id):
        return []
    # Two rows that became one may bring an offer of one to the link of the other.
    linked = PullRequestLink.objects.filter(
        document=document, pull_request=OuterRef("pull_request"), unlinked_at__isnull=True
    )
    offers = PullRequestOffer.objects.filter(document=document, outcome="open").exclude(Exists(linked))
    return list(offers.select_related("pull_request").order_by("-pk"))


def offer_take(*, document: Document, offer_id: str, caller: Caller) -> PullRequestLink:
    """The link that an offer suggested; safe to repeat. `already_done` where it was declined."""
    offer = _offer(document, offer_id, caller)
    if offer.outcome == "declined":
        raise offer_closed(offer)
    row = offer.pull_request
    if row.trouble == Trouble.REPLACED.value:
        raise DomainError(
            "not_found",
            f"{row} is another pull request by now, which did not say this.",
            fix="Decline the offer, and link the pull request under the name that it has now.",
        )
    # Linked first, which closes the offer as well: one that is closed and led to no link would be lost.
    link = pull_request_link(
        document=document, caller=caller, repo=f"{row.host}/{row.owner}/{row.repo}", number=row.number
    )
    # Reading may have found that it is one the account knew by another name, which took the offer over.
    _close(document, Q(pk=offer_id) | Q(pull_request=link.pull_request_id), "taken", caller)
    return link


@transaction.atomic
def offer_decline(*, document: Document, offer_id: str, caller: Caller) -> PullRequestOffer:
    """The offer, closed; it is not made again. `already_done` where it was taken."""
    offer = _offer(document, offer_id, caller)
    if offer.outcome == "taken":
        raise offer_closed(offer)
    row = PullRequest.objects.select_for_update(no_key=True).get(pk=offer.pull_request_id)
    closed = _close(document, Q(pk=offer_id), "declined", caller)
    if not is_wanted(row):
        row.next_read_at = None
        row.save(update_fields=["next_read_at"])
    return closed or offer


@transaction.atomic
def _close(document: Document, meant: Q, outcome: str, caller: Caller) -> PullRequestOffer | None:
    document = document_held(document, caller)
    require_writer(document, caller)
    return offer_close(document, meant, outcome, caller)


def _offer(document: Document, offer_id: str, caller: Caller) -> PullRequestOffer:
    require_writer(document, caller)
    offers = PullRequestOffer.objects.select_related("pull_request")
    offer = offers.filter(document=document, pk=offer_id).first()
    if offer is None:
        raise not_found("offer")
    return offer


def _called(account_id: str, references: Sequence[Reference]) -> list[str]:
    """The ids of the account's documents that are or were called so, oldest first."""
    by_reference, by_alias = Q(pk__in=[]), Q(pk__in=[])
    for reference in references:
        called = {"kind": reference.kind.value, "number": reference.number, "part": reference.part}
        by_reference |= Q(**called)
        by_alias |= Q(**called)
    aliases = Alias.objects.filter(by_alias, space__account=account_id).values("document_id")
    documents = Document.objects.filter(by_reference | Q(pk__in=aliases), account=account_id)
    return list(documents.order_by("pk").values_list("pk", flat=True)[:MAX_DOCUMENTS])
