"""Invitations as tests make them, with the link that only the mail has."""

from typing import Any

from django.core import mail
from django.test import Client, TestCase

from spaces.domain.roles import Role
from spaces.models import Invitation
from spaces.services.invitations import invitation_create, invitation_send_again, link_digest
from tests.cast import Cast

PAGE = "/sign-in/invitation/"


def invite(
    cast: Cast, email: str = "new@example.com", *, by: str = "manager", role: Role = Role.MEMBER
) -> Invitation:
    """A new invitation, its mail sent."""
    with TestCase.captureOnCommitCallbacks(execute=True):
        return invitation_create(account=cast.account, email=email, role=role, caller=cast.caller(by))


def send_again(cast: Cast, invitation: Invitation, by: str = "manager") -> Invitation:
    with TestCase.captureOnCommitCallbacks(execute=True):
        return invitation_send_again(invitation_id=invitation.pk, caller=cast.caller(by))


def link() -> str:
    """The path of the link in the newest mail."""
    words = mail.outbox[-1].body.split()
    address = next(word for word in words if PAGE in word)
    return address[address.index(PAGE) :]


def digest() -> str:
    return link_digest(link().removeprefix(PAGE).rstrip("/"))


def opened(client: Client, address: str | None = None) -> Any:
    """The page after following the link of the newest mail, or another."""
    return client.get(address or link(), follow=True)
