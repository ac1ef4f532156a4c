"""The panel of a document's page that shows what carries it out."""

from decisions.admin.panels import Panel
from decisions.models import Document, Version
from integrations.admin.looks import STATE_LOOKS
from integrations.models import JobLink, PullRequestLink
from integrations.services.offers import offer_list
from spaces.domain.caller import Caller


def carrying_panels(*, document: Document, version: Version, caller: Caller) -> list[Panel]:
    """The panel for members of the document's account; other readers have none: it is not theirs to know."""
    if not caller.is_member(document.account_id):
        return []
    pull_requests = list(
        PullRequestLink.objects.filter(document=document, unlinked_at__isnull=True)
        .select_related("pull_request")
        .order_by("-linked_at", "-pk")
    )
    jobs = list(
        JobLink.objects.filter(document=document, unlinked_at__isnull=True)
        .select_related("job")
        .order_by("-linked_at", "-pk")
    )
    shown = {
        "document": document,
        "implementation": document.implementation_shown,
        "pull_requests": [
            (link, STATE_LOOKS.get(link.pull_request.state, ""), _words(link.pull_request.review_decision))
            for link in pull_requests
        ],
        "jobs": [(link, STATE_LOOKS.get(link.job.state, ""), _words(link.job.state)) for link in jobs],
        "offers": offer_list(document=document, caller=caller),
    }
    return [Panel("console/carried_out.html", shown)]


def _words(word: str) -> str:
    return word.replace("_", " ")
