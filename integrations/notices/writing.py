"""Writing notices, in the transaction of the act they tell of."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.utils import timezone

from decisions.models import Document
from integrations.domain.mentions import mentions_in
from integrations.domain.notices import EVENTS
from integrations.models import Notice
from spaces.kernel.ids import uuid_of
from spaces.models import SpaceAncestor, User


@dataclass(frozen=True, slots=True)
class News:
    """Something that was done to a document: by whom, and as whom records name them."""

    document: Document
    actor_id: str | None
    byline: str

    def tell(
        self, people: Iterable[str | None], event: str, *, ask_id: str | None = None, **facts: Any
    ) -> set[str]:
        """Write a notice for each of these people but the actor; answers who they are."""
        told = {person for person in people if person and person != self.actor_id}
        now = timezone.now()
        Notice.objects.bulk_create(
            Notice(
                person_id=person,
                kind=EVENTS[event].kind,
                event=event,
                document=self.document,
                ask_id=ask_id,
                facts=facts,
                byline=self.byline,
                created_at=now,
            )
            for person in sorted(told)
        )
        return told

    def tell_mentioned(
        self, names: Iterable[str], event: str, *, but: Iterable[str] = (), **facts: Any
    ) -> None:
        """Write a notice for everybody that is named so, but for those who are told already."""
        if people := people_named(self.document, names):
            self.tell(people - set(but), event, **facts)

    def tell_mentioned_in(self, words: str, event: str, *, but: Iterable[str] = (), **facts: Any) -> None:
        """The same for everybody that a text mentions."""
        self.tell_mentioned(mentions_in(words), event, but=but, **facts)


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
