"""The page of a document that shows what carries it out."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from decisions.admin.tabs import Tab
from decisions.models import Document, Version
from integrations.admin.looks import STATE_LOOKS
from integrations.models import JobLink, PullRequestLink
from integrations.services.offers import offer_list
from spaces.domain.caller import Caller


def carrying_tabs() -> list[Tab]:
    """The page, for members of the document's account; other readers have none: it is not theirs to know."""
    return [Tab("carrying", _("Carrying out"), 50, "console/carried_out.html", _carrying, _is_member)]


def _is_member(document: Document, caller: Caller) -> bool:
    return caller.is_member(document.account_id)


def _carrying(
    *, document: Document, version: Version, caller: Caller, query: Mapping[str, str]
) -> dict[str, Any]:
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
    return {
        "pull_requests": [
            (link, STATE_LOOKS.get(link.pull_request.state, ""), _words(link.pull_request.review_decision))
            for link in pull_requests
        ],
        "jobs": [(link, STATE_LOOKS.get(link.job.state, ""), _words(link.job.state)) for link in jobs],
        "offers": offer_list(document=document, caller=caller),
    }


def _words(word: str) -> str:
    return word.replace("_", " ")
