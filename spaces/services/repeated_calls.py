"""The same call once more: answered with the object that the first one made, as it is now."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError, invalid
from spaces.kernel.repeats import KEY_HEADER, Call
from spaces.models import RepeatedCall

# A call meets at most its own forgotten row and then that of one racing it; a third time is a storm.
_TRIES = 3


class _MadeBefore(Exception):
    """The same call has a row already."""


@dataclass(frozen=True)
class Made:
    """How an operation's object is known again, and read anew by its caller with the rights of then."""

    id_of: Callable[[Any], str]
    again: Callable[[Caller, str], Any]
    # What takes long and is kept by itself: done before the transaction, which makes others wait.
    prepare: Callable[[Caller, dict[str, Any]], None] | None = None

    def once(self, *, call: Call, given: dict[str, Any], act: Callable[[], Any]) -> tuple[Any, bool]:
        """What `act` made, in one transaction with the memory of it; or what the same call made before.

        Of two same calls at once one makes the object and the other waits, and is answered with it. A call that
        failed left nothing to remember: the next one acts.
        """
        if self.prepare:
            self.prepare(call.caller, dict(given))
        for _ in range(_TRIES):
            try:
                return self._made(call, act), False
            except _MadeBefore:
                object_id = _remembered(call)
            if object_id:
                return self.again(call.caller, object_id), True
        raise DomainError(
            "conflict",
            "The same call is being carried out several times at once.",
            fix="Read what is there before you call again.",
        )

    @transaction.atomic
    def _made(self, call: Call, act: Callable[[], Any]) -> Any:
        row = RepeatedCall(
            person_id=call.caller.subject,
            assistant_id=call.caller.assistant_id,
            operation=call.operation,
            digest=call.digest,
            arguments_digest=call.arguments_digest,
            expires_at=timezone.now() + call.remembered,
        )
        try:
            row.save(force_insert=True)
        except IntegrityError as taken:
            # Out of the transaction with it: PostgreSQL takes no more statements in this one.
            raise _MadeBefore from taken
        result = act()
        row.object_id = self.id_of(result)
        row.expires_at = timezone.now() + call.remembered
        row.save(update_fields=["object_id", "expires_at"])
        return result


def repeated_calls_purge() -> int:
    """How many calls were forgotten now, their time being over."""
    return RepeatedCall.objects.filter(expires_at__lte=timezone.now()).delete()[0]


def _remembered(call: Call) -> str:
    """The object that the same call made; empty where that was too long ago, and is now forgotten."""
    same = RepeatedCall.objects.filter(
        person_id=call.caller.subject,
        assistant_id=call.caller.assistant_id,
        operation=call.operation,
        digest=call.digest,
    )
    row = same.first()
    if row is None:
        return ""
    if row.expires_at <= timezone.now():
        RepeatedCall.objects.filter(pk=row.pk).delete()
        return ""
    if row.arguments_digest != call.arguments_digest:
        raise invalid(
            KEY_HEADER,
            "This key named a call with other arguments.",
            fix="Give each new call a key of its own; send the same arguments to repeat one.",
        )
    return row.object_id
