"""Who makes a request: the person, the account the credential names, its scopes, and the assistant."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from spaces.domain.roles import MANAGERS, Role
from spaces.domain.scopes import Scope

_NO_ROLES: Mapping[str, Role] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Person:
    """A signed-in person, by public id and the name shown in records."""

    id: str
    username: str
    # DRF and Django ask this of whoever a request is from.
    is_authenticated: bool = True
    is_active: bool = True

    @property
    def pk(self) -> str:
        return self.id


@dataclass(frozen=True, slots=True)
class Assistant:
    """The app or agent that acts for a person: its id, and its name at the time."""

    id: str
    name: str
    # An app that its person signed in to: it can come back to them for more scopes. An agent cannot.
    signed_in: bool = False


@dataclass(frozen=True, slots=True)
class Caller:
    """Everything the rules need to know of who is asking.

    `roles` holds the person's memberships; where the credential names an account, that account's alone,
    so that no rule can reach past it. A caller without a person is a visitor.
    """

    person: Person | None = None
    account_id: str | None = None
    roles: Mapping[str, Role] = field(default_factory=lambda: _NO_ROLES)
    scopes: frozenset[Scope] = frozenset()
    assistant: Assistant | None = None
    # The token of the preview link a visitor came by.
    preview_token: str | None = None
    # Whose assistant spends an ask that `person` approved; the act is then the person's own.
    asked_for: str = ""

    @property
    def is_assistant(self) -> bool:
        """Whether an assistant acts on its own account of what its person would want."""
        return self.assistant is not None and not self.asked_for

    @property
    def can_ask_for_scopes(self) -> bool:
        """Whether the credential can become a wider one: an app can lead its person to consent, an agent cannot."""
        return self.assistant is not None and self.assistant.signed_in

    @property
    def person_id(self) -> str | None:
        return self.person.id if self.person else None

    @property
    def subject(self) -> str:
        """The person's id, where there has to be one: a visitor writes nothing."""
        if self.person is None:
            raise LookupError("A visitor is nobody.")
        return self.person.id

    def is_member(self, account_id: str) -> bool:
        return account_id in self.roles

    def manages(self, account_id: str) -> bool:
        return self.roles.get(account_id) in MANAGERS

    @property
    def member_of(self) -> list[str]:
        return list(self.roles)

    @property
    def manager_of(self) -> list[str]:
        return [account for account, role in self.roles.items() if role in MANAGERS]

    @property
    def byline(self) -> str:
        """How records name who acted: "ana", "ana via Claude Code", "ana, asked by Claude Code for bob"."""
        name = self.person.username if self.person else "visitor"
        if self.assistant is None:
            return name
        if self.asked_for:
            return f"{name}, asked by {self.assistant.name} for {self.asked_for}"
        return f"{name} via {self.assistant.name}"

    @property
    def assistant_id(self) -> str:
        return self.assistant.id if self.assistant else ""


VISITOR = Caller()
