"""Two rows that turn out to be one pull request, which was linked under its old and its new name."""

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from integrations.domain.pull_requests import Snapshot
from integrations.models import PullRequest, PullRequestLink, PullRequestOffer
from integrations.services.applying import WRITTEN, snapshot_apply
from integrations.services.implementation import implementation_refresh


@transaction.atomic
def pull_requests_join(*, first_id: str, second_id: str, snapshot: Snapshot) -> PullRequest | None:
    """The one that the two became: the older row, with the links and offers of both, as `snapshot` says it is.

    A document that linked both keeps its older link, which stands if either did. None where one of them is gone
    or has become another pull request since.
    """
    held = PullRequest.objects.select_for_update(no_key=True).filter(pk__in=[first_id, second_id])
    rows = sorted(held.order_by("pk"), key=lambda row: (row.created_at, row.pk))
    if len(rows) != 2 or any(row.node_id not in ("", snapshot.node_id) for row in rows):
        return None
    older, younger = rows
    linked = PullRequestLink.objects.filter(pull_request__in=rows)
    documents = sorted(set(linked.values_list("document_id", flat=True)))
    _move_links(linked, older)
    _move_offers(older, younger)
    younger.delete()
    snapshot_apply(older, snapshot, timezone.now())
    older.save(update_fields=WRITTEN)
    implementation_refresh(documents)
    return older


def _move_links(linked: QuerySet[PullRequestLink], older: PullRequest) -> None:
    by_document: dict[str, list[PullRequestLink]] = {}
    for link in linked.order_by("linked_at", "pk"):
        by_document.setdefault(link.document_id, []).append(link)
    for kept, *others in by_document.values():
        for other in others:
            if kept.unlinked_at is not None and other.unlinked_at is None:
                kept.unlinked_at, kept.unlinked_byline = None, ""
            other.delete()
        kept.pull_request = older
        kept.save(update_fields=["pull_request", "unlinked_at", "unlinked_byline"])


def _move_offers(older: PullRequest, younger: PullRequest) -> None:
    """What was answered of either is not offered again."""
    answered = {offer.document_id: offer for offer in PullRequestOffer.objects.filter(pull_request=older)}
    for offer in PullRequestOffer.objects.filter(pull_request=younger):
        kept = answered.get(offer.document_id)
        if kept is not None and (kept.outcome != "open" or offer.outcome == "open"):
            offer.delete()
            continue
        if kept is not None:
            kept.delete()
        offer.pull_request = older
        offer.save(update_fields=["pull_request"])
