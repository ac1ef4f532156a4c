"""What a document's readers are told of its judging."""

from typing import Any

from decisions.models import Document, Version
from reviews.services.approvals import standing_of, waiting_on
from reviews.services.possible import possible
from spaces.domain.caller import Caller
from spaces.services.settings import settings_of


def judging_facts(*, document: Document, version: Version, caller: Caller) -> dict[str, Any]:
    """The approvals of the current version, whom it waits for and what this caller may do next."""
    text_author = version.text_author_id if version.number == document.current_version else None
    standing = standing_of(document, settings_of(document.space), text_author)
    return {
        "approvals": standing.approvals,
        "waiting_on": waiting_on(standing),
        "can": possible(standing, caller),
    }
