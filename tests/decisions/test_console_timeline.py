"""The timeline in the console: what the documents somebody reads went through, day by day."""

from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from decisions.domain.kinds import Kind
from decisions.models import Document, StatusLine
from spaces.domain.access import Access
from spaces.services.spaces import space_create
from tests.cast import Cast
from tests.console import browser, list_of

TIMELINE = list_of("decisions_statusline")

LOG = "# T\n\n## Status log\n\n- {day} {word} by @ana: {word} then\n"


def page(cast: Cast, name: str = "member", **query: Any) -> Any:
    answer = browser(cast, name).get(TIMELINE, query)
    assert answer.status_code == 200
    return answer


def told(cast: Cast, name: str = "member", **query: Any) -> list[str]:
    return [line.document.title for line in page(cast, name, **query).context["shown"].rows]


def written(cast: Cast, title: str, day: str = "2026-03-01", **options: Any) -> Document:
    """A document whose text tells a move of that day."""
    return cast.document(title, text=LOG.format(day=day, word="accepted"), **options)


def test_the_newest_day_stands_first_with_what_was_only_written_told_apart(cast: Cast) -> None:
    written(cast, "Old", "2026-02-01")
    new = written(cast, "New", "2026-03-01")
    StatusLine.objects.filter(document=new).update(recorded=True)
    shown = page(cast)
    assert told(cast) == ["New", "Old"]
    assert shown.content.decode().count("only written</span>") == 1
    assert told(cast, sort="recorded") == ["New"]
    assert told(cast, sort="written") == ["Old"]


def test_it_is_narrowed_by_space_and_below_kind_and_days(cast: Cast) -> None:
    owner = cast.caller("owner")
    below = space_create(account_id=cast.account.pk, name="Storage", parent_id=cast.space.pk, caller=owner)
    written(cast, "Here", "2026-03-03")
    written(cast, "Below", "2026-03-02", space=below)
    written(cast, "Decision", "2026-03-01", kind=Kind.ADR)
    assert told(cast, space=cast.space.pk) == ["Here", "Decision"]
    assert told(cast, space=cast.space.pk, below="on") == ["Here", "Below", "Decision"]
    assert told(cast, kind="adr") == ["Decision"]
    assert told(cast, day_from="2026-03-02", day_to="2026-03-02") == ["Below"]


def test_what_may_not_be_read_is_neither_told_nor_counted(cast: Cast) -> None:
    written(cast, "Open")
    written(cast, "Closed", level=Access.INTERNAL)
    assert told(cast) == ["Open"]
    assert page(cast).context["shown"].count.number == 1
    assert sorted(told(cast, "owner")) == ["Closed", "Open"]
    assert told(cast, "stranger") == []


@pytest.mark.parametrize(
    "query",
    [
        {"kind": "x"},
        {"day_from": "2026-13-01"},
        {"below": "on"},
        {"day_from": "2026-02-02", "day_to": "2026-02-01"},
    ],
)
def test_a_wrong_value_finds_nothing_and_is_told(cast: Cast, query: dict[str, str]) -> None:
    written(cast, "Open")
    shown = page(cast, **query)
    assert list(shown.context["shown"].rows) == []
    assert len(shown.context["filters"].problems) == 1


def test_a_long_timeline_is_leafed_through_in_as_many_statements_for_many_lines_as_for_few(
    cast: Cast,
) -> None:
    document = cast.document("Long")
    StatusLine.objects.all().delete()

    def lines(first: int, count: int) -> None:
        StatusLine.objects.bulk_create(
            StatusLine(
                document=document,
                account_id=cast.account.pk,
                space_id=cast.space.pk,
                position=position,
                line=position + 1,
                day=date(2026, 1, 1 + position % 28),
                status="accepted",
            )
            for position in range(first, first + count)
        )

    counts: dict[str, list[int]] = {"member": [], "owner": []}
    for first, count in ((0, 10), (10, 190)):
        lines(first, count)
        for name, seen in counts.items():
            client = browser(cast, name)
            with CaptureQueriesContext(connection) as queries:
                client.get(TIMELINE)
            seen.append(len(queries))
    assert len({each for seen in counts.values() for each in seen}) == 1
    client = browser(cast, "member")
    one = client.get(TIMELINE).context["shown"]
    two = client.get(TIMELINE + one.after_url).context["shown"]
    positions = [line.position for line in (*one.rows, *two.rows)]
    assert sorted(positions) == list(range(200))
    assert client.get(TIMELINE + two.before_url).context["shown"].rows == one.rows


def test_it_says_what_would_be_there(cast: Cast) -> None:
    assert "is told here" in page(cast, "stranger").content.decode()
