"""Which documents wait for a person: the answer of `waiting_on` for many documents at once."""

from collections import defaultdict
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from decisions.domain.kinds import KINDS
from decisions.domain.transitions import TRANSITIONS, Need
from decisions.models import Document, Version
from decisions.querysets import documents_visible_to
from reviews.domain.policy import Decision
from reviews.models import Review
from reviews.services.approvals import JUDGED_BY, standing_by, waiting_on
from reviews.services.people import Reader, readers_among
from spaces.domain.access import Access
from spaces.domain.caller import Caller
from spaces.domain.roles import MANAGERS, Role
from spaces.models import Membership
from spaces.services.settings import settings_of

# Each is judged by what is on record of it. Nobody has so many documents in judgement; of more, those that
# changed last are judged.
MOST_JUDGED = 1_000

_FIRST = Q()
_UNDECIDED = Q()
for _kind, _rules in KINDS.items():
    _FIRST |= Q(kind=_kind.value, status=_rules.first_status.value)
    for _status in _rules.statuses:
        if any(move.decides or Need.REVIEW in move.needs for move in TRANSITIONS[_kind][_status]):
            _UNDECIDED |= Q(kind=_kind.value, status=_status.value)


def documents_waiting_for(caller: Caller) -> Q:
    """A condition on documents: those that wait for the caller's person; in three statements."""
    if caller.person_id is None:
        return Q(pk__in=[])
    begun = _begun_by(caller)
    of_theirs = documents_visible_to(caller).filter(_UNDECIDED, account_id__in=caller.member_of)
    candidates = of_theirs.filter(_concerns(caller)).exclude(pk__in=of_theirs.filter(begun).values("pk"))
    judged = _waiting(_judged(candidates), caller.person_id)
    return begun & Q(account_id__in=caller.member_of) | Q(pk__in=judged)


def _begun_by(caller: Caller) -> Q:
    """Their own that nobody was asked about and nobody is named to decide: these wait for nobody else."""
    nobody_said = ~Q(Exists(Review.objects.filter(document=OuterRef("pk"), is_current=True)))
    return _FIRST & nobody_said & Q(author_id=caller.person_id, decider_id__isnull=True)


def _concerns(caller: Caller) -> Q:
    """Where the person has a part: as author, decider, reviewer, or manager for somebody who left."""
    me = caller.person_id
    asked = Review.objects.filter(
        document=OuterRef("pk"), reviewer_id=me, decision=Decision.PENDING, is_current=True
    )
    mine = Q(author_id=me) | Q(decider_id=me) | Q(Exists(asked))
    members = Membership.objects.filter(account=OuterRef("account"), user__is_active=True)
    left = ~Q(Exists(members.filter(user=OuterRef("author"))))
    left |= Q(decider_id__isnull=False) & (
        Q(access=Access.INTERNAL) | ~Q(Exists(members.filter(user=OuterRef("decider"))))
    )
    return mine | Q(account_id__in=caller.manager_of) & left


def _judged(candidates: QuerySet[Document]) -> list[Any]:
    """The candidates with what judging them needs, their text's author included, in one statement."""
    current = Version.objects.filter(document=OuterRef("pk"), number=OuterRef("current_version"))
    loaded = candidates.select_related("space__account", "space__settings").annotate(
        text_author=Subquery(current.values("text_author_id")[:1])
    )
    return list(loaded.order_by("-updated_at", "-id")[:MOST_JUDGED])


def _waiting(documents: list[Any], person: str) -> list[str]:
    """Ids of those that wait for this person."""
    if not documents:
        return []
    reviews = defaultdict(list)
    current = Review.objects.filter(document__in=documents, is_current=True).order_by("pk")
    for review in current.only(*JUDGED_BY):
        reviews[review.document_id].append(review)
    readers = _readers_of(documents, [each for rows in reviews.values() for each in rows])
    waiting = []
    for document in documents:
        members = readers[document.account_id]
        counting = readers_among(members, document.author_id, Access(document.access))
        standing = standing_by(
            document, settings_of(document.space), counting, document.text_author, tuple(reviews[document.pk])
        )
        if person in waiting_on(standing).people:
            waiting.append(document.pk)
    return waiting


def _readers_of(documents: list[Document], reviews: list[Review]) -> dict[str, dict[str, Reader]]:
    """Of each account the active members who manage it or have a part in one of these, by subject."""
    people = {review.reviewer_id for review in reviews}
    people |= {who for each in documents for who in (each.author_id, each.decider_id) if who}
    members = Membership.objects.filter(
        Q(user__in=people) | Q(role__in=list(MANAGERS)),
        account__in={document.account_id for document in documents},
        user__is_active=True,
    )
    found: dict[str, dict[str, Reader]] = defaultdict(dict)
    for account, who, name, role in members.values_list("account_id", "user_id", "user__username", "role"):
        found[account][who] = Reader(name, Role(role))
    return found
