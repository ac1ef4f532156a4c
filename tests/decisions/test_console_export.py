"""The list of documents as a file: what is in it, for whom, and that nothing in it runs."""

import csv
import io
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from decisions.domain.tables import csv_lines, markdown_text
from decisions.models import Document, DocumentUserObjectPermission
from decisions.services import exporting
from spaces.domain.access import Access
from tests.cast import Cast
from tests.console import browser, list_of
from tests.decisions.test_console_documents import many
from tests.reviews.console_judging import accepted

LIST = list_of("decisions_document")


def sent(cast: Cast, way: str = "csv", name: str = "member", **query: Any) -> str:
    answer = browser(cast, name).get(f"{LIST}export/{way}/", query)
    assert answer.status_code == 200
    return b"".join(answer.streaming_content).decode()


def table(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline="")))


def test_a_row_says_all_there_is_to_say_of_a_document(cast: Cast) -> None:
    document = accepted(cast, title="Queue limits")
    [row] = table(sent(cast))
    document.refresh_from_db()
    assert row["address"].endswith(f"/console/decisions/document/{document.pk}/")
    assert row["decided_at"].endswith("Z")
    assert row["updated_at"].endswith("Z")
    told = {
        name: row[name] for name in row if name not in {"address", "decided_at", "updated_at", "review_by"}
    }
    assert told == {
        "reference": "RFC 1",
        "title": "Queue limits",
        "kind": "rfc",
        "status": "accepted",
        "space": "Platform",
        "access": "team",
        "author": "author",
        "decider": "manager",
        "decided_version": "3",
        "in_force": "yes",
        "implementation": "none",
    }


def test_the_file_holds_what_the_list_shows_and_nothing_that_may_not_be_read(cast: Cast) -> None:
    cast.document("Open queue")
    cast.document("Closed queue", level=Access.INTERNAL)
    cast.document("Something else")
    assert {row["title"] for row in table(sent(cast, q="queue"))} == {"Open queue"}
    assert {row["title"] for row in table(sent(cast, "csv", "owner", q="queue"))} == {
        "Open queue",
        "Closed queue",
    }
    assert table(sent(cast, "csv", "stranger")) == []
    assert "Closed" not in sent(cast, "markdown")
    assert browser(cast, "visitor").get(f"{LIST}export/csv/").status_code == 302


def test_lines_end_and_the_mark_begins_as_programs_ask_for_it(cast: Cast) -> None:
    cast.document('Quotes " and, commas')
    plain, marked = sent(cast), sent(cast, "csv-marked")
    assert marked == "\ufeff" + plain
    assert plain.count("\r\n") == plain.count("\n") == 2
    assert '"Quotes "" and, commas"' in plain


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", " =", "＝", "\ufeff="])
def test_a_cell_that_a_spreadsheet_would_run_is_a_text(start: str) -> None:
    [[cell]] = list(csv.reader(io.StringIO(csv_lines([[f"{start}1+1"]]), newline="")))
    assert cell == f"'{start}1+1"


def test_markup_in_a_title_stays_letters_and_one_row(cast: Cast) -> None:
    cast.document("a | b ](https://elsewhere.example) <b>*c*</b>")
    lines = sent(cast, "markdown").splitlines()
    assert len(lines) == 3
    assert markdown_text("a | b ](https://x) <b>*c*</b>") == r"a \| b \](https://x) \<b\>\*c\*\</b\>"
    assert lines[2].startswith("| [RFC 1](http")


@pytest.mark.parametrize("way", ["csv", "csv-marked", "markdown"])
def test_a_cut_is_told_and_an_uncut_list_is_not_called_cut(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    many(cast, 7)
    monkeypatch.setattr(exporting, "_BATCH", 3)
    monkeypatch.setattr(exporting, "MOST_EXPORTED", 7)
    assert "Cut after" not in sent(cast, way)
    monkeypatch.setattr(exporting, "MOST_EXPORTED", 5)
    text = sent(cast, way)
    assert text.count("RFC ") == 5
    assert text.count("Cut after") == 1


def test_a_wrong_filter_leads_back_to_the_list_and_a_wrong_way_nowhere(cast: Cast) -> None:
    client = browser(cast, "member")
    for query in ("kind=nothing", "q=---", "part_of=nothing"):
        assert client.get(f"{LIST}export/csv/?{query}").url == f"{LIST}?{query}"
    assert client.get(f"{LIST}export/pdf/").status_code == 404


def test_an_export_takes_a_statement_for_each_batch_however_many_rows_it_has(cast: Cast) -> None:
    counts = []
    for more in (10, 190):
        many(cast, more)
        client = browser(cast, "member")
        with CaptureQueriesContext(connection) as queries:
            b"".join(client.get(f"{LIST}export/csv/").streaming_content)
        counts.append(len(queries))
    assert Document.objects.count() == 200
    assert not DocumentUserObjectPermission.objects.exists()
    assert counts[0] == counts[1]
