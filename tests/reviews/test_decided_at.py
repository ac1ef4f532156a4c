"""When a document was decided: told by the move that decided it, by an imported log, or by nobody."""

import pkgutil
from datetime import UTC, datetime
from importlib import import_module

import pytest
import time_machine
from django.apps import apps
from django.db import IntegrityError, transaction

from decisions import migrations
from decisions.domain.kinds import Kind, Status
from decisions.models import Document
from decisions.services.documents import Imported, document_import
from tests.cast import Cast
from tests.reviews.stage import move, rules, staged

LOG = "# A\n\n## Status log\n\n"


def imported(cast: Cast, *lines: str, status: Status | None = Status.ACCEPTED) -> Document:
    """An ADR from elsewhere, with the lines in its status log."""
    return document_import(
        space=cast.space,
        kind=Kind.ADR,
        title="A",
        text=LOG + "".join(f"- {line}\n" for line in lines),
        imported=Imported(format="markdown", status=status),
        caller=cast.caller("owner"),
    ).document


def test_a_move_that_decides_says_when_and_reopening_takes_it_back(cast: Cast) -> None:
    rules(cast, approvals=0)
    adr = staged(cast, Kind.ADR, decider="owner")
    assert adr.decided_at is None
    with time_machine.travel(datetime(2026, 3, 4, 5, tzinfo=UTC), tick=False):
        move(cast, adr, Status.ACCEPTED)
    with time_machine.travel(datetime(2026, 4, 1, tzinfo=UTC), tick=False):
        move(cast, adr, Status.DEPRECATED)
    adr.refresh_from_db()
    assert adr.decided_at == datetime(2026, 3, 4, 5, tzinfo=UTC)
    other = staged(cast, Kind.ADR, decider="owner")
    move(cast, other, Status.REJECTED)
    move(cast, other, Status.PROPOSED)
    other.refresh_from_db()
    assert (other.decided_at, other.decided_version) == (None, None)


def test_an_import_takes_the_day_of_its_last_decision_from_its_log(cast: Cast) -> None:
    told = imported(
        cast,
        "2021-02-01 proposed by @x",
        "2021-03-05 rejected by @x",
        "2021-04-06 accepted by @x",
        "2022-01-01 deprecated by @x",
    )
    assert told.decided_at == datetime(2021, 4, 6, 12, tzinfo=UTC)


@pytest.mark.parametrize("line", ["2021-02-01 proposed by @x", "2999-01-01 accepted by @x", "whatever"])
def test_an_import_whose_log_tells_no_day_that_was_has_none(cast: Cast, line: str) -> None:
    assert imported(cast, line).decided_at is None
    assert imported(cast, "2021-04-06 accepted by @x", status=None).decided_at is None


def test_a_decision_without_a_version_is_refused_by_the_database(cast: Cast) -> None:
    document = cast.document()
    with pytest.raises(IntegrityError), transaction.atomic():
        Document.objects.filter(pk=document.pk).update(decided_at=datetime(2026, 1, 1, tzinfo=UTC))
    document.refresh_from_db()
    assert document.decided_at is None


def test_decisions_of_before_get_their_time_from_what_is_on_record(cast: Cast) -> None:
    rules(cast, approvals=0)
    moved = move(cast, staged(cast, Kind.ADR, decider="owner"), Status.ACCEPTED)
    told, untold, draft = imported(cast, "2021-04-06 accepted by @x"), imported(cast), cast.document()
    Document.objects.update(decided_at=None)
    names = [each.name for each in pkgutil.iter_modules(migrations.__path__)]
    name = next(each for each in names if each.endswith("_decided_at"))
    import_module(f"{migrations.__name__}.{name}").tell_when(apps, None)
    when = dict(Document.objects.values_list("pk", "decided_at"))
    assert when[moved.document.pk] == moved.version.created_at
    assert when[told.pk] == datetime(2021, 4, 6, 12, tzinfo=UTC)
    assert (when[untold.pk], when[draft.pk]) == (None, None)
