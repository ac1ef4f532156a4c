"""Who reads with an account's credential: one at a time, and nobody while GitHub asks to wait.

A hold is a committed row and no lock: no transaction is open while GitHub is asked. A reader that died frees it by
time alone.
"""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from integrations.models import GitHubConnection

# Longer than a call of the client takes (nine timeouts of ten seconds) until its answers are written.
HELD = timedelta(minutes=2)


@dataclass(frozen=True)
class Hold:
    """One reader's right to read with a connection, for as long as `keep` says so."""

    connection_id: str
    reader: str

    def mine(self) -> QuerySet[GitHubConnection]:
        """The connection's row while this reader has it: none after another took it, or after its removal."""
        return GitHubConnection.objects.filter(
            pk=self.connection_id, reader=self.reader, removed_at__isnull=True
        )

    def keep(self) -> bool:
        """Whether the hold is still this reader's; it then lasts anew.

        Inside a transaction it also keeps others from taking the hold until that ends: a reader that was too
        slow, and lost it, must not write what has become old.
        """
        return bool(self.mine().update(reading_until=timezone.now() + HELD))

    def give_back(self) -> None:
        self.mine().update(reading_until=None, reader="")


def unpaused(now: datetime) -> Q:
    """Connections with which GitHub may be asked."""
    return Q(paused_until__isnull=True) | Q(paused_until__lte=now)


def unheld(now: datetime) -> Q:
    """Connections with which nobody reads: not at all, or not any more."""
    return Q(reading_until__isnull=True) | Q(reading_until__lt=now)


def hold_take(connection_id: str) -> Hold | None:
    """The hold on a connection; None while another reader has it, GitHub asks to wait, or it is removed."""
    now = timezone.now()
    hold = Hold(connection_id, secrets.token_hex(16))
    free = GitHubConnection.objects.filter(
        unheld(now), unpaused(now), pk=connection_id, removed_at__isnull=True
    )
    return hold if free.update(reading_until=now + HELD, reader=hold.reader) else None
