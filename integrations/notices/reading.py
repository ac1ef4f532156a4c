"""A person's notices in the console."""

from django.db.models import QuerySet
from django.utils import timezone

from decisions.querysets import documents_visible_to
from integrations.domain.notices import Channel
from integrations.models import Notice, NoticePreference
from spaces.domain.caller import Caller

# The menu counts up to here: whoever has more looks at the list, and a count has a bound.
MOST_COUNTED = 99


def notices_visible_to(caller: Caller) -> QuerySet[Notice]:
    """A person's notices of the kinds they have not turned off, about documents they read now: the only door.

    Documents that are merely open to everybody do not count: a stranger could name people in them.
    """
    off = NoticePreference.objects.filter(person_id=caller.person_id, channel=Channel.OFF).values("kind")
    return Notice.objects.filter(
        person_id=caller.person_id, document__in=documents_visible_to(caller)
    ).exclude(kind__in=off)


def unseen_count(caller: Caller) -> int:
    """How many notices a person has not seen yet, counted up to one more than MOST_COUNTED."""
    unseen = notices_visible_to(caller).filter(seen_at__isnull=True)
    return unseen.order_by()[: MOST_COUNTED + 1].count()


def notice_see(*, notice: Notice, caller: Caller) -> None:
    """Mark one notice seen; again changes nothing."""
    notices_visible_to(caller).filter(pk=notice.pk, seen_at__isnull=True).update(seen_at=timezone.now())


def notices_see_all(*, caller: Caller) -> int:
    """How many notices were unseen and are marked seen."""
    return notices_visible_to(caller).filter(seen_at__isnull=True).update(seen_at=timezone.now())
