"""Offered links by REST."""

from typing import Any

from rest_framework import serializers

from decisions.api.document_inputs import DocumentRef
from decisions.querysets import document_for
from integrations.api.shapes import PullRequestRow
from integrations.services.offers import offer_decline, offer_list, offer_take
from spaces.api.shapes import PublicId
from spaces.domain.caller import Caller
from spaces.kernel.operations import OperationViewSet, operation
from spaces.kernel.serializers import Output


class OfferRef(DocumentRef):
    offer_id = PublicId("offer", help_text="The offer's id.")


class OfferRow(Output):
    """A link that a pull request's own text suggests."""

    offer_id = serializers.CharField(source="pk")
    document_id = serializers.CharField()
    pull_request = serializers.CharField(help_text="owner/name#12")
    url = serializers.CharField(source="pull_request.url")
    state = serializers.CharField(source="pull_request.state")
    title = serializers.CharField(source="pull_request.title")
    outcome = serializers.CharField(help_text="open, taken or declined.")
    offered_at = serializers.DateTimeField()


class Offers(Output):
    items = OfferRow(many=True)


class OfferViewSet(OperationViewSet):
    """What pull requests say they implement, until a member links them or declines."""

    @operation(input=DocumentRef, output=Offers)
    def list(self, caller: Caller, given: dict[str, Any]) -> Any:
        """A document's open offers, newest first; for members of its account."""
        document = document_for(caller, given["document_id"], given.get("space_id"))
        return {"items": offer_list(document=document, caller=caller)}

    @operation(input=OfferRef, output=PullRequestRow, writes=True)
    def take(self, caller: Caller, given: dict[str, Any]) -> Any:
        """Link the document to the pull request that was offered; safe to repeat."""
        document = document_for(caller, given["document_id"], given.get("space_id"))
        return offer_take(document=document, offer_id=given["offer_id"], caller=caller)

    @operation(input=OfferRef, output=OfferRow, writes=True)
    def decline(self, caller: Caller, given: dict[str, Any]) -> Any:
        """Decline an offer, which is not made again; safe to repeat."""
        document = document_for(caller, given["document_id"], given.get("space_id"))
        return offer_decline(document=document, offer_id=given["offer_id"], caller=caller)
