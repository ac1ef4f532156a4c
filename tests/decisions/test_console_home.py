"""The home page: its charts and what they lead to, whose figures they are, and how newcomers begin."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from decisions.admin.charts import Bar, in_words, percent_of
from decisions.domain.kinds import Kind
from decisions.models import Document
from spaces.domain.access import Access
from spaces.domain.roles import Role
from spaces.models import Membership
from spaces.services.keys import agent_key_create
from spaces.services.spaces import space_create
from tests.cast import Cast
from tests.console import browser, rows

HOME = "/console/"


def decided(cast: Cast, days_ago: int, kind: Kind = Kind.RFC, **fields: Any) -> Document:
    document = cast.document(
        kind=kind, **{name: fields.pop(name) for name in ("space", "caller") if name in fields}
    )
    at = timezone.now() - timedelta(days=days_ago)
    fields = {"status": "accepted", "decided_version": 2, "decided_at": at, **fields}
    Document.objects.filter(pk=document.pk).update(created_at=at - timedelta(days=3), **fields)
    return document


def bars_of(context: Any) -> list[Bar]:
    """Every bar of every chart that counts something."""
    found: list[Bar] = []
    for chart in context["charts"]:
        shown = chart.shown
        found += shown.get("bars", [])
        for row in shown.get("rows", []):
            found += [cell["bar"] for cell in row.get("cells", [])] + ([row["bar"]] if "bar" in row else [])
    return [bar for bar in found if bar.count]


def a_year(cast: Cast) -> None:
    """Decisions of a year, some of them hidden from a member."""
    for days in (0, 1, 40, 41, 200, 330, 800):
        decided(cast, days)
        decided(cast, days, Kind.ADR, status="rejected", implementation="none")
        decided(cast, days, access=Access.INTERNAL)
    for implementation in ("planned", "done", "dropped"):
        decided(cast, 5, Kind.PRD, implementation=implementation)
    decided(cast, 9, Kind.STUDY, status="superseded")


@pytest.mark.parametrize("name", ["member", "manager", "partner"])
@pytest.mark.parametrize("chosen", [False, True])
def test_every_number_of_a_chart_is_the_number_of_rows_of_its_list(
    cast: Cast, name: str, chosen: bool
) -> None:
    a_year(cast)
    Document.objects.filter(kind="prd").update(access=Access.PARTNER)
    partner = cast.caller("partner")
    theirs = space_create(account_id=cast.partner_account.pk, name="Theirs", caller=partner)
    decided(cast, 2, space=theirs, caller=partner)
    account = cast.partner_account if name == "partner" else cast.account
    client = browser(cast, name)
    counted = bars_of(client.get(HOME, {"account": account.pk} if chosen else {}).context)
    assert len(counted) >= (3 if chosen and name == "partner" else 6)
    for bar in counted:
        assert (bar.url, len(rows(client.get(bar.url)))) == (bar.url, bar.count)


def test_a_stranger_to_an_account_gets_no_figures_of_it(cast: Cast) -> None:
    decided(cast, 1)
    client = browser(cast, "partner")
    for account in (cast.account.pk, "acct_01ARZ3NDEKTSV4RRFFQ69G5FAV", "nonsense"):
        partner = cast.caller("partner")
        space = space_create(account_id=cast.partner_account.pk, name=f"T {account}", caller=partner)
        cast.document(space=space, caller=partner)
        assert client.get(HOME, {"account": account}).status_code == 404


def test_figures_of_one_account_leave_out_the_others(cast: Cast) -> None:
    Membership.objects.create(account=cast.partner_account, user=cast.people["member"], role=Role.MEMBER)
    partner = cast.caller("partner")
    theirs = space_create(account_id=cast.partner_account.pk, name="Theirs", caller=partner)
    decided(cast, 1)
    decided(cast, 1, space=theirs, caller=partner)
    client = browser(cast, "member")
    everything = bars_of(client.get(HOME).context)
    one = bars_of(client.get(HOME, {"account": cast.account.pk}).context)
    assert max(bar.count for bar in everything) == 2
    assert {bar.count for bar in one} == {1}


def test_each_bar_of_a_page_is_a_link_with_its_number(cast: Cast) -> None:
    a_year(cast)
    page = browser(cast, "member").get(HOME)
    links = set(re.findall(r'href="([^"]+)"', page.content.decode().replace("&amp;", "&")))
    assert {bar.url for bar in bars_of(page.context)} <= links


def first_steps(client: Client) -> Any:
    return client.get(HOME).context.get("first_steps")


def test_a_newcomer_is_told_how_to_begin_until_there_is_a_document(cast: Cast) -> None:
    client = browser(cast, "member")
    assert first_steps(client)["has_space"] is True
    assert first_steps(client)["has_assistant"] is False
    agent_key_create(account_id=cast.account.pk, name="Mine", caller=cast.caller("member"))
    assert first_steps(client)["has_assistant"] is True
    stranger = browser(cast, "stranger")
    assert first_steps(stranger)["has_space"] is False
    cast.document()
    assert first_steps(client) is None
    assert first_steps(stranger) is not None


def test_home_without_documents_counts_nothing(cast: Cast) -> None:
    assert "charts" not in browser(cast, "stranger").get(HOME).context


@pytest.mark.parametrize("name", ["member", "owner"])
def test_home_takes_as_many_statements_for_many_documents_as_for_few(cast: Cast, name: str) -> None:
    client = browser(cast, name)
    first = decided(cast, 3)
    fields = {
        each.attname: getattr(first, each.attname) for each in Document._meta.fields if each.attname != "id"
    }
    counts = []
    for start, more in ((10, 10), (100, 190)):
        Document.objects.bulk_create(Document(**{**fields, "number": start + place}) for place in range(more))
        client.get(HOME)
        with CaptureQueriesContext(connection) as captured:
            assert client.get(HOME).status_code == 200
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 24


@pytest.mark.parametrize(
    ("spent", "words"),
    [
        (timedelta(minutes=59), "under an hour"),
        (timedelta(hours=1), "1 hour"),
        (timedelta(hours=47), "47 hours"),
        (timedelta(days=2), "2 days"),
        (timedelta(days=9, hours=13), "10 days"),
    ],
)
def test_times_are_told_in_hours_and_then_in_days(spent: timedelta, words: str) -> None:
    assert in_words(spent) == words


def test_a_bar_of_little_is_seen_and_one_of_nothing_is_none() -> None:
    assert (percent_of(1, 10_000), percent_of(0, 10), percent_of(0, 0), percent_of(10, 10)) == (2, 0, 0, 100)
