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


def is_author_or_manager(document: Document, caller: Caller) -> bool:
    """Whether somebody is the author while a member, or manages the account."""
    account = document.account_id
    return caller.manages(account) or (caller.is_member(account) and caller.person_id == document.author_id)


def require_author_or_manager(document: Document, caller: Caller) -> None:
    """Pass for the author while a member, and for the account's managers."""
    require_writer(document, caller)
    if not is_author_or_manager(document, caller):
        raise DomainError(
            "forbidden",
            "Only the document's author or a manager of the account may do this.",
            fix="Ask the author or a manager.",
        )


def may_edit(document: Document, caller: Caller) -> bool:
    """Whether somebody may save a new text: members; once decided, its author, decider or a manager."""
    if not caller.is_member(document.account_id):
        return False
    if Status(document.status) not in DECIDED or caller.manages(document.account_id):
        return True
    return caller.person_id in (document.author_id, document.decider_id)


def require_editor(document: Document, caller: Caller) -> None:
    """Pass for whoever may save a new text, else `forbidden`."""
    require_writer(document, caller)
    if not may_edit(document, caller):
        raise DomainError(
            "forbidden",
            "This document is decided: only its author, its decider or a manager may still correct it.",
            fix="Ask one of them, or write a new document that supersedes it.",
        )
