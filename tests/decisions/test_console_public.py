"""The pages that visitors read: public documents and preview links."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from decisions.domain.kinds import Kind, Status
from decisions.models import Alias, Document
from decisions.services.document_access import preview_link_renew
from decisions.services.versions import version_add
from spaces.domain.access import Access
from tests.cast import Cast
from tests.console import browser
from tests.reviews.stage import move, rules, staged

ABSENT = "ldoc_01ARZ3NDEKTSV4RRFFQ69G5FAV"


def public(document_id: str) -> str:
    return reverse("public-document", args=[document_id])


def preview_of(cast: Cast, document: Document) -> str:
    token = preview_link_renew(document=document, caller=cast.caller("author"))
    return reverse("preview", args=[token])


@pytest.mark.parametrize("level", list(Access))
@pytest.mark.parametrize("name", ["visitor", "owner"])
def test_a_public_page_shows_public_documents_alone_whoever_asks(
    cast: Cast, level: Access, name: str
) -> None:
    document = cast.document(text="# T\n\nfor everybody\n", level=level)
    answer = browser(cast, name).get(public(document.pk))
    assert answer.status_code == (200 if level is Access.PUBLIC else 404)
    assert (b"for everybody" in answer.content) is (level is Access.PUBLIC)


@pytest.mark.parametrize("level", list(Access))
def test_a_preview_link_opens_what_is_public_or_preview(cast: Cast, level: Access) -> None:
    document = cast.document(level=level)
    answer = browser(cast, "visitor").get(preview_of(cast, document))
    assert answer.status_code == (200 if level <= Access.PREVIEW else 404)


def test_a_preview_link_that_was_renewed_or_never_given_is_the_same_404(cast: Cast) -> None:
    document = cast.document(level=Access.PREVIEW)
    old = preview_of(cast, document)
    preview_of(cast, document)
    client = browser(cast, "visitor")
    answers = [client.get(old), client.get(reverse("preview", args=["x" * 43])), client.get(public(ABSENT))]
    assert {answer.status_code for answer in answers} == {404}
    assert len({answer.content for answer in answers}) == 1


@pytest.mark.parametrize("object_id", [ABSENT, "nonsense", "lab_01ARZ3NDEKTSV4RRFFQ69G5FAV"])
def test_a_hidden_document_reads_like_an_absent_one(cast: Cast, object_id: str) -> None:
    hidden = cast.document(level=Access.PREVIEW)
    client = browser(cast, "visitor")
    answers = [client.get(public(each)) for each in (hidden.pk, object_id)]
    assert [answer.status_code for answer in answers] == [404, 404]
    assert answers[0].content == answers[1].content
    assert dict(answers[0].headers) == dict(answers[1].headers)


def test_visitors_get_no_cookies_and_a_page_that_runs_and_loads_nothing(cast: Cast) -> None:
    document = cast.document(level=Access.PUBLIC)
    answer = browser(cast, "visitor").get(public(document.pk))
    rules = dict(rule.split(" ", 1) for rule in answer["Content-Security-Policy"].split("; "))
    assert not answer.cookies
    assert rules["default-src"] == "'none'"
    assert "script-src" not in rules
    assert "<script" not in answer.content.decode()
    assert "Set-Cookie" not in answer
    assert "Cookie" not in answer.get("Vary", "")


def test_a_preview_stays_out_of_search_engines_and_of_other_sites_logs(cast: Cast) -> None:
    answer = browser(cast, "visitor").get(preview_of(cast, cast.document(level=Access.PREVIEW)))
    assert "noindex" in answer["X-Robots-Tag"]
    assert answer["Referrer-Policy"] == "no-referrer"
    assert answer["Cache-Control"] == "no-store"
    assert 'rel="canonical"' not in answer.content.decode()
    assert 'name="robots" content="noindex' in answer.content.decode()


def test_visitors_read_the_text_that_was_decided(cast: Cast) -> None:
    document = cast.document(text="# T\n\nas decided\n", level=Access.PUBLIC)
    version_add(document=document, base_version=1, text="# T\n\nlater words\n", caller=cast.caller("author"))
    client = browser(cast, "visitor")
    assert b"later words" in client.get(public(document.pk)).content
    Document.objects.filter(pk=document.pk).update(status="accepted", decided_version=1)
    answer = client.get(public(document.pk))
    assert b"as decided" in answer.content
    assert b"later words" not in answer.content
    assert answer.context["changed_since_decided"] is True


@pytest.mark.parametrize("token", ["%00", "a%20b", "..%2F"])
def test_what_cannot_be_a_preview_link_is_not_looked_up(cast: Cast, token: str) -> None:
    assert browser(cast, "visitor").get(f"/preview/{token}/").status_code == 404


def test_public_pages_are_read_and_nothing_else(cast: Cast) -> None:
    document = cast.document(level=Access.PUBLIC)
    assert browser(cast, "owner").post(public(document.pk)).status_code == 405


def test_a_later_move_is_no_change_of_what_was_decided(cast: Cast) -> None:
    rules(cast, approvals=0)
    adr = staged(cast, Kind.ADR, decider="owner", access=Access.PUBLIC)
    move(cast, adr, Status.ACCEPTED)
    move(cast, adr, Status.DEPRECATED)
    shown = browser(cast, "visitor").get(public(adr.pk)).context
    assert (shown["version"].number, shown["changed_since_decided"]) == (2, False)


def test_a_public_page_has_one_address_whatever_it_is_reached_by(cast: Cast, settings: Any) -> None:
    settings.PUBLIC_URL = "https://decisions.example"
    document = cast.document(level=Access.PUBLIC)
    Alias.objects.create(space=cast.space, kind="adr", number=40, part=0, document=document)
    client = browser(cast, "visitor")
    page = client.get(public(document.pk)).content.decode()
    assert f'<link rel="canonical" href="https://decisions.example{public(document.pk)}">' in page
    for other in (
        public(document.pk.lower()),
        reverse("public-reference", args=[cast.space.pk, "rfc-1"]),
        reverse("public-reference", args=[cast.space.pk, "adr-40"]),
    ):
        answer = client.get(other)
        assert (answer.status_code, answer["Location"]) == (302, public(document.pk))


@pytest.mark.parametrize("reference", ["rfc-2", "rfc-1", "nonsense", ABSENT])
def test_a_reference_to_what_is_not_public_leads_nowhere(cast: Cast, reference: str) -> None:
    cast.document(level=Access.PREVIEW)
    client = browser(cast, "owner")
    answers = [
        client.get(reverse("public-reference", args=[space, reference])) for space in (cast.space.pk, "lab_x")
    ]
    assert [answer.status_code for answer in answers] == [404, 404]
    assert answers[0].content == answers[1].content == client.get(public(ABSENT)).content


def test_ties_of_superseding_are_shown_as_far_as_everybody_reads_them(cast: Cast) -> None:
    new, old, hidden = (cast.document(name, level=Access.PUBLIC) for name in ("New", "Old", "Hidden"))
    Document.objects.filter(pk__in=[old.pk, hidden.pk]).update(status="superseded", successor=new)
    Document.objects.filter(pk=hidden.pk).update(access=Access.TEAM)
    client = browser(cast, "owner")
    assert [each.pk for each in client.get(public(new.pk)).context["supersedes"]] == [old.pk]
    assert client.get(public(old.pk)).context["successor"].pk == new.pk
    Document.objects.filter(pk=new.pk).update(access=Access.TEAM)
    answer = client.get(public(old.pk))
    assert answer.context["successor"] is None
    assert "New" not in answer.content.decode()


def test_what_is_shown_is_asked_for_anew_and_sent_only_where_it_changed(cast: Cast) -> None:
    document = cast.document(level=Access.PUBLIC)
    client = browser(cast, "visitor")
    first = client.get(public(document.pk))
    assert first["Cache-Control"] == "no-cache"
    kept = {"HTTP_IF_NONE_MATCH": first["ETag"]}
    again = client.get(public(document.pk), **kept)
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert again["Cache-Control"] == "no-cache"
    Document.objects.filter(pk=document.pk).update(decider=cast.people["owner"])
    assert client.get(public(document.pk), **kept).status_code == 200
    Document.objects.filter(pk=document.pk).update(access=Access.TEAM)
    assert client.get(public(document.pk), **kept).status_code == 404


def test_head_answers_what_get_does_without_its_text(cast: Cast) -> None:
    document = cast.document(level=Access.PUBLIC)
    client = browser(cast, "visitor")
    asked, read = client.head(public(document.pk)), client.get(public(document.pk))
    assert (asked.status_code, asked.content, asked["ETag"]) == (200, b"", read["ETag"])


def test_a_title_is_shown_once(cast: Cast) -> None:
    titled = cast.document("Bells", text="# Bells\n\nLoud.\n", level=Access.PUBLIC)
    bare = cast.document("Bells", text="Loud.\n", level=Access.PUBLIC)
    other = cast.document("Horns", text="# Bells\n\nLoud.\n", level=Access.PUBLIC)
    client = browser(cast, "visitor")
    assert [client.get(public(each.pk)).content.count(b"<h1") for each in (titled, bare, other)] == [1, 1, 2]


def test_a_page_takes_as_many_statements_whatever_it_superseded(cast: Cast) -> None:
    document = cast.document(level=Access.PUBLIC)
    client = browser(cast, "visitor")
    counts = []
    for rows in (10, 200):
        fields = {"account": cast.account, "space": cast.space, "kind": "rfc", "author": document.author}
        Document.objects.bulk_create(
            Document(
                **fields,
                number=rows * 10 + place,
                title="Old",
                status="superseded",
                access=0,
                successor=document,
                updated_at=document.updated_at,
            )
            for place in range(rows)
        )
        with CaptureQueriesContext(connection) as captured:
            assert len(client.get(public(document.pk)).context["supersedes"]) >= rows
        counts.append(len(captured))
    assert counts == [4, 4]
