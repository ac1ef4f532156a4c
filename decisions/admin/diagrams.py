"""Diagrams in the console: the gallery, one with its versions, and the pictures themselves."""

from typing import Any

from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from decisions.admin.talk_forms import DiagramCreate, DiagramSave, GalleryChoice, why_not
from decisions.models import Diagram
from decisions.querysets import diagrams_visible_to
from decisions.services.diagram_pictures import diagram_picture, diagrams_with_pictures
from decisions.services.diagrams import (
    SavedDiagram,
    diagram_create,
    diagram_for,
    diagram_read,
    diagram_save,
    diagram_versions,
)
from decisions.services.places import place_for, require_member_of
from spaces.admin.acts import Act, Done
from spaces.admin.callers import caller_of
from spaces.admin.pages import ConsoleAdmin, page_url
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError
from spaces.kernel.paging import page_of
from spaces.querysets import spaces_visible_to

_A_PAGE = 24
_VERSIONS_SHOWN = 50

# A model can carry links and styles into its picture: nothing in it may load, run or lead anywhere.
_PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"


def _create(caller: Caller, target: None, given: dict[str, Any]) -> Done:
    place = place_for(caller, given.pop("space_id"), given.pop("document_id"))
    saved = diagram_create(place=place, caller=caller, **given)
    return _done(saved, gettext("%(name)s is made.") % {"name": saved.diagram.name})


def _save(caller: Caller, diagram: Diagram, given: dict[str, Any]) -> Done:
    saved = diagram_save(diagram=diagram, caller=caller, **given)
    facts = {"name": saved.diagram.name, "number": saved.version.number}
    if saved.unchanged:
        return _done(saved, gettext("%(name)s already has this model: version %(number)s.") % facts)
    return _done(saved, gettext("%(name)s is saved as version %(number)s.") % facts)


def _done(saved: SavedDiagram, message: str) -> Done:
    return Done(message, page_url(saved.diagram))


@admin.register(Diagram)
class DiagramAdmin(ConsoleAdmin):
    """A gallery instead of a table of rows: a diagram is known by its picture."""

    page_template = "console/diagram.html"
    creation = Act("add", _("New diagram"), _create, DiagramCreate, _("Create"))
    acts = (Act("save", _("Edit the model"), _save, DiagramSave, template="console/diagram_save.html"),)

    def visible_to(self, caller: Caller) -> QuerySet[Diagram]:
        return diagrams_visible_to(caller)

    def object_for(self, request: HttpRequest, object_id: str) -> Diagram:
        try:
            return diagram_for(caller_of(request), object_id)
        except (DomainError, ValidationError) as refusal:
            raise Http404 from refusal

    def get_urls(self) -> list[URLPattern]:
        picture = self.admin_site.admin_view(self.picture_view)
        own = path("<str:object_id>/picture/<int:number>.svg", picture, name="decisions_diagram_picture")
        return [own, *super().get_urls()]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The diagrams a person reads, newest first, each with its last good picture."""
        choice = GalleryChoice(request.GET, caller=caller_of(request))
        diagrams = choice.narrowed(diagrams_visible_to(caller_of(request)))
        query = {**choice.chosen, "page_size": _A_PAGE, "page_token": request.GET.get("after", "")}
        try:
            page = page_of(
                diagrams_with_pictures(diagrams).select_related("space", "document"),
                order=("-id",),
                query=query,
            )
        except DomainError as refusal:
            # A token that was cut or made up leads nowhere.
            raise Http404 from refusal
        context = {
            "title": gettext("Diagrams"),
            "form": choice,
            "diagrams": page.rows,
            "next": choice.address(after=page.next_page_token) if page.next_page_token else "",
        }
        return self.page(request, "console/diagrams.html", context)

    def page_context(self, request: HttpRequest, diagram: Diagram, caller: Caller) -> dict[str, Any]:
        said = request.GET.get("version") or "0"
        if not (said.isascii() and said.isdigit() and len(said) <= 9):
            raise Http404
        try:
            read = diagram_read(diagram, number=int(said))
        except DomainError as refusal:
            raise Http404 from refusal
        return {
            "read": read,
            "is_current": read["version"] == diagram.current_version,
            "versions": diagram_versions(diagram, {"page_size": _VERSIONS_SHOWN}).rows,
            "not_saved_by_me": why_not(require_member_of, diagram, caller),
            "sees_space": spaces_visible_to(caller).filter(pk=diagram.space_id).exists(),
        }

    def picture_view(self, request: HttpRequest, object_id: str, number: int) -> HttpResponse:
        """One version's picture, for an image element."""
        try:
            picture = diagram_picture(self.object_for(request, object_id), number=number)
        except DomainError as refusal:
            raise Http404 from refusal
        # Asked for again each time, since access may have ended, and then answered without the picture.
        etag = f'"{picture.sha256}-{picture.renderer}"'
        answer = get_conditional_response(request, etag=etag)
        if answer is None:
            answer = HttpResponse(picture.svg, content_type="image/svg+xml")
        answer["ETag"] = etag
        answer["Cache-Control"] = "private, no-cache"
        answer["Content-Security-Policy"] = _PICTURE_POLICY
        return answer
