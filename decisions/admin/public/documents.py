"""A public document, and one behind its preview link."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

from decisions.admin.public.answers import open_to_visitors, page_of_html, public_url, revalidated
from decisions.admin.rendered import rendered_text
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
    shown = {**_shown(document), "canonical": public_url("public-document", document.pk)}
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
    readable = documents_visible_to(Caller(preview_token=token), by_id=True)
    shown = {**_shown(previewed_document(readable, token)), "is_preview": True}
    response = page_of_html("reading/document.html", shown)
    response["X-Robots-Tag"] = "noindex, nofollow"
    # The address is the secret: no link or picture in the text may carry it elsewhere, and nobody keeps a copy.
    response["Referrer-Policy"] = "no-referrer"
    response["Cache-Control"] = "no-store"
    return response


def _at_its_address(document: Document) -> HttpResponse:
    response = HttpResponseRedirect(reverse("public-document", args=[document.pk]))
    response["Cache-Control"] = "no-cache"
    return response


def _shown(document: Document) -> dict[str, Any]:
    """The text in force with its record: what was decided, or the current text where nothing was."""
    version = read_with_record(document, document.decided_version or 0)
    rendered = rendered_text(document, version)
    headings = rendered.headings
    return {
        "document": document,
        "version": version,
        "changed_since_decided": bool(version.record and version.record.changed),
        "authors": dict.fromkeys([document.author.username, version.text_author.username]),
        "rendered": rendered,
        # Most texts open with their title; those that do not get it from the record.
        "text_has_title": bool(headings and headings[0].level == 1 and version.title == document.title),
        **public_succession(document),
    }
