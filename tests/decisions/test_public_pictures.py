"""The pictures of diagrams in texts that visitors read."""

import re

import pytest
from django.test import Client

from decisions.models import Document
from decisions.services.document_access import preview_link_renew
from spaces.domain.access import Access
from tests.cast import Cast

pytest.importorskip("merman", reason="merman is not installed: no picture can be drawn.")

TEXT = "# Flow\n\n```mermaid\nflowchart TD\n  A[Writer] --> B[Queue]\n```\n"
PICTURE = re.compile(r'<img src="([^"]+/pictures/[0-9a-f]{64}/)"')


def picture_on(page: str) -> str:
    found = PICTURE.search(Client().get(page).content.decode())
    assert found is not None
    return found[1]


def test_a_public_page_shows_its_diagrams_as_pictures_that_any_visitor_gets(cast: Cast) -> None:
    document = cast.document(text=TEXT, level=Access.PUBLIC)
    address = picture_on(f"/public/documents/{document.pk}/")
    picture = Client().get(address)
    assert picture.content.startswith(b"<svg")
    assert picture["Content-Security-Policy"].endswith("sandbox")
    assert not picture.cookies
    again = Client().get(address, headers={"If-None-Match": picture["ETag"]})
    assert again.status_code == 304
    Document.objects.filter(pk=document.pk).update(access=Access.TEAM)
    assert Client().get(address, headers={"If-None-Match": picture["ETag"]}).status_code == 404


def test_a_preview_shows_its_diagrams_to_the_holders_of_the_link_alone(cast: Cast) -> None:
    document = cast.document(text=TEXT, level=Access.PREVIEW)
    token = preview_link_renew(document=document, caller=cast.caller("author"))
    address = picture_on(f"/preview/{token}/")
    picture = Client().get(address)
    assert picture.content.startswith(b"<svg")
    assert (picture["Cache-Control"], picture["Referrer-Policy"]) == ("no-store", "no-referrer")
    preview_link_renew(document=document, caller=cast.caller("author"))
    assert Client().get(address).status_code == 404


def test_only_diagrams_of_the_text_that_is_shown_have_a_picture(cast: Cast) -> None:
    document = cast.document(text=TEXT, level=Access.PUBLIC)
    assert Client().get(f"/public/documents/{document.pk}/pictures/{'0' * 64}/").status_code == 404
