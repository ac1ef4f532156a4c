"""What the page of an ask shows: who asks for what, the text it is about and what is new in it."""

from typing import Any

from django.utils import timezone

from decisions.admin.comparing import comparison
from decisions.admin.rendered import rendered_text
from decisions.models import Document
from decisions.services.versions import version_of
from reviews.admin.days import time_left
from reviews.models import Ask
from reviews.services.version_answers import last_answered
from spaces.domain.caller import Caller

# Why an ask that is over cannot be decided, by its state; an approved one waits to be used.
OVER: dict[str, str] = {
    "approved": "You approved it. It waits for the assistant to use it.",
    "declined": "It was declined.",
    "withdrawn": "It was withdrawn.",
    "spent": "It was approved and used: nothing is left to decide.",
    "outdated": "The document has a newer version than the one that was asked about. The assistant has to ask anew.",
    "expired": "Its 72 hours are over. The assistant has to ask anew.",
}

# Of the comparison with the version that was answered on.
_SHOWN_OF_CHANGES = ("compared", "from_version", "to_version", "old_title", "new_title")


def ask_context(ask: Ask, caller: Caller) -> dict[str, Any]:
    """The version that was asked about, and how it differs from what this person last answered on."""
    document = ask.document
    state = ask.state_now
    answered = (
        last_answered(document_id=ask.document_id, until=ask.version, caller=caller)
        if ask.person_id == caller.person_id
        else None
    )
    version = version_of(document, ask.version)
    shown = {
        "document": document,
        "version": version,
        "rendered": rendered_text(document, version),
        "state": state,
        "over": OVER.get(state, ""),
        "left": time_left(ask.expires_at, timezone.now()) if state in ("pending", "approved") else "",
        "may_decide": state == "pending" and ask.person_id == caller.person_id,
        "may_withdraw": state in ("pending", "approved") and ask.asked_by_id == caller.person_id,
        "answered": answered,
    }
    if answered is None or answered.version == ask.version:
        return shown
    return {**shown, **_since(document, answered.version, ask.version)}


def _since(document: Document, answered: int, asked: int) -> dict[str, Any]:
    shown = comparison(document, from_version=answered, to_version=asked, split=True)
    return {name: shown[name] for name in _SHOWN_OF_CHANGES}
