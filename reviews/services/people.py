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
    return readers_among(members_of(document.account_id), document.author_id, document.level)


def members_of(account_id: str) -> dict[str, Reader]:
    """The account's active members, by subject."""
    members = Membership.objects.filter(account_id=account_id, user__is_active=True)
    return {
        person: Reader(username, Role(role))
        for person, username, role in members.values_list("user_id", "user__username", "role")
    }


def readers_among(members: dict[str, Reader], author_id: str, level: Access) -> dict[str, Reader]:
    """Those members who can read a document of this author at a level."""
    return {
        person: reader
        for person, reader in members.items()
        if level < Access.INTERNAL or reader.manages or person == author_id
    }
