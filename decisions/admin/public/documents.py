"""A public document, and one behind its preview link."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.safestring import mark_safe

from decisions.admin.diagram_pictures import figures, picture_response
from decisions.admin.public.answers import open_to_visitors, page_of_html, public_url, revalidated
from decisions.admin.rendered import rendered_text
from decisions.domain.marking import written
from decisions.models import Document
from decisions.querysets import document_for, documents_visible_to
from decisions.services.public_reading import previewed_document, public_document, public_succession
from decisions.services.records import read_with_record
from spaces.domain.caller import VISITOR, Caller
from spaces.kernel.errors import not_found
from spaces.kernel.ids import uuid_of


@open_to_visitors
def document_page(request: HttpRequest, document_id: str) -> HttpResponse:
    """A public document as any visitor reads it, whoever is signed in."""
    document = public_document(document_id)
    if document_id != document.pk:
        return _at_its_address(document)
    shown = {
        **_shown(document, partial(_public_picture, document)),
        "canonical": public_url("public-document", document.pk),
    }
    return revalidated(request, page_of_html("reading/document.html", shown))


@open_to_visitors
def by_reference(request: HttpRequest, space_id: str, reference: str) -> HttpResponse:
    """To the public document that a space calls so, or once did."""
    if not uuid_of(space_id, "lab"):
        raise not_found("document")
    return _at_its_address(document_for(VISITOR, reference, space_id))


@open_to_visitors
def preview_page(request: HttpRequest, token: str) -> HttpResponse:
    """The document whose preview link this is, while its access allows for one; never for search engines."""
    shown = {**_shown(_previewed(token), partial(_preview_picture, token)), "is_preview": True}
    return _kept_by_nobody(page_of_html("reading/document.html", shown))


@open_to_visitors
def document_picture(request: HttpRequest, document_id: str, sha256: str) -> HttpResponse:
    """The picture of a diagram in the text in force of a public document."""
    document = public_document(document_id)
    picture = picture_response(document, number=document.decided_version or 0, sha256=sha256)
    return revalidated(request, picture)


@open_to_visitors
def preview_picture(request: HttpRequest, token: str, sha256: str) -> HttpResponse:
    """The picture of a diagram in the text that a preview link shows."""
    document = _previewed(token)
    return _kept_by_nobody(picture_response(document, number=document.decided_version or 0, sha256=sha256))


def _previewed(token: str) -> Document:
    return previewed_document(documents_visible_to(Caller(preview_token=token), by_id=True), token)


def _kept_by_nobody(response: HttpResponse) -> HttpResponse:
    response["X-Robots-Tag"] = "noindex, nofollow"
    # The address is the secret: no link or picture in the text may carry it elsewhere, and nobody keeps a copy.
    response["Referrer-Policy"] = "no-referrer"
    response["Cache-Control"] = "no-store"
    return response


def _at_its_address(document: Document) -> HttpResponse:
    response = HttpResponseRedirect(reverse("public-document", args=[document.pk]))
    response["Cache-Control"] = "no-cache"
    return response


def _public_picture(document: Document, sha256: str) -> str:
    return reverse("public-document-picture", args=[document.pk, sha256])


def _preview_picture(token: str, sha256: str) -> str:
    return reverse("preview-picture", args=[token, sha256])


def _shown(document: Document, picture_url: Callable[[str], str]) -> dict[str, Any]:
    """The text in force with its record: what was decided, or the current text where nothing was."""
    version = read_with_record(document, document.decided_version or 0)
    rendered = rendered_text(document, version)
    headings = rendered.headings
    pictures = figures(document, rendered.diagrams, [], address_of=picture_url)
    return {
        "document": document,
        "version": version,
        "changed_since_decided": bool(version.record and version.record.changed),
        "authors": dict.fromkeys([document.author.username, version.text_author.username]),
        "rendered": rendered,
        # The sanitised HTML, with insertions made by format_html.
        "text": mark_safe(written(rendered.html, [], pictures)),  # noqa: S308
        # Most texts open with their title; those that do not get it from the record.
        "text_has_title": bool(headings and headings[0].level == 1 and version.title == document.title),
        **public_succession(document),
    }
