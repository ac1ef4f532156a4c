"""Who may do what to a document they can read."""

from decisions.domain.kinds import DECIDED, Status
from decisions.models import Document
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError


def require_writer(document: Document, caller: Caller) -> None:
    """Pass for a member of the document's account; those who only read are told so."""
    if not caller.is_member(document.account_id):
        raise DomainError(
            "forbidden",
            "You read this document, but only members of its account write it.",
            fix="Ask the author or a member of the account.",
        )


def require_author_or_manager(document: Document, caller: Caller) -> None:
    """Pass for the author while a member, and for the account's managers."""
    require_writer(document, caller)
    if caller.person_id != document.author_id and not caller.manages(document.account_id):
        raise DomainError(
            "forbidden",
            "Only the document's author or a manager of the account may do this.",
            fix="Ask the author or a manager.",
        )


def require_editor(document: Document, caller: Caller) -> None:
    """Pass for whoever may save a new text: members; once decided, its author, decider or a manager."""
    require_writer(document, caller)
    if Status(document.status) not in DECIDED or caller.manages(document.account_id):
        return
    if caller.person_id not in (document.author_id, document.decider_id):
        raise DomainError(
            "forbidden",
            "This document is decided: only its author, its decider or a manager may still correct it.",
            fix="Ask one of them, or write a new document that supersedes it.",
        )
