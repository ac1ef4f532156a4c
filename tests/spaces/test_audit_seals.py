"""The audit log is append-only, and its seals find whoever gets round that."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from spaces.models import AuditEntry, AuditSeal, SealedEntry
from spaces.services.audit import audit_record
from spaces.services.seals import audit_seal, audit_verify
from tests.cast import Cast


def _write(cast: Cast, count: int = 3) -> list[AuditEntry]:
    caller = cast.caller("agent")
    return [
        audit_record(
            caller=caller, act="test.done", object_id=f"x{n}", account_id=cast.account.pk, after={"n": n}
        )
        for n in range(count)
    ]


def _execute(sql: str, *params: object) -> None:
    """What somebody with the database's password can do; foreign keys do not stop them."""
    with connection.cursor() as cursor:
        cursor.execute(sql, params)


def _stored(entry: AuditEntry) -> object:
    return AuditEntry._meta.pk.get_db_prep_value(entry.pk, connection)


def test_sealing_covers_every_entry_and_leaves_later_ones_for_the_next_seal(cast: Cast) -> None:
    _write(cast)
    total = AuditEntry.objects.count()
    assert audit_seal() == total
    assert audit_seal() == 0
    _write(cast, 2)
    found = audit_verify()
    assert (found.sealed, found.unsealed, found.faults) == (total, 3, [])


def test_an_edited_entry_is_found_and_named(cast: Cast) -> None:
    entry = _write(cast)[1]
    audit_seal()
    _execute("UPDATE spaces_auditentry SET byline = 'somebody else' WHERE id = %s", _stored(entry))
    assert audit_verify().faults == [f"entry {entry.pk} (seal 1) was edited"]


def test_an_edited_entry_with_a_matching_digest_breaks_its_seal(cast: Cast) -> None:
    entry = _write(cast)[1]
    audit_seal()
    _execute("UPDATE spaces_sealedentry SET digest = %s WHERE entry_id = %s", "0" * 64, _stored(entry))
    assert len(audit_verify().faults) == 2


def test_a_removed_entry_breaks_its_seal(cast: Cast) -> None:
    entry = _write(cast)[1]
    audit_seal()
    _execute("DELETE FROM spaces_sealedentry WHERE entry_id = %s", _stored(entry))
    _execute("DELETE FROM spaces_auditentry WHERE id = %s", _stored(entry))
    assert [fault.split(":")[0] for fault in audit_verify().faults] == ["seal 1 does not fit"]


def test_an_entry_slipped_into_an_old_seal_breaks_it(cast: Cast) -> None:
    _write(cast)
    audit_seal()
    late = _write(cast, 1)[0]
    seal = AuditSeal.objects.get(number=1)
    SealedEntry(entry=late, seal=seal, digest="0" * 64).save()
    assert any(fault.startswith("seal 1 does not fit") for fault in audit_verify().faults)


def test_a_removed_seal_is_missed(cast: Cast) -> None:
    _write(cast)
    audit_seal()
    _write(cast)
    audit_seal()
    _execute("DELETE FROM spaces_sealedentry WHERE seal_id = 1")
    _execute("DELETE FROM spaces_auditseal WHERE number = 1")
    faults = audit_verify().faults
    assert faults[0] == "seals 1 to 1 are missing"
    assert any(fault.startswith("seal 2 does not fit") for fault in faults)


def test_the_command_says_what_is_sealed_and_fails_where_a_seal_does_not_fit(cast: Cast) -> None:
    entry = _write(cast)[0]
    audit_seal()
    _write(cast, 1)
    out = StringIO()
    call_command("verify_audit", stdout=out)
    assert "2 not yet" in out.getvalue()
    assert "Every seal fits." in out.getvalue()
    _execute("UPDATE spaces_auditentry SET act = 'test.undone' WHERE id = %s", _stored(entry))
    with pytest.raises(CommandError, match="was edited"):
        call_command("verify_audit", stdout=StringIO())


@pytest.mark.parametrize("change", ["save", "delete", "update", "delete all"])
def test_no_entry_is_changed_or_removed_by_the_program(cast: Cast, change: str) -> None:
    entry = _write(cast, 1)[0]
    acts = {
        "save": entry.save,
        "delete": entry.delete,
        "update": lambda: AuditEntry.objects.update(act="x"),
        "delete all": AuditEntry.objects.all().delete,
    }
    with pytest.raises(TypeError, match="append-only"):
        acts[change]()
    assert AuditEntry.objects.filter(pk=entry.pk, act="test.done").exists()
