"""Saved views: saved from the list of documents, opened, renamed and deleted by their person."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from decisions.admin.filters import DocumentFilters
from decisions.admin.panels import Panel
from decisions.models import Document, SavedView
from decisions.querysets import saved_views_of
from decisions.services.saved_views import saved_view_create, saved_view_delete, saved_view_rename
from spaces.admin.acts import Act, ActForm, Done
from spaces.admin.columns import column
from spaces.admin.fields import LineField
from spaces.admin.pages import ConsoleAdmin, list_url
from spaces.domain.caller import Caller

# What fits in a line or two above the list; the others are a page away.
_SHOWN = 12

# Views that everybody has, by the query of their address.
BUILT_IN = (
    (_("All"), ""),
    (_("Waiting on me"), "waiting=on"),
    (_("Mine"), "author=me"),
    (_("I decide"), "decider=me"),
    (_("In review"), "status=in_review"),
    (_("In force"), "in_force=on"),
)


@dataclass(frozen=True)
class ViewLink:
    """A view above the list, and whether the list is narrowed just so."""

    name: str
    url: str
    is_current: bool


def filters_only(sent: QueryDict) -> str:
    """An address's query with nothing but filters of the list in it, in the form's order."""
    kept = QueryDict(mutable=True)
    for name in DocumentFilters.base_fields:
        if values := [each for each in sent.getlist(name) if each.strip()]:
            kept.setlist(name, values)
    return kept.urlencode()


class ViewSave(ActForm):
    name = LineField(max_length=80, label=_("Name"))
    address = forms.CharField(widget=forms.HiddenInput, required=False)

    def clean_address(self) -> str:
        return filters_only(QueryDict(self.cleaned_data["address"]))


class ViewRename(ActForm):
    name = LineField(max_length=80, label=_("Name"))

    def prepare(self) -> None:
        self.fields["name"].initial = self.target.name


class ViewDelete(ActForm):
    question = _("The view goes away from your list. No document is changed by it.")


def view_url(view: SavedView) -> str:
    """The list as the view narrows it."""
    return f"{list_url(Document)}?{view.address}"


def _save(caller: Caller, target: None, given: dict[str, Any]) -> Done:
    view = saved_view_create(caller=caller, **given)
    return Done(_now("%(name)s is saved.") % {"name": view.name}, view_url(view))


def _rename(caller: Caller, view: SavedView, given: dict[str, Any]) -> Done:
    saved_view_rename(view=view, name=given["name"], caller=caller)
    return Done(_now("The view is called %(name)s now.") % {"name": view.name}, list_url(SavedView))


def _delete(caller: Caller, view: SavedView, given: dict[str, Any]) -> Done:
    saved_view_delete(view=view, caller=caller)
    return Done(_now("%(name)s is deleted.") % {"name": view.name}, list_url(SavedView))


@admin.register(SavedView)
class SavedViewAdmin(ConsoleAdmin):
    creation = Act("add", _("Save as my view"), _save, ViewSave, _("Save"))
    acts = (
        Act("rename", _("Rename the view"), _rename, ViewRename),
        Act("delete", _("Delete the view"), _delete, ViewDelete, _("Delete"), dangerous=True),
    )
    list_display = ("name", "narrowed", "kept")
    ordering = ("name", "pk")
    empty_words = _(
        "The ways you look at the list of documents are kept here under names of yours. Filter the list, then "
        "choose Save as my view."
    )

    def visible_to(self, caller: Caller) -> QuerySet[SavedView]:
        return saved_views_of(caller)

    def has_add_permission(self, request: HttpRequest) -> bool:
        # A view is saved from the list that it narrows: an empty form would have nothing to save.
        return super().has_add_permission(request) and (request.method == "POST" or "address" in request.GET)

    def url_of(self, row: Any) -> str:
        return view_url(row)

    def page_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """To the list as the view narrows it."""
        return HttpResponseRedirect(view_url(self.object_for(request, object_id)))

    @column(_("Filters"))
    def narrowed(self, view: SavedView) -> str:
        names = [DocumentFilters.base_fields[name].label for name in QueryDict(view.address)]
        return ", ".join(map(str, names))

    @column(_("Change it"))
    def kept(self, view: SavedView) -> SafeString:
        rename = reverse("admin:decisions_savedview_rename", args=[view.pk])
        delete = reverse("admin:decisions_savedview_delete", args=[view.pk])
        return format_html(
            '<span class="c-row-acts"><a href="{}">{}</a> <a href="{}">{}</a></span>',
            rename,
            _("Rename"),
            delete,
            _("Delete"),
        )


def views_shown(caller: Caller, address: str) -> dict[str, Any]:
    """What stands above a list of documents narrowed by this address, in one statement."""
    mine = list(saved_views_of(caller).order_by("name")[: _SHOWN + 1])
    named = [*BUILT_IN, *((view.name, view.address) for view in mine[:_SHOWN])]
    links = [ViewLink(str(name), f"{list_url(Document)}?{query}", query == address) for name, query in named]
    return {
        "views": links,
        "more_views": bool(mine),
        "save_url": f"{reverse('admin:decisions_savedview_add')}?{_as_query(address)}" if address else "",
    }


def _as_query(address: str) -> str:
    sent = QueryDict(mutable=True)
    sent["address"] = address
    return sent.urlencode()


def views_home(*, caller: Caller) -> list[Panel]:
    """The person's own views on the home page; none where they saved none."""
    mine = list(saved_views_of(caller).order_by("name")[:_SHOWN])
    rows = [{"name": view.name, "url": view_url(view)} for view in mine]
    return [Panel("console/my_views.html", {"views": rows})] if rows else []
