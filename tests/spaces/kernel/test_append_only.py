"""Rows that stand as they were written."""

from collections.abc import Callable

import pytest
from django.db import transaction

from decisions.models import Version
from spaces.models import AuditEntry
from tests.cast import Cast


@pytest.mark.parametrize(("model", "column"), [(Version, "message"), (AuditEntry, "act")])
@pytest.mark.parametrize("attempt", ["save", "delete", "update all", "delete all", "bulk update"])
def test_a_written_row_is_neither_changed_nor_removed(
    cast: Cast, model: type[Version] | type[AuditEntry], column: str, attempt: str
) -> None:
    cast.document()
    before = list(model.objects.order_by("pk").values())
    row = model.objects.order_by("pk").first()
    assert row is not None
    setattr(row, column, "changed")
    acts: dict[str, Callable[[], object]] = {
        "save": row.save,
        "delete": row.delete,
        "update all": lambda: model.objects.update(**{column: "changed"}),
        "delete all": lambda: model.objects.all().delete(),
        "bulk update": lambda: model.objects.bulk_update([row], [column]),
    }
    with pytest.raises(TypeError), transaction.atomic():
        acts[attempt]()
    assert list(model.objects.order_by("pk").values()) == before
