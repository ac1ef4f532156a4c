"""Addresses of pull requests as real documents have them, against what a machine made of them."""

import csv
import os
from collections import Counter
from pathlib import Path

import pytest

from integrations.domain.pull_request_urls import NotAPullRequest, Reason, parse_pull_request

CORPUS = Path(os.environ.get("DECISIONS_CORPUS") or Path(__file__).resolve().parents[4] / "shared/corpus")
WRITTEN = CORPUS.parent / "github" / "pr_urls_in_documents.csv"

Row = dict[str, str]

# Two addresses run into one another, the same one twice.
GLUED = "https://github.com/cardano-foundation/CIPs/pull/220#issuecomment-1508306896"

# All of them are read. A row that is not must stand here under the reason for which it is right to refuse it.
REFUSED: dict[str, Reason] = {}


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    if not WRITTEN.is_file():
        pytest.skip("no addresses here: set DECISIONS_CORPUS to the corpus, beside which their folder stands")
    with WRITTEN.open(encoding="utf-8", newline="") as table:
        return list(csv.DictReader(table))


def read(written: str) -> tuple[str, str, str, str] | Reason:
    try:
        found = parse_pull_request(written, hosts=["github.com"])
    except NotAPullRequest as error:
        return error.reason
    return found.host, found.owner, found.repo, str(found.number)


def test_every_address_in_real_documents_is_read_as_what_it_is(rows: list[Row]) -> None:
    expected = {row["url"]: ("github.com", row["owner"], row["repo"], row["number"]) for row in rows}
    got = {row["url"]: read(row["url"]) for row in rows}
    assert len(expected) == len(rows) == 600
    assert {url: got[url] for url in got if got[url] != expected[url]} == REFUSED


def test_they_are_read_with_what_stands_around_them_in_their_documents(rows: list[Row]) -> None:
    # The next characters of the document, as far as they are closing ones: what a hand copies along.
    around = Counter[str]()
    for row in rows:
        _, found, after = row["context"].partition(row["url"])
        copied = after[: len(after) - len(after.lstrip(")]>}.,;:*`_'\""))]
        if found and copied:
            around[copied] += 1
            assert read(row["url"] + copied) == ("github.com", row["owner"], row["repo"], row["number"])
    # So that this cannot come to look at nothing.
    assert around[")"] >= 100
    assert len(around) >= 10


def test_an_address_pasted_twice_is_read_and_two_different_ones_are_not(rows: list[Row]) -> None:
    assert [row["url"] for row in rows if row["url"].count("https://") > 1] == [GLUED * 2]
    assert read(GLUED * 2) == read(GLUED)
    assert read(GLUED + rows[0]["url"]) is Reason.SEVERAL
