"""Public ids: what is shown, what is stored, and what is no id."""

import uuid

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st

from decisions.models import Document
from spaces.kernel.ids import PublicIdField, new_id, uuid_of
from spaces.models import Account, Space
from tests.cast import Cast

PREFIXES = ("acct", "lab", "ldoc", "user", "agent", "audit")


@given(st.uuids(), st.sampled_from(PREFIXES))
def test_an_id_leads_back_to_its_uuid_and_to_no_other_prefix(value: uuid.UUID, prefix: str) -> None:
    field = PublicIdField(prefix)
    shown = field.to_python(value)
    assert shown is not None
    assert uuid_of(shown, prefix) == value
    assert field.to_python(shown) == shown
    assert [other for other in PREFIXES if uuid_of(shown, other)] == [prefix]


def test_ids_made_in_one_process_sort_in_the_order_they_were_made() -> None:
    made = [new_id("ldoc") for _ in range(5_000)]
    assert made == sorted(made)
    assert len(set(made)) == len(made)


@pytest.mark.parametrize(
    "spelling",
    [
        "",
        "ldoc",
        "ldoc_",
        "ldoc_0",
        "ldoc_" + "0" * 25,
        "ldoc_" + "0" * 27,
        "ldoc_8" + "0" * 25,
        "ldoc_" + "U" * 26,
        "ldoc_" + "0" * 25 + "\n",
        "lab_" + "0" * 26,
        "LDOC_" + "0" * 26,
        "0" * 26,
        "ldoc_" + "é" * 26,
        "' OR 1=1 --",
    ],
)
def test_what_is_no_whole_id_of_the_prefix_is_no_id(spelling: str) -> None:
    assert uuid_of(spelling, "ldoc") is None


def test_lower_case_is_read_and_shown_upper(cast: Cast) -> None:
    head, _, tail = cast.space.pk.partition("_")
    assert Space.objects.get(pk=f"{head}_{tail.lower()}").pk == cast.space.pk


@pytest.mark.django_db
def test_a_foreign_prefix_is_refused_by_a_lookup() -> None:
    with pytest.raises(ValidationError):
        Document.objects.filter(pk=new_id("lab")).exists()


def test_a_row_is_stored_in_sixteen_bytes_where_the_database_has_uuids(cast: Cast) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT id FROM spaces_account ORDER BY id LIMIT 1")
        (stored,) = cursor.fetchone()
    if connection.vendor == "postgresql":
        assert isinstance(stored, uuid.UUID)
    else:
        assert len(stored) == 32
    assert Account.objects.order_by("pk").values_list("pk", flat=True).first() == PublicIdField(
        "acct"
    ).to_python(uuid.UUID(str(stored)))


def test_a_lookup_by_public_id_uses_the_index(cast: Cast) -> None:
    plan = Document.objects.filter(pk=new_id("ldoc")).explain().lower()
    if connection.vendor == "postgresql":
        # An empty table may be read whole; told not to, the planner shows which index fits.
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off")
        plan = Document.objects.filter(pk=new_id("ldoc")).explain().lower()
        assert "decisions_document_pkey" in plan
    else:
        assert "search decisions_document using index" in plan


def test_the_key_of_a_new_row_is_known_before_it_is_saved_and_costs_no_extra_update(cast: Cast) -> None:
    account = Account(name="x")
    known = account.pk
    account.save()
    assert known.startswith("acct_")
    assert Account.objects.get(name="x").pk == known
