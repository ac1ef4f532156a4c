"""Pages that visitors read: a public document, and one behind its preview link."""

from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_safe

from decisions.admin.rendered import rendered_text
from decisions.models import Document
from decisions.querysets import documents_visible_to
from decisions.services.versions import version_of
from spaces.domain.caller import VISITOR, Caller


@require_safe
def public_document(request: HttpRequest, document_id: str) -> HttpResponse:
    """A public document as any visitor reads it, whoever is signed in."""
    try:
        document = documents_visible_to(VISITOR, by_id=True).filter(pk=document_id).first()
    except ValidationError:
        document = None
    return _page(request, document)


@require_safe
def preview(request: HttpRequest, token: str) -> HttpResponse:
    """The document whose preview link this is, while its access allows for one; never for search engines."""
    holder = Caller(preview_token=token)
    document = documents_visible_to(holder, by_id=True).filter(preview_token=token).first()
    response = _page(request, document, noindex=True)
    response["X-Robots-Tag"] = "noindex, nofollow"
    # The address is the secret: no link or picture in the text may carry it elsewhere.
    response["Referrer-Policy"] = "no-referrer"
    return response


def _page(request: HttpRequest, document: Document | None, *, noindex: bool = False) -> HttpResponse:
    """The text in force: what was decided, or the current one where nothing was."""
    if document is None:
        raise Http404
    version = version_of(document, document.decided_version or 0)
    shown = {"document": document, "version": version, "rendered": rendered_text(document, version)}
    response = render(request, "reading/document.html", {**shown, "noindex": noindex})
    # Access may be narrowed at any time: nobody keeps a copy, neither browser nor proxy.
    response["Cache-Control"] = "no-store"
    return response


urlpatterns = [
    path("public/documents/<str:document_id>/", public_document, name="public-document"),
    path("preview/<slug:token>/", preview, name="preview"),
]
