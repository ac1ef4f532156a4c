"""Who talks about a document: those it was shared with, not whoever it is open to."""

from decisions.models import Document
from decisions.querysets import stands_among
from spaces.domain.access import Standing
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError

# product.md §5: named people and partners read and comment; public readers read. An author or manager is a member.
TALKING = frozenset({Standing.MEMBER, Standing.PARTNER, Standing.NAMED})


def may_talk(document: Document, caller: Caller) -> bool:
    """Whether somebody who reads a document also reads and writes what is said about it."""
    return caller.is_member(document.account_id) or stands_among(document, caller, TALKING)


def require_talker(document: Document, caller: Caller) -> None:
    """Pass for those who talk about a document; who merely reads what is public is told so."""
    if not may_talk(document, caller):
        raise DomainError(
            "forbidden",
            "You read this document; the talk about it is for its account, its partners and people it names.",
            fix="Ask the author to name you on the document.",
        )
