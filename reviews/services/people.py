"""The members who can read a document: the only people whose judgement counts."""

from dataclasses import dataclass

from decisions.models import Document
from spaces.domain.access import Access
from spaces.domain.roles import MANAGERS, Role
from spaces.models import Membership


@dataclass(frozen=True, slots=True)
class Reader:
    """A member who can read a document."""

    username: str
    role: Role

    @property
    def manages(self) -> bool:
        return self.role in MANAGERS


def readers_who_count(document: Document) -> dict[str, Reader]:
    """The account's active members who can read the document, by subject, in one statement."""
    members = Membership.objects.filter(account_id=document.account_id, user__is_active=True)
    return {
        person: Reader(username, Role(role))
        for person, username, role in members.values_list("user_id", "user__username", "role")
        if document.access < Access.INTERNAL or role in MANAGERS or person == document.author_id
    }
