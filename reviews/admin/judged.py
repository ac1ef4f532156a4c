"""A document as one person judges it: how it stands, whom it waits for, and what they may do."""

from dataclasses import dataclass
from functools import cached_property

from django.utils import timezone

from decisions.models import Document, Version
from reviews.admin.days import days_left
from reviews.domain.policy import Decision
from reviews.models import Ask
from reviews.services.approvals import Standing, WaitingOn, standing_of, waiting_on
from reviews.services.ask_listing import asks_in_state, asks_to
from reviews.services.possible import possible
from spaces.domain.caller import Caller
from spaces.services.settings import settings_of

# Of the people a line names; a page of a large account counts the others.
_NAMED = 5


@dataclass(frozen=True)
class Judged:
    """All that the panels of a document's page are made of."""

    standing: Standing
    caller: Caller
    waiting: WaitingOn
    can: list[str]
    # Pending asks of assistants to this person about the current version.
    asks: list[Ask]

    @property
    def document(self) -> Document:
        return self.standing.document

    @property
    def is_author(self) -> bool:
        return self.caller.person_id == self.document.author_id

    @property
    def is_asked(self) -> bool:
        return self.caller.person_id in self.standing.approvals.waiting_for

    @property
    def waits_for_me(self) -> bool:
        return self.caller.person_id in self.waiting.people

    @property
    def is_changed_since_blocked(self) -> bool:
        """Whether every `changes` that stands is about a version before the current one."""
        standing = self.standing
        blocking = [row for row in standing.reviews if row.decision == Decision.CHANGES]
        return all(
            row.version < self.document.current_version for row in blocking if row.pk in standing.counting
        )

    @cached_property
    def days(self) -> str:
        """Until the day it waits for, in the space's time zone."""
        return days_left(self.waiting.until, self.standing.settings.today)

    def named(self, people: tuple[str, ...]) -> str:
        """People by name; of many the first ones, and how many more."""
        names = ", ".join(self.standing.name_of(person) for person in people[:_NAMED])
        more = len(people) - _NAMED
        return f"{names} and {more} more" if more > 0 else names


def judged_by(caller: Caller, document: Document, version: Version) -> Judged:
    """How a document's current version stands for a person; `version` is the one that is shown."""
    text_author = version.text_author_id if version.number == document.current_version else None
    standing = standing_of(document, settings_of(document.space), text_author)
    asks = asks_to(caller).filter(asks_in_state("pending"), document=document).order_by("-id")
    return Judged(
        standing=standing,
        caller=caller,
        waiting=waiting_on(standing),
        can=possible(standing, caller),
        asks=[ask for ask in asks if ask.state(timezone.now()) == "pending"],
    )
