"""Documents in the console: what is listed, found and shown, and to whom."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from decisions.domain.kinds import Kind, Status
from decisions.models import Document, Numbering, SearchEntry
from decisions.services.listings import document_link
from decisions.services.versions import version_add
from spaces.domain.access import Access
from spaces.models import User
from spaces.services.spaces import space_create
from tests.cast import Cast
from tests.console import address, browser, list_of, rows

LIST = "decisions_document"

# Session, person, memberships, spaces and accounts to filter by, saved views, count, rows, and the menu's three counts.
LIST_STATEMENTS = 10
# The same beginning, then the document with its space and version, its findings, its threads, and who judges it.
PAGE_STATEMENTS = 15


def listed(cast: Cast, name: str, **query: object) -> set[str]:
    return rows(browser(cast, name).get(list_of(LIST), query))


READERS: dict[Access, set[str]] = {
    Access.PUBLIC: {"owner", "manager", "member", "author", "partner", "named", "stranger"},
    Access.PARTNER: {"owner", "manager", "member", "author", "partner", "named"},
    Access.TEAM: {"owner", "manager", "member", "author", "named"},
    Access.INTERNAL: {"owner", "manager", "author"},
}


@pytest.mark.parametrize("level", READERS)
@pytest.mark.parametrize("name", sorted(READERS[Access.PUBLIC]))
def test_a_document_page_opens_for_its_readers_and_is_absent_for_others(
    cast: Cast, level: Access, name: str
) -> None:
    document = cast.document(level=level)
    browser(cast, "author").post(address(document, "readers_add"), {"reader": "named"})
    answer = browser(cast, name).get(address(document))
    assert answer.status_code == (200 if name in READERS[level] else 404)
    public_elsewhere = level is Access.PUBLIC and name == "stranger"
    assert (document.pk in listed(cast, name)) is (name in READERS[level] and not public_elsewhere)


PAGES = (
    *("change", "discussion", "judging", "versions", "carrying", "timeline", "details"),
    *("compare", "source", "edit", "access", "readers_add", "preview_renew", "comments_add"),
)


@pytest.mark.parametrize("page", PAGES)
def test_every_page_of_an_unreadable_document_is_the_404_of_an_absent_one(cast: Cast, page: str) -> None:
    hidden = cast.document(level=Access.INTERNAL)
    absent = Document(pk="ldoc_01ARZ3NDEKTSV4RRFFQ69G5FAV")
    client = browser(cast, "member")
    answers = [client.get(address(each, page)) for each in (hidden, absent)]
    assert [answer.status_code for answer in answers] == [404, 404]
    assert answers[0].content == answers[1].content


def test_filters_narrow_the_list(cast: Cast) -> None:
    rfc = cast.document("Queues")
    adr = cast.document("Stores", kind=Kind.ADR)
    Document.objects.filter(pk=adr.pk).update(status=Status.ACCEPTED, access=Access.PARTNER)
    assert listed(cast, "member") == {rfc.pk, adr.pk}
    for query in (
        {"kind": "adr"},
        {"status": "accepted"},
        {"access": int(Access.PARTNER)},
        {"in_force": "yes"},
    ):
        assert listed(cast, "member", **query) == {adr.pk}
    assert listed(cast, "member", kind="nothing") == set()


def test_the_filter_by_space_finds_what_the_space_lists_from_others(cast: Cast) -> None:
    owner = cast.caller("owner")
    other = space_create(account_id=cast.account.pk, name="Storage", caller=owner)
    home, linked = cast.document("Queues"), cast.document("Stores", space=other)
    assert listed(cast, "member", space=cast.space.pk) == {home.pk}
    document_link(document=linked, target_space_id=cast.space.pk, caller=owner)
    assert listed(cast, "member", space=cast.space.pk) == {home.pk, linked.pk}
    assert listed(cast, "stranger", space=cast.space.pk) == set()


def test_search_finds_by_words_of_the_text_best_first_and_keeps_the_rights(cast: Cast) -> None:
    once = cast.document("Stores", text="# Stores\n\nA queue is mentioned.\n")
    titled = cast.document("Queue", text="# Queue\n\nqueue queue queue\n")
    cast.document("Internal queue", text="# Queue\n", level=Access.INTERNAL)
    cast.document("Something else")
    page = browser(cast, "member").get(list_of(LIST), {"q": "queue mentioned OR queues"})
    assert page.status_code == 200
    found = [
        row.pk for row in browser(cast, "member").get(list_of(LIST), {"q": "queue"}).context["cl"].result_list
    ]
    assert found == [titled.pk, once.pk]


@pytest.mark.parametrize("words", ["---", '"', "x" * 600, "nothing-has-this-word"])
def test_a_search_that_finds_nothing_or_is_none_answers_an_empty_list(cast: Cast, words: str) -> None:
    cast.document()
    assert listed(cast, "member", q=words) == set()


def many(cast: Cast, count: int) -> None:
    """That many more documents, written at once: what is counted is reading them."""
    first = cast.document("A queue")
    fields = {
        each.attname: getattr(first, each.attname) for each in Document._meta.fields if each.name != "id"
    }
    more = [Document(**{**fields, "number": first.number + place}) for place in range(1, count)]
    Document.objects.bulk_create(more)
    SearchEntry.objects.bulk_create(SearchEntry(document=each, title="A", body="queue") for each in more)
    Numbering.objects.filter(space=cast.space).update(last_number=first.number + count)


@pytest.mark.parametrize("superuser", [False, True])
def test_a_list_takes_as_many_statements_for_200_rows_as_for_10(cast: Cast, superuser: bool) -> None:
    User.objects.filter(username="member").update(is_superuser=superuser, is_staff=superuser)
    counts = []
    for more in (10, 190):
        many(cast, more)
        client = browser(cast, "member")
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert client.get(list_of(LIST)).status_code == 200
        with CaptureQueriesContext(connection) as searched:
            assert client.get(list_of(LIST), {"q": "queue"}).status_code == 200
        assert not any('"text"' in query["sql"] for query in queries)
        counts.append((len(queries), len(searched)))
    assert counts[0] == counts[1]
    assert counts[0][0] <= LIST_STATEMENTS


def test_a_document_page_takes_as_many_statements_however_many_versions_there_are(cast: Cast) -> None:
    document = cast.document()
    caller = cast.caller("author")
    counts = []
    for until in (2, 30):
        for base in range(document.current_version, until):
            version_add(document=document, base_version=base, text=f"# T\n\n{base}\n", caller=caller)
        document.refresh_from_db()
        client = browser(cast, "member")
        client.get(address(document))
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address(document)).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1] <= PAGE_STATEMENTS


TEXT = """# RFC 1: Queue limits

A note[^1] and `code`.

## Design

| a | b |
| - | -: |
| 1 | 2 |

```python
def take(): ...
```

TODO

<script>alert(1)</script><img src=x onerror=alert(2)><a href="javascript:alert(3)" x-init="alert(4)">go</a>

[^1]: Counted later.
"""


def shown(cast: Cast, document: Document, name: str = "member", tab: str = "change", **query: Any) -> Any:
    return browser(cast, name).get(address(document, tab), query)


def test_the_text_is_rendered_with_its_outline_and_findings_beside_their_lines(cast: Cast) -> None:
    page = shown(cast, cast.document(text=TEXT))
    html = page.content.decode()
    for piece in ("<table", "tok-k", 'class="footnotes"', 'id="user-content-design"'):
        assert piece in html
    assert [heading.text for heading in page.context["rendered"].headings] == [
        "RFC 1: Queue limits",
        "Design",
    ]
    placeholder = next(found for found in page.context["findings"] if found.source == "TODO")
    assert TEXT.split("\n")[placeholder.line - 1] == "TODO"
    assert f'id="note-{placeholder.number}"' in html


def test_nothing_in_a_text_or_a_title_runs_in_the_reader(cast: Cast) -> None:
    document = cast.document("<b onmouseover=alert(0)>Bold</b>", text=TEXT)
    html = shown(cast, document).content.decode()
    for attack in ("<script>alert", "onerror", "javascript:", 'x-init="alert', "<b onmouseover"):
        assert attack not in html


def test_a_text_is_rendered_once_for_all_its_readers(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    document = cast.document(text=TEXT)
    first = shown(cast, document).context["rendered"].html

    def never(text: str, format: str) -> None:  # noqa: A002
        raise AssertionError("The text was rendered again.")

    monkeypatch.setattr("decisions.admin.rendered.render", never)
    assert shown(cast, document, "owner").context["rendered"].html == first


def test_an_old_version_is_read_and_told_to_be_old(cast: Cast) -> None:
    document = cast.document(text="# T\n\nfirst words\n")
    version_add(document=document, base_version=1, text="# T\n\nsecond words\n", caller=cast.caller("author"))
    page = shown(cast, document, version=1)
    assert "first words" in page.content.decode()
    assert page.context["is_current"] is False
    assert shown(cast, document, version=3).status_code == 404
    assert shown(cast, document, version="x").status_code == 404


def test_versions_are_listed_and_the_source_is_what_was_sent(cast: Cast) -> None:
    text = "# T\r\n\r\nsecond <b>words</b>\r\n"
    document = cast.document(text=text)
    client = browser(cast, "member")
    assert [row.version.number for row in client.get(address(document, "versions")).context["rows"]] == [1]
    source = client.get(address(document, "source"))
    assert source.content.decode() == text
    assert source["Content-Type"] == "text/plain; charset=utf-8"


def test_any_two_versions_are_compared_side_by_side_and_unified(cast: Cast) -> None:
    document = cast.document(text="# T\n\none word here\n")
    caller = cast.caller("author")
    for base, text in ((1, "# T\n\ntwo words here\n"), (2, "# T\n\ntwo words here\n\n<i>more</i>\n")):
        version_add(document=document, base_version=base, text=text, caller=caller)
    client = browser(cast, "member")
    split = client.get(address(document, "compare"), {"from_version": 1, "to_version": 2})
    changed = [row for row in split.context["compared"].rows if row.kind == "changed"]
    assert [piece for piece in changed[0].new if piece[1]] == [("two", True), ("words", True)]
    unified = client.get(
        address(document, "compare"), {"from_version": 1, "to_version": 3, "view": "unified"}
    )
    lines = [(line.kind, line.pieces) for line in unified.context["compared"].lines]
    assert ("added", [("<i>more</i>", False)]) in lines
    assert "<i>more" not in unified.content.decode()
    assert client.get(address(document, "compare"), {"from_version": 9}).status_code == 404


def test_the_preview_link_and_named_people_are_shown_to_author_and_managers_alone(cast: Cast) -> None:
    document = cast.document(level=Access.PREVIEW)
    browser(cast, "author").post(address(document, "preview_renew"))
    document.refresh_from_db()
    token = document.preview_token
    assert token
    sees = {
        name: token in shown(cast, document, name, "details").content.decode()
        for name in READERS[Access.PARTNER] - {"named"}
    }
    assert {name for name, seen in sees.items() if seen} == {"author", "owner", "manager"}
