"""The timeline: whose lines it shows, between which days, in which order, page by page."""

from datetime import date
from typing import Any

import pytest

from decisions.models import Document
from decisions.services.diagrams import diagram_create, diagram_list
from decisions.services.document_access import reader_add
from decisions.services.places import place_for
from decisions.services.questions import question_ask, question_list
from decisions.services.relocation import document_relocate
from decisions.services.timeline import timeline_list
from decisions.services.versions import version_add
from spaces.domain.access import Access
from spaces.kernel.errors import DomainError
from spaces.services.spaces import space_create
from tests.cast import Cast

LOG = """# {title}

## Status log

- 2026-01-05 draft by @ana: written
- 2026-02-01 mulled by @bo via Some App: a word nobody knows
- 2026-02-01 accepted by @ana
"""


def written(cast: Cast, title: str, level: Access | None = None, **options: Any) -> Document:
    return cast.document(title, text=LOG.format(title=title), level=level, **options)


def told(cast: Cast, actor: str = "member", **filters: Any) -> list[tuple[str, str, str]]:
    rows = timeline_list(cast.caller(actor), filters).rows
    return [(line.document.title, line.day.isoformat(), line.status) for line in rows]


def test_lines_are_newest_day_first_then_by_document_and_place(cast: Cast) -> None:
    written(cast, "one")
    written(cast, "two")
    assert told(cast) == [
        ("two", "2026-02-01", "accepted"),
        ("two", "2026-02-01", "mulled"),
        ("one", "2026-02-01", "accepted"),
        ("one", "2026-02-01", "mulled"),
        ("two", "2026-01-05", "draft"),
        ("one", "2026-01-05", "draft"),
    ]


def test_a_line_says_who_by_which_app_and_whether_the_service_recorded_it(cast: Cast) -> None:
    written(cast, "one")
    made = cast.document("made", caller=cast.caller("assistant"))
    lines = timeline_list(cast.caller("member"), {}).rows
    (line,) = [line for line in lines if line.status == "mulled"]
    assert (line.person, line.app, line.detail, line.recorded) == (
        "bo",
        "Some App",
        "a word nobody knows",
        False,
    )
    (first,) = [line for line in lines if line.document_id == made.pk]
    assert (first.person, first.app, first.recorded) == ("member", "Claude Code", True)


@pytest.mark.parametrize(
    ("days", "count"),
    [
        ({}, 3),
        ({"from": date(2026, 2, 1)}, 2),
        ({"to": date(2026, 1, 5)}, 1),
        ({"from": date(2026, 1, 5), "to": date(2026, 2, 1)}, 3),
        ({"from": date(2026, 1, 6), "to": date(2026, 1, 31)}, 0),
    ],
)
def test_days_are_inclusive(cast: Cast, days: dict[str, date], count: int) -> None:
    written(cast, "one")
    assert len(told(cast, **days)) == count


def test_days_in_the_wrong_order_are_refused(cast: Cast) -> None:
    with pytest.raises(DomainError) as refusal:
        told(cast, **{"from": date(2026, 2, 1), "to": date(2026, 1, 1)})
    assert (refusal.value.code, refusal.value.path) == ("invalid_arguments", "to")


def test_only_the_current_text_counts(cast: Cast) -> None:
    document = written(cast, "one")
    caller = cast.caller("author")
    version_add(document=document, base_version=1, text="# one\n", caller=caller)
    assert told(cast) == []


def test_it_is_of_a_space_a_document_or_everything(cast: Cast) -> None:
    other = space_create(account_id=cast.account.pk, name="Other", caller=cast.caller("owner"))
    here, there = written(cast, "here"), written(cast, "there", space=other)
    assert {title for title, *_ in told(cast)} == {"here", "there"}
    assert {title for title, *_ in told(cast, space_id=other.pk)} == {"there"}
    assert {title for title, *_ in told(cast, document_id=here.pk)} == {"here"}
    assert {title for title, *_ in told(cast, document_id="rfc 1", space_id=other.pk)} == {"there"}
    assert told(cast, document_id=there.pk) == told(cast, space_id=other.pk)


@pytest.mark.parametrize(
    ("actor", "level"),
    [
        ("owner", Access.INTERNAL),
        ("author", Access.INTERNAL),
        ("member", Access.TEAM),
        ("agent", Access.TEAM),
        ("named", Access.TEAM),
        ("partner", Access.PARTNER),
    ],
)
def test_each_actor_sees_the_lines_of_what_they_read_and_no_other(
    cast: Cast, actor: str, level: Access
) -> None:
    for each in Access:
        document = written(cast, each.word, level=each)
        reader_add(document=document, reader=cast.people["named"], caller=cast.caller("author"))
    expected = {each.word for each in Access if each <= level}
    assert {title for title, *_ in told(cast, actor)} == expected
    assert {title for title, *_ in told(cast, actor, space_id=cast.space.pk)} == expected


def test_strangers_see_no_lines_and_no_space(cast: Cast) -> None:
    document = written(cast, "open", level=Access.PUBLIC)
    closed = written(cast, "closed", level=Access.INTERNAL)
    assert told(cast, "stranger") == told(cast, "visitor") == []
    assert len(told(cast, "stranger", document_id=document.pk)) == 3
    for actor, where in (("stranger", {"space_id": cast.space.pk}), ("member", {"document_id": closed.pk})):
        with pytest.raises(DomainError) as refusal:
            told(cast, actor, **where)
        assert refusal.value.code == "not_found"


def test_pages_neither_skip_nor_repeat_a_line_while_documents_are_saved(cast: Cast) -> None:
    documents = [written(cast, f"number {index}") for index in range(5)]
    everything = told(cast)
    seen, token = [], ""
    caller = cast.caller("member")
    for document in [*documents, None]:
        page = timeline_list(caller, {"page_size": 3, "page_token": token})
        seen += [(line.document.title, line.day.isoformat(), line.status) for line in page.rows]
        token = page.next_page_token
        if not token:
            break
        if document:
            # A save writes the rows of its document's log anew.
            text = LOG.format(title=document.title) + "\n## More\n\nx\n"
            version_add(document=document, base_version=1, text=text, caller=cast.caller("author"))
    assert seen == everything


@pytest.mark.parametrize("size", [501, -1])
def test_a_page_holds_at_most_500(cast: Cast, size: int) -> None:
    with pytest.raises(DomainError) as refusal:
        told(cast, page_size=size)
    assert refusal.value.path == "page_size"


def test_what_is_about_a_document_goes_where_it_goes(cast: Cast) -> None:
    other = space_create(account_id=cast.account.pk, name="Other", caller=cast.caller("owner"))
    document, member = written(cast, "one"), cast.caller("member")
    place = place_for(member, cast.space.pk, document.pk)
    question_ask(place=place, text="Why?", caller=member)
    diagram_create(place=place, name="Flow", model="pie\n", caller=member)
    document_relocate(document=document, target_space_id=other.pk, caller=cast.caller("author"))
    for space, count in ((cast.space, 0), (other, 1)):
        here = {"space_id": space.pk}
        assert len(told(cast, **here)) == 3 * count
        assert len(question_list(member, here).rows) == len(diagram_list(member, here).rows) == count
