"""Recording what was done."""

from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from spaces.domain.caller import Caller
from spaces.models import AuditEntry


def audit_record(
    *,
    caller: Caller,
    act: str,
    object_id: str,
    account_id: str | None,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> AuditEntry:
    """The entry of one write. Call it inside the transaction that makes the change.

    `act` is `<entity>.<past participle>`, such as `document.saved`; before and after hold what changed,
    never a document's text or a secret.
    """
    return AuditEntry.objects.create(
        at=timezone.now(),
        account_id=account_id,
        person_id=caller.person_id,
        byline=caller.byline,
        assistant_id=caller.assistant_id,
        act=act,
        object_id=object_id,
        before=dict(before or {}),
        after=dict(after or {}),
    )
