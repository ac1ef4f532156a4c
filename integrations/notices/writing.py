"""Writing notices, in the transaction of the act they tell of."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q
from django.utils import timezone

from decisions.models import Document
from integrations.domain.mentions import mentions_in
from integrations.domain.notices import EVENTS
from integrations.models import Notice
from spaces.kernel.ids import uuid_of
from spaces.models import SpaceAncestor, User


@dataclass(frozen=True)
class News:
    """Something that was done to a document: by whom, as whom records name them, and who is told."""

    document: Document
    actor_id: str | None
    byline: str
    notices: dict[str, Notice] = field(default_factory=dict)

    def tell(
        self, people: Iterable[str | None], event: str, *, ask_id: str | None = None, **facts: Any
    ) -> None:
        """A notice for each of these people, but for the actor and for those who are told already."""
        for person in people:
            if person and person != self.actor_id and person not in self.notices:
                self.notices[person] = Notice(
                    person_id=person,
                    kind=EVENTS[event].kind,
                    event=event,
                    document=self.document,
                    ask_id=ask_id,
                    facts=facts,
                    byline=self.byline,
                    created_at=timezone.now(),
                )

    def tell_named(self, names: Iterable[str], event: str, **facts: Any) -> None:
        """The same for everybody that is named so."""
        self.tell(sorted(people_named(self.document, names)), event, **facts)

    def tell_mentioned(self, words: str, event: str, **facts: Any) -> None:
        """The same for everybody that a text mentions."""
        self.tell_named(mentions_in(words), event, **facts)


@contextmanager
def news_of(document: Document, actor_id: str | None, byline: str) -> Iterator[News]:
    """News to fill in; what it holds in the end is written at once, one notice a person."""
    news = News(document, actor_id, byline)
    yield news
    if news.notices:
        Notice.objects.bulk_create(news.notices.values())


def people_named(document: Document, names: Iterable[str]) -> set[str]:
    """Who of those named so, by username or subject, has to do with a document: members, partners, named people.

    Strangers are not told of anything, so that nobody can write to whomever they like. Whether those who are left
    may read the document is judged when a notice is shown or sent.
    """
    named = list(names)
    if not named:
        return set()
    above = SpaceAncestor.objects.filter(space_id=document.space_id).values("ancestor_id")
    concerned = (
        Q(memberships__account_id=document.account_id)
        | Q(memberships__account__partnerships__space_id__in=above)
        | Q(pk__in=document.named_people.values("user_id"))
    )
    subjects = [name for name in named if uuid_of(name, "user")]
    people = User.objects.filter(Q(username__in=named) | Q(pk__in=subjects), concerned, is_active=True)
    return set(people.values_list("pk", flat=True))
