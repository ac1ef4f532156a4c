"""The pages that visitors read: public documents and preview links."""

import pytest
from django.urls import reverse

from decisions.models import Document
from decisions.services.document_access import preview_link_renew
from decisions.services.versions import version_add
from spaces.domain.access import Access
from tests.cast import Cast
from tests.console import browser

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
    assert answer["Cache-Control"] == "no-store"


def test_a_preview_stays_out_of_search_engines_and_of_other_sites_logs(cast: Cast) -> None:
    answer = browser(cast, "visitor").get(preview_of(cast, cast.document(level=Access.PREVIEW)))
    assert "noindex" in answer["X-Robots-Tag"]
    assert answer["Referrer-Policy"] == "no-referrer"
    assert 'name="robots" content="noindex' in answer.content.decode()


def test_visitors_read_the_text_that_was_decided(cast: Cast) -> None:
    document = cast.document(text="# T\n\nas decided\n", level=Access.PUBLIC)
    version_add(document=document, base_version=1, text="# T\n\nlater words\n", caller=cast.caller("author"))
    client = browser(cast, "visitor")
    assert b"later words" in client.get(public(document.pk)).content
    Document.objects.filter(pk=document.pk).update(status="accepted", decided_version=1)
    assert b"as decided" in client.get(public(document.pk)).content


@pytest.mark.parametrize("token", ["%00", "a%20b", "..%2F"])
def test_what_cannot_be_a_preview_link_is_not_looked_up(cast: Cast, token: str) -> None:
    assert browser(cast, "visitor").get(f"/preview/{token}/").status_code == 404


def test_public_pages_are_read_and_nothing_else(cast: Cast) -> None:
    document = cast.document(level=Access.PUBLIC)
    assert browser(cast, "owner").post(public(document.pk)).status_code == 405
