"""Notices in the console: one's own, of what one reads, marked when seen, turned off by kind."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from decisions.domain.transitions import Act
from decisions.models import Document
from integrations.domain.notices import EVENTS, Channel, NoticeKind
from integrations.models import Notice, NoticePreference
from integrations.notices.preferences import preferences_change, preferences_of
from integrations.notices.reading import MOST_COUNTED, unseen_count
from reviews.services.asks import ask_create
from spaces.domain.access import Access
from spaces.kernel.errors import DomainError
from spaces.models import AuditEntry
from tests.cast import Cast
from tests.console import address, browser, list_of, rows
from tests.integrations.notices.telling import in_review, mention

LIST = "integrations_notice"
PREFERENCES = "admin:integrations_notice_preferences"
SEEN = "admin:integrations_notice_seen"


def notice_of(cast: Cast, name: str) -> Notice:
    return Notice.objects.get(person=cast.people[name])


def test_people_see_their_own_notices_and_nobody_elses(cast: Cast) -> None:
    mention(cast.document("Queue limits"), cast, "member", "owner")
    page = browser(cast, "member").get(list_of(LIST))
    assert rows(page) == {notice_of(cast, "member").pk}
    assert "RFC 1 Queue limits" in page.content.decode()
    assert "author mentioned you in a comment" in page.content.decode()
    assert browser(cast, "member").get(address(notice_of(cast, "owner"))).status_code == 404
    assert browser(cast, "visitor").get(list_of(LIST)).status_code == 302


def test_a_notice_of_what_one_may_not_read_does_not_exist(cast: Cast) -> None:
    document = cast.document()
    mention(document, cast, "member")
    Document.objects.update(access=Access.INTERNAL)
    client = browser(cast, "member")
    assert rows(client.get(list_of(LIST))) == set()
    assert client.get(address(notice_of(cast, "member"))).status_code == 404
    assert unseen_count(cast.caller("member")) == 0
    assert notice_of(cast, "member").seen_at is None


def test_a_public_document_of_others_brings_no_notices(cast: Cast) -> None:
    """Else anybody could write to anybody by naming them in a document that all may read."""
    document = cast.document(level=Access.PUBLIC)
    Notice.objects.create(
        person=cast.people["stranger"],
        kind="mention",
        event="mentioned_in_comment",
        document=document,
        created_at=document.created_at,
    )
    assert rows(browser(cast, "stranger").get(list_of(LIST))) == set()


def test_opening_a_notice_leads_to_its_document_and_has_it_seen(cast: Cast) -> None:
    document = cast.document()
    mention(document, cast, "member")
    client = browser(cast, "member")
    answer = client.get(address(notice_of(cast, "member")))
    assert (answer.status_code, answer.url) == (302, address(document))  # type: ignore[attr-defined]
    first = notice_of(cast, "member").seen_at
    assert first is not None
    client.get(address(notice_of(cast, "member")))
    assert notice_of(cast, "member").seen_at == first


def test_opening_the_notice_of_an_ask_leads_to_the_ask(cast: Cast) -> None:
    ask = ask_create(
        document=in_review(cast),
        act=Act.APPROVE,
        person_id=cast.people["manager"].pk,
        caller=cast.caller("assistant"),
    )
    answer = browser(cast, "manager").get(address(notice_of(cast, "manager")))
    assert answer.url == ask.url  # type: ignore[attr-defined]


def test_all_are_marked_seen_by_a_post_alone(cast: Cast) -> None:
    for title in ("One", "Two"):
        mention(cast.document(title), cast, "member", "owner")
    client = browser(cast, "member")
    assert client.get(reverse(SEEN)).status_code == 405
    assert unseen_count(cast.caller("member")) == 2
    assert client.post(reverse(SEEN)).status_code == 302
    assert unseen_count(cast.caller("member")) == 0
    assert unseen_count(cast.caller("owner")) == 2


def test_the_menu_counts_what_is_new(cast: Cast) -> None:
    mention(cast.document(), cast, "member")
    assert browser(cast, "member").get(list_of(LIST)).context["unseen"] == "1"
    one = notice_of(cast, "member")
    Notice.objects.bulk_create(
        Notice(
            person=one.person,
            kind=one.kind,
            event=one.event,
            document=one.document,
            created_at=one.created_at,
        )
        for _ in range(MOST_COUNTED)
    )
    assert browser(cast, "member").get(list_of(LIST)).context["unseen"] == f"{MOST_COUNTED}+"


@pytest.mark.parametrize(("query", "shown"), [({}, 2), ({"seen": "no"}, 1), ({"seen": "yes"}, 1)])
def test_the_list_is_filtered_by_what_was_seen(cast: Cast, query: dict[str, str], shown: int) -> None:
    for title in ("One", "Two"):
        mention(cast.document(title), cast, "member")
    client = browser(cast, "member")
    first = Notice.objects.filter(person=cast.people["member"]).first()
    assert first is not None
    client.get(address(first))
    assert len(rows(client.get(list_of(LIST), query))) == shown
    assert len(rows(client.get(list_of(LIST), {**query, "kind": "mention"}))) == shown
    assert rows(client.get(list_of(LIST), {**query, "kind": "due"})) == set()
    assert rows(client.get(list_of(LIST), {**query, "kind": "else"})) == set()


def choices(**changes: str) -> dict[str, str]:
    return dict.fromkeys(NoticeKind, "both") | changes


@pytest.mark.parametrize("kind", NoticeKind)
def test_each_kind_is_turned_off_by_itself(cast: Cast, kind: NoticeKind) -> None:
    document = cast.document()
    events = {each.kind: name for name, each in EVENTS.items()}
    facts = {"version": 1, "review_by": "2026-12-10", "act": "approve"}
    for each in NoticeKind:
        Notice.objects.create(
            person=cast.people["member"],
            kind=each,
            event=events[each],
            document=document,
            facts=facts,
            day=document.created_at.date() if each is NoticeKind.DUE else None,
            created_at=document.created_at,
        )
    client = browser(cast, "member")
    assert len(rows(client.get(list_of(LIST)))) == len(NoticeKind)
    assert client.post(reverse(PREFERENCES), choices(**{kind.value: "off"})).status_code == 302
    left = client.get(list_of(LIST)).context["cl"].result_list
    assert {notice.kind for notice in left} == set(NoticeKind) - {kind}
    assert unseen_count(cast.caller("member")) == len(NoticeKind) - 1


def test_a_choice_is_shown_kept_recorded_and_taken_back(cast: Cast) -> None:
    client = browser(cast, "member")
    client.post(reverse(PREFERENCES), choices(ask="console", due="off"))
    form = client.get(reverse(PREFERENCES)).context["form"]
    assert {name: field.initial for name, field in form.fields.items()} == choices(ask="console", due="off")
    entry = AuditEntry.objects.get(act="notice_preferences.changed")
    assert entry.after == {"ask": "console", "due": "off"}
    client.post(reverse(PREFERENCES), choices())
    assert not NoticePreference.objects.exists()
    assert preferences_of(cast.people["member"].pk) == dict.fromkeys(NoticeKind, Channel.BOTH)


@pytest.mark.parametrize("sent", [{}, choices(ask="loudly")])
def test_a_choice_that_is_none_changes_nothing(cast: Cast, sent: dict[str, str]) -> None:
    answer = browser(cast, "member").post(reverse(PREFERENCES), sent)
    assert answer.status_code == 200
    assert answer.context["form"].errors
    assert not NoticePreference.objects.exists()
    assert not AuditEntry.objects.filter(act="notice_preferences.changed").exists()


def test_no_assistant_changes_what_its_person_is_told_of(cast: Cast) -> None:
    with pytest.raises(DomainError) as refusal:
        preferences_change(channels={NoticeKind.ASK: Channel.OFF}, caller=cast.caller("assistant"))
    assert refusal.value.code == "person_required"
    assert not NoticePreference.objects.exists()


def test_the_list_takes_as_many_statements_for_50_notices_as_for_5(cast: Cast) -> None:
    counts = []
    for more in (5, 45):
        for number in range(more):
            mention(cast.document(f"Title {number}"), cast, "member")
        client = browser(cast, "member")
        with CaptureQueriesContext(connection) as captured:
            assert client.get(list_of(LIST)).status_code == 200
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 12


@pytest.mark.parametrize("event", EVENTS)
def test_every_event_has_words(event: str) -> None:
    notice = Notice(
        event=event,
        byline="ana via Claude Code",
        facts={"version": 3, "review_by": "2026-12-10", "act": "accept"},
    )
    assert "{" not in notice.words
    assert notice.words[0].isupper() or notice.words.startswith("ana via Claude Code ")
