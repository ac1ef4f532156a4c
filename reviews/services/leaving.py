"""What of somebody's judging ends when they leave an account."""

from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import ngettext_lazy

from decisions.domain.kinds import Status
from decisions.models import Document
from decisions.querysets import documents_visible_to
from decisions.services.foreseeing import named
from reviews.domain.policy import Decision
from reviews.models import Ask, Review
from reviews.services.ask_listing import asks_in_state
from spaces.domain.caller import Caller
from spaces.domain.effects import MAX_NAMED, Effect, effect_on
from spaces.models import Account, User

_NOT_IN_REVIEW = (Status.DRAFT, Status.PROPOSED)

_DECIDES = ngettext_lazy(
    "They are the decider of %d document in review; managers will decide it.",
    "They are the decider of %d documents in review; managers will decide those.",
)
_NAMED = ngettext_lazy(
    "They are named as the decider of %d document that is not in review yet.",
    "They are named as the decider of %d documents that are not in review yet.",
)
_REQUESTS = ngettext_lazy(
    "An open review request to them closes, on %d document.",
    "Open review requests to them close, on %d documents.",
)
_CHANGES = ngettext_lazy(
    "The changes they ask for block %d document no longer.",
    "The changes they ask for block %d documents no longer.",
)
_ASKS = ngettext_lazy(
    "What an assistant asks of them about %d document is left without an answer.",
    "What assistants ask of them about %d documents is left without an answer.",
)


def judging_ends(*, account: Account, user: User, caller: Caller) -> list[Effect]:
    """What of somebody's judging would end with their membership, on documents the caller reads."""
    documents = documents_visible_to(caller).filter(account_id=account.pk)
    decides = documents.filter(decider=user)
    asks = Ask.objects.filter(asks_in_state("pending"), document__in=documents, person=user)
    told = (
        (_DECIDES, decides.filter(status=Status.IN_REVIEW)),
        (_NAMED, decides.filter(status__in=_NOT_IN_REVIEW)),
        (_REQUESTS, _about(documents, _current(documents, user).filter(decision=Decision.PENDING))),
        (_CHANGES, _about(documents, _blocking(documents, user))),
        (_ASKS, _about(documents, asks)),
    )
    return [effect for words, rows in told for effect in _effects(words, rows)]


def _effects(words: Any, documents: QuerySet[Document]) -> list[Effect]:
    count = documents.count()
    if not count:
        return []
    first = documents.select_related("space").order_by("-updated_at", "-id")[:MAX_NAMED]
    return [effect_on(words % count, named(list(first)), count=count, weighs=True)]


def _about(documents: QuerySet[Document], rows: QuerySet[Any]) -> QuerySet[Document]:
    return documents.filter(pk__in=rows.values("document_id"))


def _current(documents: QuerySet[Document], user: User) -> QuerySet[Review]:
    return Review.objects.filter(document__in=documents, reviewer=user, is_current=True)


def _blocking(documents: QuerySet[Document], user: User) -> QuerySet[Review]:
    """Answers that block: the person gave no other on a later version, and nobody dismissed them."""
    undecided = documents.filter(status__in=(*_NOT_IN_REVIEW, Status.IN_REVIEW))
    later = Review.objects.filter(
        document=OuterRef("document"), reviewer=user, is_current=True, version__gt=OuterRef("version")
    ).exclude(decision=Decision.PENDING)
    changes = _current(undecided, user).filter(decision=Decision.CHANGES, dismissed_at__isnull=True)
    return changes.filter(~Exists(later))
