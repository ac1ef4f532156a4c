"""Seals over the audit log: what was sealed cannot be removed, edited or joined by another unnoticed."""

import hashlib
import hmac
import json
from dataclasses import dataclass, field

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from spaces.models import AuditEntry, AuditSeal, SealedEntry

# One seal at most; a busier minute makes several.
_ENTRIES_A_SEAL = 1_000

_TOLD = ("pk", "account_id", "person_id", "byline", "assistant_id", "act", "object_id", "before", "after")


@dataclass
class Verification:
    """What a check of the log found: entries under good seals, entries not sealed yet, and each fault in words."""

    sealed: int = 0
    unsealed: int = 0
    faults: list[str] = field(default_factory=list)


def entry_digest(entry: AuditEntry) -> str:
    """SHA-256 over everything an entry says."""
    told = {"at": entry.at.isoformat(), **{name: getattr(entry, name) for name in _TOLD}}
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def audit_seal() -> int:
    """How many entries were sealed now. Writers never wait for this.

    Two runs at once: one seals, the other finds its number taken and leaves the rest to the next run.
    """
    sealed = 0
    while count := _seal_some():
        sealed += count
    return sealed


def audit_verify() -> Verification:
    """Every seal and each entry it names, checked in order; nothing is changed."""
    found = Verification()
    checked = Checked()
    for seal in AuditSeal.objects.order_by("number").iterator():
        checked = seal_check(seal, checked)
        found.faults += [fault.words for fault in checked.faults]
        found.sealed += len(checked.accounts)
    found.unsealed = AuditEntry.objects.filter(sealed__isnull=True).count()
    return found


@dataclass(frozen=True)
class Fault:
    """What is wrong under a seal, in words, and the account of the entry it is about, where there is one."""

    words: str
    seal: int
    entry_id: str = ""
    account_id: str | None = None


@dataclass(frozen=True)
class Checked:
    """A seal that was checked: what the next one is chained to, what is wrong, and whose entries it names."""

    number: int = 0
    mac: str = ""
    faults: tuple[Fault, ...] = ()
    accounts: tuple[str | None, ...] = ()


def seal_check(seal: AuditSeal, before: Checked) -> Checked:
    """Whether a seal fits its entries and the seal that was checked before it, in one statement."""
    faults = []
    if seal.number != before.number + 1:
        faults.append(Fault(f"seals {before.number + 1} to {seal.number - 1} are missing", seal.number))
    digests, accounts = [], []
    for named in seal.entries.select_related("entry").order_by("entry_id"):
        digests.append(named.digest)
        accounts.append(named.entry.account_id)
        if entry_digest(named.entry) != named.digest:
            words = f"entry {named.entry_id} (seal {seal.number}) was edited"
            faults.append(Fault(words, seal.number, named.entry_id, named.entry.account_id))
    if not hmac.compare_digest(seal.mac, _mac(seal.number, before.mac, digests)):
        words = f"seal {seal.number} does not fit: an entry was removed, replaced or slipped in"
        faults.append(Fault(words, seal.number))
    return Checked(seal.number, seal.mac, tuple(faults), tuple(accounts))


def _seal_some() -> int:
    entries = list(AuditEntry.objects.filter(sealed__isnull=True).order_by("pk")[:_ENTRIES_A_SEAL])
    if not entries:
        return 0
    last = AuditSeal.objects.order_by("number").last()
    number = last.number + 1 if last else 1
    named = [(entry.pk, entry_digest(entry)) for entry in entries]
    mac = _mac(number, last.mac if last else "", [digest for _, digest in named])
    try:
        with transaction.atomic():
            seal = AuditSeal(number=number, at=timezone.now(), mac=mac)
            seal.save(force_insert=True)
            SealedEntry.objects.bulk_create(
                SealedEntry(entry_id=pk, seal=seal, digest=digest) for pk, digest in named
            )
    except IntegrityError:
        return 0
    return len(entries)


def _mac(number: int, before: str, digests: list[str]) -> str:
    """The keyed MAC of a seal; the key is derived, so that the setting itself is used for nothing else."""
    key = hashlib.sha256(
        b"decisions.audit:" + (settings.DECISIONS_AUDIT_KEY or settings.SECRET_KEY).encode()
    ).digest()
    message = "\n".join([str(number), before, *digests])
    return hmac.new(key, message.encode(), hashlib.sha256).hexdigest()
