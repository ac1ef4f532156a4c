"""Atom feeds of public decisions: what they hold, their ids and times, and who gets none."""

import uuid
from datetime import UTC, datetime, timedelta
from typing import Any
from xml.etree.ElementTree import Element, fromstring

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.http import http_date

from decisions.domain.kinds import Kind
from decisions.models import Document
from spaces.domain.access import Access
from spaces.models import Account
from spaces.services.spaces import space_create
from tests.cast import Cast
from tests.console import browser

ATOM = "{http://www.w3.org/2005/Atom}"
DAY = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
ABSENT = {"account": "acct_01ARZ3NDEKTSV4RRFFQ69G5FAV", "space": "lab_01ARZ3NDEKTSV4RRFFQ69G5FAV"}


def feed_of(cast: Cast, place: str = "account") -> str:
    return reverse(f"public-{place}-feed", args=[getattr(cast, place).pk])


def decided(cast: Cast, title: str = "Bells", at: datetime = DAY, **fields: Any) -> Document:
    """A public ADR, accepted at a time."""
    document = cast.document(title, kind=Kind.ADR, space=fields.pop("space", cast.space))
    fields = {"access": Access.PUBLIC, "status": "accepted", "decided_version": 1, "decided_at": at, **fields}
    Document.objects.filter(pk=document.pk).update(**fields)
    return Document.objects.get(pk=document.pk)


def read(cast: Cast, place: str = "account") -> Element:
    answer = browser(cast, "visitor").get(feed_of(cast, place))
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("application/atom+xml")
    return fromstring(answer.content)


def told(feed: Element, name: str) -> list[str | None]:
    return [each.text for each in feed.iterfind(f"{ATOM}entry/{ATOM}{name}")]


def test_a_feed_has_the_public_decisions_newest_first_with_absolute_addresses(
    cast: Cast, settings: Any
) -> None:
    settings.PUBLIC_URL = "https://decisions.example"
    old, new = decided(cast, "Old"), decided(cast, "New", DAY + timedelta(days=1))
    cast.document("Open", level=Access.PUBLIC)
    decided(cast, "Closed", access=Access.PREVIEW)
    decided(cast, "On a day nobody knows", decided_at=None)
    feed = read(cast)
    assert told(feed, "title") == [f"{new.reference} New", f"{old.reference} Old"]
    links = [each.get("href", "") for each in feed.iter(f"{ATOM}link")]
    assert len(links) == 4
    assert all(link.startswith("https://decisions.example/public/") for link in links)
    assert links[-1].endswith(reverse("public-document", args=[old.pk]))


def test_the_feed_of_a_space_has_its_own_alone(cast: Cast) -> None:
    other = space_create(account_id=cast.account.pk, name="Storage", caller=cast.caller("owner"))
    mine = decided(cast, "Mine")
    decided(cast, "Theirs", space=other)
    assert told(read(cast, "space"), "title") == [f"{mine.reference} Mine"]
    assert len(told(read(cast), "title")) == 2


def test_ids_are_lasting_and_times_are_those_of_the_decisions(cast: Cast, settings: Any) -> None:
    decided(cast)
    first = read(cast)
    settings.PUBLIC_URL = "https://elsewhere.example"
    again = read(cast)
    (name,) = told(first, "id")
    assert uuid.UUID((name or "").removeprefix("urn:uuid:"))
    assert told(again, "id") == [name]
    assert first.findtext(f"{ATOM}id") == again.findtext(f"{ATOM}id") != name
    assert told(first, "published") == told(first, "updated") == [DAY.isoformat()]
    assert first.findtext(f"{ATOM}updated") == DAY.isoformat()


def test_what_became_of_a_decision_is_news_and_a_later_save_is_none(cast: Cast) -> None:
    later = DAY + timedelta(days=9)
    document = decided(cast, updated_at=later)
    assert told(read(cast), "updated") == [DAY.isoformat()]
    Document.objects.filter(pk=document.pk).update(status="deprecated")
    assert told(read(cast), "updated") == [later.isoformat()]
    assert told(read(cast), "published") == [DAY.isoformat()]


def test_a_feed_without_decisions_says_the_same_at_any_time(cast: Cast) -> None:
    cast.document(level=Access.PUBLIC)
    client = browser(cast, "visitor")
    first, again = client.get(feed_of(cast)), client.get(feed_of(cast))
    assert first.content == again.content
    updated = fromstring(first.content).findtext(f"{ATOM}updated")
    assert updated == cast.account.created_at.isoformat()


@pytest.mark.parametrize("place", ["account", "space"])
def test_a_place_that_shows_nothing_is_the_404_of_an_absent_one(cast: Cast, place: str) -> None:
    decided(cast, access=Access.PREVIEW)
    client = browser(cast, "owner")
    absent = [ABSENT[place], "nonsense"]
    answers = [client.get(feed_of(cast, place))]
    answers += [client.get(reverse(f"public-{place}-feed", args=[each])) for each in absent]
    assert {answer.status_code for answer in answers} == {404}
    assert len({answer.content for answer in answers}) == 1


def test_a_feed_is_kept_until_it_changes_and_a_closed_document_leaves_at_once(cast: Cast) -> None:
    closed, _ = decided(cast, "Closed later"), decided(cast, "Stays", DAY + timedelta(days=1))
    client = browser(cast, "visitor")
    first = client.get(feed_of(cast))
    assert first["Cache-Control"] == "no-cache"
    assert first["Last-Modified"] == http_date((DAY + timedelta(days=1)).timestamp())
    assert not first.cookies
    kept = {"HTTP_IF_NONE_MATCH": first["ETag"], "HTTP_IF_MODIFIED_SINCE": first["Last-Modified"]}
    assert client.get(feed_of(cast), **kept).status_code == 304
    assert client.head(feed_of(cast)).content == b""
    Document.objects.filter(pk=closed.pk).update(access=Access.TEAM)
    # The newest time is as it was: a condition of time alone must not keep the old feed alive.
    since = {"HTTP_IF_MODIFIED_SINCE": first["Last-Modified"]}
    for condition in (kept, since):
        answer = client.get(feed_of(cast), **condition)
        assert answer.status_code == 200
        assert b"Closed later" not in answer.content
    assert client.post(feed_of(cast)).status_code == 405


def test_names_of_any_characters_make_a_feed_that_parses(cast: Cast) -> None:
    Account.objects.filter(pk=cast.account.pk).update(name="A\x0b <b> & \uffff")
    decided(cast, "T\x01 <script> & ]]> \ufffe \u202e \U0001f514")
    feed = read(cast)
    assert (told(feed, "title")[0] or "").endswith("T <script> & ]]>  \u202e \U0001f514")
    assert feed.findtext(f"{ATOM}title", "").endswith("A <b> & ")


@pytest.mark.parametrize("place", ["account", "space"])
def test_a_feed_takes_as_many_statements_for_many_entries_as_for_few(cast: Cast, place: str) -> None:
    client = browser(cast, "visitor")
    counts = []
    for rows in (10, 70):
        for _ in range(rows):
            decided(cast)
        with CaptureQueriesContext(connection) as captured:
            answer = client.get(feed_of(cast, place))
        counts.append((len(captured), len(told(fromstring(answer.content), "id"))))
    assert counts == [(2, 10), (2, 60)]
