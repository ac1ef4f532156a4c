"""The pull requests that carry documents out, across the spaces of a person's accounts."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import QuerySet, prefetch_related_objects
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.urls import URLPattern, path
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from integrations.admin.looks import STATE_LOOKS
from integrations.models import PullRequestLink
from integrations.services.pull_request_listing import STATES, pull_request_overview
from spaces.admin.callers import caller_of
from spaces.admin.fields import ChoiceField, LineField, offered
from spaces.admin.pages import ConsoleAdmin
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError
from spaces.querysets import spaces_visible_to

_A_PAGE = 50


class PullRequestChoice(forms.Form):
    """Which pull requests are shown."""

    space_id = ChoiceField(required=False, label=_("Space"))
    state = ChoiceField(
        required=False, label=_("State"), choices=[("", _("every state")), *((name, name) for name in STATES)]
    )
    repo = LineField(required=False, max_length=201, label=_("Repository"))

    def __init__(self, data: QueryDict, *, caller: Caller) -> None:
        super().__init__({name: data.get(name, "") for name in self.base_fields})
        spaces = spaces_visible_to(caller).filter(account_id__in=caller.member_of)
        rows = spaces.order_by("account__name", "name").values_list("pk", "account__name", "name")
        named = [(pk, f"{account}: {name}") for pk, account, name in rows]
        offered(self.fields["space_id"], [("", _("every space")), *named])

    def address(self, **more: str) -> str:
        """The query that shows the same choice, and what is put in its place."""
        chosen = {**self.cleaned_data, **more}
        return "?" + urlencode({name: said for name, said in chosen.items() if said})


@admin.register(PullRequestLink)
class PullRequestAdmin(ConsoleAdmin):
    """One list: a link has no page of its own, its document has."""

    def visible_to(self, caller: Caller) -> QuerySet[PullRequestLink]:
        # Never asked for: the rows come from the service, which REST and the tool list by too.
        return PullRequestLink.objects.none()

    def get_urls(self) -> list[URLPattern]:
        name = "integrations_pullrequestlink_changelist"
        return [path("", self.admin_site.admin_view(self.changelist_view), name=name)]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Pull requests, newest link first, with counts by state that lead to each."""
        choice = PullRequestChoice(request.GET, caller=caller_of(request))
        context = {"title": gettext("Pull requests"), "form": choice, **self._chosen(request, choice)}
        return self.page(request, "console/pull_requests.html", context)

    def _chosen(self, request: HttpRequest, choice: PullRequestChoice) -> dict[str, Any]:
        if not choice.is_valid():
            return {"rows": [], "counts": []}
        query = {**choice.cleaned_data, "page_size": _A_PAGE, "page_token": request.GET.get("after", "")}
        try:
            page = pull_request_overview(caller_of(request), query)
        except DomainError as refusal:
            if refusal.path == "page_token":
                raise Http404 from refusal
            choice.add_error(refusal.path, f"{refusal.detail} {refusal.fix}")
            return {"rows": [], "counts": []}
        prefetch_related_objects(list(page.rows), "document", "space")
        counts = page.facts["counts"].items()
        return {
            "rows": [(link, STATE_LOOKS.get(link.pull_request.state, "")) for link in page.rows],
            "counts": [(state, count, choice.address(state=state)) for state, count in counts if count],
            "next": choice.address(after=page.next_page_token) if page.next_page_token else "",
        }
