"""Full-text search over the current texts: one function, two databases.

Both find words by their stems, take "a phrase", -without and OR, rank the title above the text, and hold the
caller's rights inside the query itself.
"""

import re
import uuid
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import QuerySet

from decisions.models import Document
from spaces.kernel.errors import invalid

# A search answers its best 500: nobody reads on, and an order that is kept has to end.
MAX_HITS = 500

MAX_QUERY = 500

_TERM = re.compile(r'(-?)(?:"([^"]*)"|(\S+))')
_WORD = re.compile(r"\w+")

_RANKED = {
    "postgresql": """
        SELECT entry.document_id
        FROM decisions_searchentry AS entry, websearch_to_tsquery('english', %s) AS wanted
        WHERE entry.vector @@ wanted AND entry.document_id IN ({readable})
        ORDER BY ts_rank_cd(entry.vector, wanted, 1) DESC, entry.document_id DESC
        LIMIT %s
    """,
    "sqlite": """
        SELECT entry.document_id
        FROM decisions_searchindex JOIN decisions_searchentry AS entry
            ON entry.id = decisions_searchindex.rowid
        WHERE decisions_searchindex MATCH %s AND entry.document_id IN ({readable})
        ORDER BY bm25(decisions_searchindex, 10.0, 1.0), entry.document_id DESC
        LIMIT %s
    """,
}

# A fragment of the text around the best match; the marks are what Markdown reads as bold.
_SNIPPETS = {
    "postgresql": """
        SELECT entry.document_id, ts_headline(
            'english', left(entry.body, 20000), wanted,
            'StartSel=**, StopSel=**, MaxWords=24, MinWords=8, MaxFragments=1'
        )
        FROM decisions_searchentry AS entry, websearch_to_tsquery('english', %s) AS wanted
        WHERE entry.document_id IN ({shown})
    """,
    "sqlite": """
        SELECT entry.document_id, snippet(decisions_searchindex, 1, '**', '**', '…', 24)
        FROM decisions_searchindex JOIN decisions_searchentry AS entry
            ON entry.id = decisions_searchindex.rowid
        WHERE decisions_searchindex MATCH %s AND entry.document_id IN ({shown})
    """,
}


@dataclass(frozen=True)
class SearchQuery:
    """What somebody searches for, as the database in use takes it."""

    native: str

    @classmethod
    def parse(cls, words: str) -> "SearchQuery":
        """The query behind a person's words; one that names nothing to find is refused."""
        words = words.replace("\0", " ")
        if len(words) > MAX_QUERY:
            raise invalid("query", f"At most {MAX_QUERY} characters, please.")
        match = _fts5(words)
        if not match:
            raise invalid("query", "Nothing to find.", fix="Send at least one word that should be found.")
        return cls(match if connection.vendor == "sqlite" else words)


def search(documents: QuerySet[Document], query: SearchQuery) -> list[str]:
    """Ids of the best 500 of these documents, best first."""
    try:
        readable, params = documents.order_by().values("pk").query.sql_with_params()
    except EmptyResultSet:
        return []
    rows = _rows(_RANKED[connection.vendor].format(readable=readable), [query.native, *params, MAX_HITS])
    return [_id(row[0]) for row in rows]


def snippets(document_ids: list[str], query: SearchQuery) -> dict[str, str]:
    """A line of each document's text around what was found, by document id."""
    if not document_ids:
        return {}
    shown = ", ".join(["%s"] * len(document_ids))
    pk = Document._meta.pk
    stored = [pk.get_db_prep_value(each, connection) for each in document_ids]
    rows = _rows(_SNIPPETS[connection.vendor].format(shown=shown), [query.native, *stored])
    return {_id(document_id): " ".join(text.split()) for document_id, text in rows}


def _rows(sql: str, params: list[Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return list(cursor.fetchall())


def _id(stored: Any) -> str:
    return str(Document._meta.pk.to_python(uuid.UUID(str(stored))))


def _fts5(words: str) -> str:
    """The query in FTS5's language, each word quoted so that none is syntax; empty where there is none."""
    either: list[str] = []
    wanted: list[str] = []
    unwanted: list[str] = []

    def close() -> None:
        if wanted:
            without = "".join(f" NOT {term}" for term in unwanted)
            either.append(f"({' AND '.join(wanted)}{without})")
        wanted.clear()
        unwanted.clear()

    for minus, phrase, word in _TERM.findall(words):
        if word.upper() == "OR" and not minus:
            close()
            continue
        tokens = _WORD.findall(phrase or word)
        if tokens:
            (unwanted if minus else wanted).append('"' + " ".join(tokens) + '"')
    close()
    return " OR ".join(either)
