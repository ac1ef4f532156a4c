"""The fixed cast that every test plays with."""

from dataclasses import dataclass
from typing import Any

from allauth.account.models import EmailAddress
from rest_framework.test import APIClient

from decisions.domain.kinds import Kind
from decisions.models import Document
from decisions.services.documents import document_create
from spaces.domain.access import Access
from spaces.domain.caller import VISITOR, Assistant, Caller, Person
from spaces.domain.roles import Role
from spaces.domain.scopes import Scope
from spaces.models import Account, Membership, Space, User
from spaces.services.accounts import account_create
from spaces.services.credentials import caller_for_agent_key, caller_for_person
from spaces.services.keys import agent_key_create
from spaces.services.spaces import partner_add, space_create


@dataclass
class Cast:
    """One account with its people, a partner account, and strangers."""

    account: Account
    space: Space
    partner_account: Account
    people: dict[str, User]

    def caller(self, name: str) -> Caller:
        """The actor as a caller, with rights as they are now.

        owner, manager, member, author (a member), named, partner and stranger sign in; visitor has no
        credential; assistant is an app of member's; agent holds an agent key of member's for the account.
        """
        if name == "visitor":
            return VISITOR
        if name == "assistant":
            member = self.caller("member")
            return Caller(
                person=member.person,
                roles=member.roles,
                scopes=frozenset(Scope),
                assistant=Assistant("client-1", "Claude Code"),
            )
        if name == "agent":
            return self.agent_of("member")
        return caller_for_person(self.people[name])

    def agent_of(self, name: str, **options: Any) -> Caller:
        """An agent with a key that this person made for the account."""
        caller = caller_for_agent_key(self.key_of(name, **options))
        assert caller is not None
        return caller

    def key_of(self, name: str, **options: Any) -> str:
        """The secret of a new agent key of this person's."""
        account = options.pop("account", self.account)
        options.setdefault("name", "Build agent")
        caller = caller_for_person(self.people[name])
        _, secret = agent_key_create(account_id=account.pk, caller=caller, **options)
        return secret

    def document(self, title: str = "Queue limits", **options: Any) -> Document:
        """A new document by author, an RFC unless another kind is named."""
        options.setdefault("kind", Kind.RFC)
        options.setdefault("space", self.space)
        options.setdefault("caller", self.caller("author"))
        level = options.pop("level", None)
        document = document_create(title=title, **options).document
        if level is not None:
            Document.objects.filter(pk=document.pk).update(access=Access(level))
            document.refresh_from_db()
        return document

    def client(self, name: str) -> APIClient:
        """A REST client signed in as this person; visitor sends nothing, agent sends a key."""
        client = APIClient(enforce_csrf_checks=False)
        if name == "agent":
            client.credentials(HTTP_AUTHORIZATION=f"Bearer {self.key_of('member')}")
        elif name != "visitor":
            client.force_login(self.people[name], backend="django.contrib.auth.backends.ModelBackend")
        return client


def _person(name: str) -> User:
    user = User.objects.create_user(name, f"{name}@example.com", "a long enough password")
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    return user


def make_cast() -> Cast:
    """A fresh cast in an empty database."""
    names = ("owner", "manager", "member", "author", "named", "partner", "stranger")
    people = {name: _person(name) for name in names}
    operator = Caller(person=Person(people["owner"].pk, "owner"))
    account = account_create(name="Acme", owner=people["owner"], caller=operator)
    for name, role in (("manager", Role.ADMIN), ("member", Role.MEMBER), ("author", Role.MEMBER)):
        Membership.objects.create(account=account, user=people[name], role=role)
    partner_account = account_create(name="Globex", owner=people["partner"], caller=operator)
    owner = caller_for_person(people["owner"])
    space = space_create(account_id=account.pk, name="Platform", caller=owner)
    partner_add(space=space, partner=partner_account, caller=owner)
    return Cast(account, space, partner_account, people)
