"""The asks a credential made, and waiting for one to be decided."""

import time
from collections.abc import Mapping
from threading import BoundedSemaphore
from typing import Any

from django.conf import settings
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from decisions.querysets import documents_visible_to
from reviews.models import ASK_LIFETIME, Ask
from spaces.domain.caller import Caller
from spaces.kernel.errors import not_found
from spaces.kernel.paging import Page, page_of

# How often a waiting call looks again: a person's click is answered within half a second.
_LOOK_AGAIN_SECONDS = 0.5

# A waiting call holds a thread: a quarter of those of this process may, so that the others go on answering.
_waiting = BoundedSemaphore(max(1, settings.DECISIONS_WEB_THREADS // 4))


def asks_made_by(caller: Caller) -> QuerySet[Ask]:
    """The asks that this credential made, about documents it can read; in the console, one's assistants' all."""
    mine = Q(asked_by_id=caller.person_id, document__in=documents_visible_to(caller))
    if caller.assistant is not None:
        mine &= Q(assistant_id=caller.assistant.id)
    return Ask.objects.filter(mine).select_related("document", "person")


def asks_to(caller: Caller) -> QuerySet[Ask]:
    """The asks to the caller's person, about documents they can read; none for their assistants."""
    if caller.assistant is not None:
        return Ask.objects.none()
    asks = Ask.objects.filter(person_id=caller.person_id, document__in=documents_visible_to(caller))
    return asks.select_related("document", "asked_by")


def ask_for(caller: Caller, approval_id: str) -> Ask:
    """An ask that this credential made, or that waits for its person; `not_found` for any other."""
    asks = Ask.objects.filter(
        Q(pk__in=asks_made_by(caller).values("pk")) | Q(pk__in=asks_to(caller).values("pk"))
    )
    ask = asks.select_related("document", "person", "asked_by").filter(pk=approval_id).first()
    if ask is None:
        raise not_found("ask")
    return ask


def asks_list(caller: Caller, filters: Mapping[str, Any]) -> Page:
    """A page of the asks this credential made, newest first."""
    asks = asks_made_by(caller)
    if state := filters.get("status"):
        asks = asks.filter(asks_in_state(state))
    return page_of(asks, order=("-id",), query=filters)


def ask_wait(caller: Caller, approval_id: str, seconds: int) -> Ask:
    """The ask as soon as it is no longer pending, or as it is after so many seconds.

    Holds its thread and no transaction, and looks for the ask anew each time, under the rights of then.
    Where too many calls wait already, it answers at once.
    """
    ask = ask_for(caller, approval_id)
    if ask.state_now != "pending" or not seconds or not _waiting.acquire(blocking=False):
        return ask
    try:
        until = time.monotonic() + seconds
        while ask.state_now == "pending" and (left := until - time.monotonic()) > 0:
            time.sleep(min(_LOOK_AGAIN_SECONDS, left))
            ask = ask_for(caller, approval_id)
    finally:
        _waiting.release()
    return ask


def asks_in_state(state: str) -> Q:
    """Asks in a state, with what time did to them told as `Ask.state` tells it."""
    if state in ("declined", "withdrawn", "spent"):
        return Q(settled=state)
    alive = Q(settled__in=["pending", "approved"])
    current = Q(document__current_version=F("version"))
    old = Q(created_at__lte=timezone.now() - ASK_LIFETIME)
    if state == "outdated":
        return Q(settled="outdated") | (alive & ~current)
    if state == "expired":
        return alive & current & old
    return Q(settled=state) & current & ~old
