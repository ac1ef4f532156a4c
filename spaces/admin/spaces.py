"""Spaces: their trees, and the page of each with its settings, floor and partners."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern
from django.utils.translation import gettext_lazy as _

from spaces.admin.callers import caller_of
from spaces.admin.columns import column, moment
from spaces.admin.pages import ConsoleAdmin
from spaces.admin.panels import SPACE_ACTS, SPACE_PANELS, acts_added, panels
from spaces.admin.setting_words import WORDS
from spaces.admin.space_acts import ACTS, CREATION, floor_in_words
from spaces.domain.caller import Caller
from spaces.domain.settings import KIND_DEFAULTS
from spaces.models import Space, SpacePartner
from spaces.querysets import spaces_visible_to
from spaces.services.settings import settings_of
from spaces.services.space_listing import space_overview
from spaces.services.space_tree import branches_below, space_trees


@admin.register(Space)
class SpaceAdmin(ConsoleAdmin):
    page_template = "console/space.html"
    change_list_template = "console/spaces.html"
    creation = CREATION
    acts = ACTS
    empty_words = _(
        "The spaces of your accounts, and those you are a partner of, are listed here. A manager of an account "
        "makes them; documents live in them."
    )
    list_display = ("name", "account", "kind", "department", "parent", "floor", "changed")
    list_select_related = ("account", "parent")
    search_fields = ("name", "slug")
    search_help_text = _("Name or slug")
    ordering = ("name", "pk")

    def visible_to(self, caller: Caller) -> QuerySet[Space]:
        return spaces_visible_to(caller).select_related("account")

    @column(_("Floor in force"))
    def floor(self, space: Space) -> str:
        return floor_in_words(space.floor_in_force)

    @column(_("Changed"))
    def changed(self, space: Space) -> str:
        return moment(space.updated_at)

    def get_urls(self) -> list[URLPattern]:
        return [*(self.act_url(act) for act in acts_added(SPACE_ACTS)), *super().get_urls()]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The trees, or the spaces that were searched for as a list."""
        # Any address beyond the plain one asks for the list: what was searched for, ordered or paged.
        trees = None if request.GET else space_trees(caller_of(request))
        shown = {"title": _("Spaces"), "trees": trees, **(extra_context or {})}
        answer: HttpResponse = super().changelist_view(request, shown)
        return answer

    def page_context(self, request: HttpRequest, space: Space, caller: Caller) -> dict[str, Any]:
        manages = caller.manages(space.account_id)
        partners = (
            SpacePartner.objects.filter(space=space).select_related("account").order_by("account__name")
        )
        overview = space_overview(space, caller)
        return {
            "overview": overview,
            "path": overview["parents"][::-1],
            "floor": self.floor(space),
            "own_floor": floor_in_words(space.access_floor),
            "branches": branches_below(space, caller),
            "panels": panels(SPACE_PANELS, space=space, caller=caller),
            "manages": manages,
            "is_member": caller.is_member(space.account_id),
            "partners": partners if manages else (),
            **_settings_shown(space, caller),
        }


def _settings_shown(space: Space, caller: Caller) -> dict[str, Any]:
    """The settings in force, those per kind as rows; partners are not told."""
    if not caller.is_member(space.account_id):
        return {}
    settings = settings_of(space)
    rows = [
        {"kind": kind, **{name: getattr(settings, name)[kind] for name in _SHOWN_PER_KIND}}
        for kind in KIND_DEFAULTS
    ]
    return {"settings": settings, "settings_rows": rows, "setting_words": WORDS}


_SHOWN_PER_KIND = ("approvals", "ai_approval", "review_days", "default_access")
