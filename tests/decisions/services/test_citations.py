"""What a document names, and what names it."""

from importlib import import_module
from typing import Any

from django.apps import apps
from django.db import connection

from decisions.domain.kinds import Kind
from decisions.models import Document, DocumentCitation
from decisions.services.citations import cited_by, cites
from decisions.services.relocation import document_relocate
from decisions.services.versions import version_add
from spaces.domain.access import Access
from spaces.services.spaces import space_create
from tests.cast import Cast
from tests.decisions.talk import open_to, save

NAMING = "# Stores\n\nAs RFC 1 says, and again RFC 1, unlike PRD 7.\n"


def citing(document: Document, caller: Any) -> list[str]:
    return [each.title for each in cited_by(document, caller).documents]


def cited(document: Document, caller: Any) -> list[str]:
    return [each.title for each in cites(document, caller).documents]


def test_a_document_knows_what_it_names_and_what_names_it(cast: Cast) -> None:
    member = cast.caller("member")
    limits = cast.document("Limits")
    stores = cast.document("Stores", text=NAMING)
    assert (cited(stores, member), citing(limits, member)) == (["Limits"], ["Stores"])
    assert (cited(limits, member), citing(stores, member)) == ([], [])
    assert DocumentCitation.objects.filter(document=stores).count() == 2


def test_a_document_that_is_written_after_what_names_it_is_cited_too(cast: Cast) -> None:
    stores = cast.document("Stores", text=NAMING)
    first = cast.document("Needs", kind=Kind.PRD)
    Document.objects.filter(pk=first.pk).update(number=7)
    assert cited(stores, cast.caller("member")) == ["Needs"]


def test_a_new_text_cites_what_it_names_and_no_longer_what_it_named(cast: Cast) -> None:
    author, limits = cast.caller("author"), cast.document("Limits")
    other, stores = cast.document("Other"), cast.document("Stores", text=NAMING)
    save(stores, "# Stores\n\nAs RFC 2 says.\n", author)
    assert (citing(limits, author), citing(other, author)) == ([], ["Stores"])
    assert [row.number for row in DocumentCitation.objects.filter(document=stores)] == [2]


def test_only_what_a_reader_reads_is_told_in_both_directions(cast: Cast) -> None:
    limits, stores = cast.document("Limits"), cast.document("Stores", text=NAMING)
    member, manager, partner = (cast.caller(name) for name in ("member", "manager", "partner"))
    open_to(stores, Access.INTERNAL)
    assert (citing(limits, member), citing(limits, manager)) == ([], ["Stores"])
    open_to(stores, Access.PARTNER)
    assert (cited(stores, member), cited(stores, partner)) == (["Limits"], [])


def test_a_former_reference_still_leads_to_a_document_that_moved(cast: Cast) -> None:
    owner = cast.caller("owner")
    limits, stores = cast.document("Limits"), cast.document("Stores", text=NAMING)
    elsewhere = space_create(account_id=cast.account.pk, name="Elsewhere", caller=owner)
    document_relocate(document=limits, target_space_id=elsewhere.pk, caller=owner)
    limits.refresh_from_db()
    assert (cited(stores, owner), citing(limits, owner)) == (["Limits"], ["Stores"])


def test_the_references_of_a_document_that_moved_count_in_its_new_home(cast: Cast) -> None:
    owner = cast.caller("owner")
    limits, stores = cast.document("Limits"), cast.document("Stores", text=NAMING)
    elsewhere = space_create(account_id=cast.account.pk, name="Elsewhere", caller=owner)
    there = cast.document("Their limits", space=elsewhere)
    document_relocate(document=stores, target_space_id=elsewhere.pk, caller=owner)
    stores.refresh_from_db()
    assert (citing(limits, owner), citing(there, owner)) == ([], ["Stores"])
    assert cited(stores, owner) == ["Their limits"]


def test_the_migration_fills_the_citations_of_texts_that_were_there_before(cast: Cast) -> None:
    limits, stores = cast.document("Limits"), cast.document("Stores", text=NAMING)
    version_add(document=stores, base_version=1, text=NAMING + "And RFC 9.\n", caller=cast.caller("author"))
    before = sorted(DocumentCitation.objects.values_list("document_id", "space_id", "kind", "number", "part"))
    DocumentCitation.objects.all().delete()
    migration = import_module("decisions.migrations.0007_citations")
    migration.BATCH = 1
    migration.cite_what_the_texts_name(apps, connection.schema_editor)
    after = sorted(DocumentCitation.objects.values_list("document_id", "space_id", "kind", "number", "part"))
    assert after == before != []
    assert citing(limits, cast.caller("member")) == ["Stores"]
