"""Versions listed, compared and restored, and what these pages cost."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from decisions.admin.comparing import MAX_SHOWN_LINES
from decisions.models import Document, Version
from decisions.services.versions import version_add
from reviews.domain.policy import Decision
from reviews.services.reviews import review_submit
from tests.cast import Cast
from tests.console import address, browser, refusals
from tests.decisions.editing import texts

# Session, person and memberships, the document with its space, the menu's three counts, and what each page is of:
# one version or two, or a page of them with their count, and what judging says of them.
STATEMENTS = {"edit": 8, "compare": 12, "versions": 16, "restore": 9}

LARGE = 512 * 1024


def written(cast: Cast, count: int, document: Document | None = None) -> Document:
    """A document with this many versions, each saying its number."""
    document = document or cast.document(text="# T\n\nversion 1\n")
    for number in range(document.current_version + 1, count + 1):
        text = f"# T\n\nversion {number}\n"
        version_add(
            document=document,
            base_version=number - 1,
            text=text,
            message=f"m{number}",
            caller=cast.caller("author"),
        )
    document.refresh_from_db()
    return document


def shown(cast: Cast, document: Document, page: str, name: str = "member", **query: object) -> Any:
    return browser(cast, name).get(address(document, page), query)


def compared(cast: Cast, document: Document, name: str = "member", **query: object) -> tuple[int, int]:
    context = shown(cast, document, "compare", name, **query).context
    return context["from_version"], context["to_version"]


def test_a_reviewer_first_sees_what_changed_since_they_last_answered(cast: Cast) -> None:
    document = written(cast, 2)
    review_submit(document=document, version=2, decision=Decision.APPROVE, caller=cast.caller("member"))
    written(cast, 5, document)
    assert compared(cast, document) == (2, 5)
    assert compared(cast, document, "owner") == (4, 5)
    assert compared(cast, document, to_version=3) == (2, 3)
    assert compared(cast, document, from_version=4) == (4, 5)


def test_nothing_is_new_where_the_current_version_was_answered(cast: Cast) -> None:
    document = written(cast, 3)
    review_submit(document=document, version=3, decision=Decision.APPROVE, caller=cast.caller("member"))
    assert compared(cast, document) == (2, 3)


def test_shortcuts_lead_to_the_last_review_the_decision_and_the_first_version(cast: Cast) -> None:
    document = written(cast, 2)
    review_submit(document=document, version=2, decision=Decision.APPROVE, caller=cast.caller("member"))
    written(cast, 5, document)
    Document.objects.filter(pk=document.pk).update(decided_version=3)
    numbers = {
        name: [each.number for each in shown(cast, document, "compare", name).context["since"]]
        for name in ("member", "owner")
    }
    assert numbers == {"member": [2, 3, 1], "owner": [3, 1]}


def test_words_that_differ_are_marked_in_both_views(cast: Cast) -> None:
    document = written(cast, 2)
    for view, cell in (("split", "<ins>2</ins>"), ("unified", "<ins>2</ins>")):
        html = shown(cast, document, "compare", from_version=1, to_version=2, view=view).content.decode()
        assert cell in html
        assert "<del>1</del>" in html


def test_the_list_says_who_saved_what_and_how_it_was_judged(cast: Cast) -> None:
    document = cast.document(text="# T\n\none\n")
    version_add(document=document, base_version=1, text="# T\n\ntwo\n", caller=cast.caller("agent"))
    for name, decision in (("owner", Decision.APPROVE), ("manager", Decision.CHANGES)):
        review_submit(document=document, version=2, decision=decision, reason="r", caller=cast.caller(name))
    page = shown(cast, document, "versions")
    first, second = reversed(page.context["rows"])
    assert (first.notes, second.notes) == ([], ["1 approval", "1 asks for changes"])
    assert "member via Build agent" in page.content.decode()


def test_two_versions_of_different_pages_are_chosen_to_compare(cast: Cast) -> None:
    document = written(cast, 55)
    first = shown(cast, document, "versions")
    assert (first.context["chosen_from"], first.context["chosen_to"]) == (54, 55)
    older = shown(cast, document, "versions", p=2, from_version=54, to_version=55)
    assert [row.version.number for row in older.context["rows"]] == [5, 4, 3, 2, 1]
    assert (older.context["kept_from"], older.context["kept_to"]) == (True, True)
    assert 'name="to_version" value="55" checked' in older.content.decode()


def test_restoring_shows_what_it_changes_and_again_after_a_conflict(cast: Cast) -> None:
    document = written(cast, 3)
    page = shown(cast, document, "restore", number=1, base_version=3)
    changed = [row for row in page.context["form"].compared.rows if row.kind == "changed"]
    assert [(row.old, row.new) for row in changed] == [
        ([("version ", False), ("3", True)], [("version ", False), ("1", True)])
    ]
    written(cast, 4, document)
    client = browser(cast, "member")
    refused = client.post(address(document, "restore"), {"number": 1, "base_version": 3})
    form = refused.context["form"]
    assert (refusals(refused), form["base_version"].value()) == ({"conflict"}, "4")
    assert ("4", True) in next(row for row in form.compared.rows if row.kind == "changed").old
    client.post(address(document, "restore"), {"number": 1, "base_version": 4})
    assert texts(document)[4] == "# T\n\nversion 1\n"


@pytest.mark.parametrize("number", ["0", "9", "x", "99999999999", ""])
def test_a_version_that_is_not_there_is_not_restored(cast: Cast, number: str) -> None:
    document = written(cast, 2)
    assert shown(cast, document, "restore", number=number).context["form"].compared is None
    browser(cast, "member").post(address(document, "restore"), {"number": number, "base_version": 2})
    assert len(texts(document)) == 2


def statements(cast: Cast, document: Document) -> dict[str, int]:
    counts = {}
    client = browser(cast, "member")
    for page, query in (("edit", {}), ("compare", {}), ("versions", {}), ("restore", {"number": 1})):
        client.get(address(document, page), query)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address(document, page), query).status_code == 200
        counts[page] = len(queries)
    return counts


def test_the_pages_take_as_many_statements_for_200_versions_as_for_10(cast: Cast) -> None:
    document = written(cast, 10)
    review_submit(document=document, version=9, decision=Decision.APPROVE, caller=cast.caller("member"))
    few = statements(cast, document)
    newest = Version.objects.get(document=document, number=10)
    fields = {
        each.attname: getattr(newest, each.attname) for each in Version._meta.fields if each.name != "id"
    }
    Version.objects.bulk_create(Version(**{**fields, "number": number}) for number in range(11, 201))
    Document.objects.filter(pk=document.pk).update(current_version=200)
    many = statements(cast, document)
    assert few == many
    assert {page: count for page, count in many.items() if count > STATEMENTS[page]} == {}


def test_of_more_versions_than_a_list_offers_any_two_are_named_by_number(cast: Cast) -> None:
    document = written(cast, 2)
    newest = Version.objects.get(document=document, number=2)
    fields = {
        each.attname: getattr(newest, each.attname) for each in Version._meta.fields if each.name != "id"
    }
    Version.objects.bulk_create(Version(**{**fields, "number": number}) for number in range(3, 202))
    Document.objects.filter(pk=document.pk).update(current_version=201)
    page = shown(cast, document, "compare", from_version=1, to_version=2)
    assert page.context["versions"] is None
    assert 'type="number" name="from_version"' in page.content.decode()


def test_the_largest_versions_with_nothing_in_common_are_compared_and_cut(cast: Cast) -> None:
    document = cast.document(text="a\n" * (LARGE // 2))
    version_add(
        document=document, base_version=1, text="b" + "\n" * (LARGE - 1), caller=cast.caller("author")
    )
    for view in ("split", "unified"):
        page = shown(cast, document, "compare", from_version=1, to_version=2, view=view)
        shown_rows = page.context["compared"].rows or page.context["compared"].lines
        assert page.status_code == 200
        assert len(shown_rows) <= 2 * MAX_SHOWN_LINES
        assert page.context["compared"].left_out > LARGE // 2 - MAX_SHOWN_LINES
