"""Full-text search, the same on both databases: what is found, in which order, by whom."""

from typing import Any

import pytest
from django.db import connection
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from decisions.domain.kinds import Kind
from decisions.models import Document
from decisions.querysets import documents_visible_to
from decisions.services import search as searching
from decisions.services.document_listing import document_list
from decisions.services.search import SearchQuery, _fts5, search
from decisions.services.versions import version_add
from spaces.domain.access import Access
from spaces.kernel.errors import DomainError
from tests.cast import Cast

TEXTS = {
    "Retry budgets": "Clients are retrying calls; each caller keeps a budget of tokens.",
    "Queue limits": "A bounded queue refuses new messages. See the token bucket.",
    "Cache keys": "Keys are hashed. The queue is not used here, nor are messages queued twice.",
    "Über Ordnung": "Äpfel und naïve Birnen.",
}


@pytest.fixture
def library(cast: Cast) -> dict[str, Document]:
    return {title: cast.document(title, text=f"# {title}\n\n{body}\n") for title, body in TEXTS.items()}


def found(cast: Cast, query: str, actor: str = "member", **filters: Any) -> list[str]:
    page = document_list(cast.caller(actor), {"query": query, **filters})
    return [document.title for document in page.rows]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("retries", {"Retry budgets"}),
        ("caller budget", {"Retry budgets"}),
        ("QUEUE", {"Queue limits", "Cache keys"}),
        ("queue -bounded", {"Cache keys"}),
        ('"token bucket"', {"Queue limits"}),
        ('"bucket token"', set()),
        ("hashed OR bounded", {"Queue limits", "Cache keys"}),
        ("hashed bounded", set()),
        ('"bounded queue" OR "keys are hashed"', {"Queue limits", "Cache keys"}),
        ("RFC 2", {"Queue limits"}),
        ("absent", set()),
    ],
)
def test_a_query_finds_stems_phrases_alternatives_and_leaves_out(
    cast: Cast, library: dict[str, Document], query: str, expected: set[str]
) -> None:
    assert set(found(cast, query)) == expected


def test_the_title_counts_more_than_the_text(cast: Cast, library: dict[str, Document]) -> None:
    assert found(cast, "queue") == ["Queue limits", "Cache keys"]


def test_a_snippet_shows_where_the_words_were_found(cast: Cast, library: dict[str, Document]) -> None:
    (row,) = document_list(cast.caller("member"), {"query": "hashed"}).rows
    assert row.snippet is not None
    assert "**hashed**" in row.snippet
    assert "\n" not in row.snippet


def test_only_current_texts_are_searched(cast: Cast, library: dict[str, Document]) -> None:
    document = library["Cache keys"]
    version_add(
        document=document, base_version=1, text="# Cache keys\n\nPlain.\n", caller=cast.caller("member")
    )
    assert found(cast, "hashed") == []
    assert found(cast, "plain") == ["Cache keys"]


def test_what_one_may_not_read_is_neither_found_nor_counted(cast: Cast, library: dict[str, Document]) -> None:
    Document.objects.filter(title="Queue limits").update(access=Access.INTERNAL)
    for actor in ("member", "agent", "assistant"):
        page = document_list(cast.caller(actor), {"query": "queue"})
        assert [row.title for row in page.rows] == ["Cache keys"]
        assert page.facts["total"] == 1
    assert found(cast, "queue", "owner") == ["Queue limits", "Cache keys"]
    for actor in ("stranger", "visitor", "named", "partner"):
        assert found(cast, "queue", actor) == []


def test_a_public_document_of_another_account_is_in_no_search(cast: Cast) -> None:
    cast.document(text="# Queue limits\n", level=Access.PUBLIC)
    assert found(cast, "queue", "stranger") == []


def test_filters_hold_within_a_search(cast: Cast, library: dict[str, Document]) -> None:
    cast.document("Queue goals", kind=Kind.PRD)
    assert found(cast, "queue", kind=Kind.PRD) == ["Queue goals"]
    assert "Queue goals" not in found(cast, "queue", kind=Kind.RFC)


def walk(cast: Cast, query: str, size: int, between: Any = None) -> list[str]:
    filters: dict[str, Any] = {"query": query, "page_size": size}
    seen: list[str] = []
    while True:
        page = document_list(cast.caller("member"), filters)
        seen += [document.title for document in page.rows]
        if not page.next_page_token:
            return seen
        filters["page_token"] = page.next_page_token
        if between:
            between()


def test_the_order_of_a_search_is_frozen_while_documents_change(cast: Cast) -> None:
    for number in range(7):
        cast.document(f"Doc {number}", text=f"# Doc {number}\n\n{'queue ' * (7 - number)}\n")
    whole = walk(cast, "queue", 7)
    assert len(whole) == 7

    def change() -> None:
        for document in Document.objects.all():
            version_add(
                document=document,
                base_version=document.current_version,
                text=f"# {document.title}\n\nchanged {document.current_version}\n",
                caller=cast.caller("member"),
            )

    assert walk(cast, "queue", 2, change) == whole


def test_a_document_closed_between_two_pages_is_left_out_of_the_next(cast: Cast) -> None:
    for number in range(6):
        cast.document(f"Doc {number}", text=f"# Doc {number}\n\n{'queue ' * (7 - number)}\n")
    whole = walk(cast, "queue", 6)

    def close() -> None:
        Document.objects.filter(title=whole[3]).update(access=Access.INTERNAL)

    assert walk(cast, "queue", 2, close) == [title for title in whole if title != whole[3]]


def test_a_search_gives_its_best_500(
    cast: Cast, library: dict[str, Document], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert searching.MAX_HITS == 500
    monkeypatch.setattr(searching, "MAX_HITS", 1)
    assert found(cast, "queue") == ["Queue limits"]


@pytest.mark.parametrize("query", ["-only", "OR", "OR OR", '"" ', "…!?", "- -", "'", "*", "x" * 501, "\0"])
def test_a_query_that_names_nothing_to_find_is_refused(cast: Cast, query: str) -> None:
    with pytest.raises(DomainError) as refused:
        found(cast, query)
    assert (refused.value.code, refused.value.path) == ("invalid_arguments", "query")


HOSTILE = [
    "NEAR(a b)",
    "title:x",
    "{title body} : x",
    "^x",
    "x*",
    "a + b",
    '"unclosed',
    '""" a',
    "a AND NOT b",
    "NOT a",
    "(((((a",
    "a'; DROP TABLE decisions_document; --",
    "%s %d %(x)s {readable} {0}",
    "a & | ! <-> b:*",
    "_ __ a_b",
    "\ufeff \u202e a",
    "a " * 250,
    "-a " * 160 + "b",
    "a OR " * 99 + "b",
    "日本語 🙂 a",
    "\x01\x02 a",
]


def test_no_syntax_of_a_query_language_reaches_the_database(cast: Cast, library: dict[str, Document]) -> None:
    readable = documents_visible_to(cast.caller("member"))
    for query in HOSTILE:
        assert isinstance(search(readable, SearchQuery.parse(query)), list), query
    assert Document.objects.count() == len(library)


# What query languages are made of, and every other character now and then.
_LETTERS = st.one_of(st.sampled_from("\"'-_*^:(){}&|!<>\\%OR anor\t\0"), st.characters(codec="utf-8"))


@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(alphabet=_LETTERS, min_size=1, max_size=60))
def test_no_query_fails(cast: Cast, query: str) -> None:
    caller = cast.caller("member")
    if _fts5(query.replace("\0", " ")):
        assert document_list(caller, {"query": query}).facts["total"] >= 0
    else:
        with pytest.raises(DomainError):
            document_list(caller, {"query": query})


def different_words(alphabet: str, joint: str, count: int) -> str:
    """So many different words of this alphabet."""
    base = len(alphabet)

    def word(number: int) -> str:
        letters = ""
        while True:
            number, digit = divmod(number, base)
            letters += alphabet[digit]
            if not number:
                return letters

    return joint.join(word(number) for number in range(count))


# Texts whose index would be as large as a text's can be: many different words, long letters, compounds.
HUGE = {
    "100,000 different words": different_words("abcdefghijklmnopqrstuvwxyz", " ", 100_000),
    "letters of four bytes": different_words("".join(chr(0x10330 + n) for n in range(20)), " ", 25_000),
    "hyphenated": different_words("abcdefghij", "-", 85_000),
    "hyphenated letters of four bytes": different_words(
        "".join(chr(0x10330 + n) for n in range(20)), "-", 25_000
    ),
    "addresses": " ".join(f"https://a{n}.example.com/b{n}/c{n}?d={n}" for n in range(11_000)),
    "mail addresses": " ".join(f"a{n}@b{n}.example.com" for n in range(20_000)),
    "paths": " ".join(f"/a{n}/b{n}/c{n}" for n in range(22_000)),
    "one word": "a" * 500_000,
    "numbers": " ".join(str(n) for n in range(80_000)),
}


@pytest.mark.parametrize("name", HUGE)
def test_no_text_is_too_large_for_the_index(cast: Cast, name: str) -> None:
    document = cast.document(text=f"# Queue limits\n\n{HUGE[name]}\n")
    assert document.current_version == 1
    assert found(cast, "limits") == ["Queue limits"]


def test_the_search_uses_the_index(cast: Cast, library: dict[str, Document]) -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")
            cursor.execute(
                "EXPLAIN SELECT 1 FROM decisions_searchentry WHERE vector @@ websearch_to_tsquery('queue')"
            )
            assert "decisions_searchentry_vector" in str(cursor.fetchall())
        else:
            cursor.execute(
                "INSERT INTO decisions_searchindex(decisions_searchindex) VALUES('integrity-check')"
            )
