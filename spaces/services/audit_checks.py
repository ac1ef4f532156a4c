"""Checking the seals of the audit log for a manager, in turns that are short however long the log is."""

import logging
import time
from dataclasses import dataclass
from datetime import datetime

from celery import current_app
from django.db import transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from spaces.domain.caller import Caller
from spaces.models import Account, AuditCheck, AuditEntry, AuditSeal
from spaces.services.audit import audit_record
from spaces.services.rights import require_manager
from spaces.services.seals import Checked, Fault, seal_check

log = logging.getLogger(__name__)

CHECK_AUDIT = "spaces.check_audit"

# What one turn takes: a page that waits for the first is answered soon, a worker is free for others again.
TURN_SECONDS = 5.0
# Faults kept in words; whoever finds more of them has to look at the log itself.
MAX_FAULTS = 50


@dataclass(frozen=True)
class SealState:
    """How far an account's log is sealed: when the last seal was made, and its entries that none names yet."""

    last_sealed_at: datetime | None
    unsealed: int


def seal_state(account_ids: list[str]) -> SealState:
    """How far the logs of these accounts are sealed."""
    last = AuditSeal.objects.order_by("number").values_list("at", flat=True).last()
    unsealed = AuditEntry.objects.filter(account_id__in=account_ids, sealed__isnull=True).count()
    return SealState(last, unsealed)


def audit_check_start(*, account: Account, caller: Caller) -> AuditCheck:
    """A check of every seal, told for this account; a short log is checked by the time this answers.

    The rest of a long one is worked on by the queue, turn by turn. One that is under way goes on.
    """
    require_manager(caller, account.pk)
    with transaction.atomic():
        check = AuditCheck.objects.filter(account=account, finished_at__isnull=True).order_by("-pk").first()
        if check is None:
            check = AuditCheck.objects.create(
                account=account, asked_by_id=caller.subject, started_at=timezone.now()
            )
            audit_record(caller=caller, act="audit.check_started", object_id=check.pk, account_id=account.pk)
    audit_check_advance(check_id=check.pk)
    check.refresh_from_db()
    return check


def audit_check_advance(*, check_id: str) -> bool:
    """Whether a check is at its end after one more turn; where it is not, the next one is asked for.

    Nobody waits for a turn: of two at once, one finds the check further than it left it and keeps nothing.
    """
    check = AuditCheck.objects.filter(pk=check_id).first()
    if check is None or check.finished_at is not None:
        return True
    began_at = check.last_seal
    _turn(check)
    kept = AuditCheck.objects.filter(pk=check.pk, last_seal=began_at, finished_at__isnull=True).update(
        **{name: getattr(check, name) for name in _TURNED}
    )
    if kept and check.finished_at is None:
        _enqueue(check.pk)
    return bool(kept) and check.finished_at is not None


_TURNED = ("last_seal", "last_mac", "sealed", "unsealed", "faults", "faults_total", "finished_at")


def _turn(check: AuditCheck) -> None:
    """Look at the next seals, at least one, for as long as a turn takes."""
    until = time.monotonic() + TURN_SECONDS
    checked = Checked(check.last_seal, check.last_mac)
    for seal in AuditSeal.objects.filter(number__gt=check.last_seal).order_by("number").iterator():
        checked = seal_check(seal, checked)
        check.sealed += sum(account_id == check.account_id for account_id in checked.accounts)
        check.faults_total += len(checked.faults)
        told = [_told(fault, check.account_id) for fault in checked.faults]
        check.faults = [*check.faults, *told][:MAX_FAULTS]
        if time.monotonic() >= until:
            break
    check.last_seal, check.last_mac = checked.number, checked.mac
    if not AuditSeal.objects.filter(number__gt=check.last_seal).exists():
        unsealed = AuditEntry.objects.filter(account_id=check.account_id, sealed__isnull=True)
        check.unsealed, check.finished_at = unsealed.count(), timezone.now()


def _told(fault: Fault, account_id: str) -> str:
    """A fault as the account's managers are told it: the ids of other accounts' entries are not theirs."""
    if fault.entry_id and fault.account_id != account_id:
        return f"an entry under seal {fault.seal} was edited; it does not say that it is this account's"
    return fault.words


def _enqueue(check_id: str) -> None:
    try:
        current_app.send_task(CHECK_AUDIT, (check_id,), retry=False)
    except OperationalError:
        # Its page says how far it is, and goes on with it when it is asked to.
        log.warning("the queue does not take the next turn of a check of the audit log")
