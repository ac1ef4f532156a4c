"""How an offered link ends: taken or declined, once, by somebody who is named."""

from django.db.models import Q
from django.utils import timezone

from decisions.models import Document
from integrations.models import PullRequestOffer
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError
from spaces.services.audit import audit_record


def offer_close(document: Document, meant: Q, outcome: str, caller: Caller) -> PullRequestOffer | None:
    """The offer of a document that is held, with this outcome; None where there is none that is meant.

    Safe to repeat. `already_done` where it ended the other way. Call it in the transaction that holds the document.
    """
    offers = PullRequestOffer.objects.select_for_update(of=("self",)).select_related("pull_request")
    offer = offers.filter(meant, document=document).order_by("pk").first()
    if offer is None or offer.outcome == outcome:
        return offer
    if offer.outcome != "open":
        raise offer_closed(offer)
    offer.outcome = outcome
    offer.closed_at = timezone.now()
    offer.closed_byline = caller.byline
    offer.save(update_fields=["outcome", "closed_at", "closed_byline"])
    audit_record(
        caller=caller,
        act=f"pull_request_offer.{outcome}",
        object_id=offer.pk,
        account_id=document.account_id,
        after={"document_id": document.pk, "pull_request": f"{offer.pull_request.host}/{offer.pull_request}"},
    )
    return offer


def offer_closed(offer: PullRequestOffer) -> DomainError:
    """The refusal of an act on an offer that ended the other way."""
    return DomainError(
        "already_done",
        f"This offer was {offer.outcome} by {offer.closed_byline}.",
        fix="Link the pull request by its address, or unlink it, as you like.",
    )
