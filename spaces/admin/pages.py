"""The base of every console section: who sees what, its addresses, and how acts are run."""

from functools import partial
from typing import Any, ClassVar

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin

from spaces.admin.acts import Act, Done
from spaces.admin.callers import caller_of
from spaces.admin.confirming import CHANGE_MORE, confirmation
from spaces.admin.filters import ListFilters
from spaces.admin.lists import ConsoleList
from spaces.admin.words import Words
from spaces.domain.caller import Caller
from spaces.kernel.errors import DomainError


def page_url(row: Model) -> str:
    """Where the console shows this row."""
    return reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk])


def list_url(model: type[Model]) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")


class ConsoleAdmin(ModelAdmin):  # type: ignore[misc]
    """A section for every signed-in person, who sees in it what its door lets through.

    Django's own permissions, delete and history pages play no part: rows come from `visible_to`, writes go
    through the services that acts call, and the audit log tells what happened.
    """

    page_template: ClassVar[str]
    # What makes a new row, and what is done to one.
    creation: ClassVar[Act | None] = None
    acts: ClassVar[tuple[Act, ...]] = ()

    # What its list is narrowed by, and what an empty one says: what would be there, and what to do for it.
    filters: ClassVar[type[ListFilters]] = ListFilters
    empty_words: ClassVar[Words] = _("Nothing is here yet.")
    change_list_template = "console/list.html"
    # What stands beside the count of its rows.
    list_tools_template: ClassVar[str] = ""

    actions = None
    list_per_page = 50
    # Its own order is the one with an index behind it, in which a list stays fast however long it is.
    sortable_by = ()

    def visible_to(self, caller: Caller) -> QuerySet[Any]:
        """The rows this caller may see: one of the doors, never the bare model."""
        raise NotImplementedError

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return self.visible_to(caller_of(request))

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return bool(request.user.is_active and request.user.is_authenticated)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self.creation is not None and self.has_view_permission(request)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ConsoleList]:
        return ConsoleList

    def url_of(self, row: Model) -> str:
        """Where a row of the list leads."""
        return page_url(row)

    def get_urls(self) -> list[URLPattern]:
        name = f"{self.opts.app_label}_{self.opts.model_name}"
        wrap = self.admin_site.admin_view
        urls = [path("", wrap(self.changelist_view), name=f"{name}_changelist")]
        if self.creation:
            urls.append(path("add/", wrap(partial(self.act_view, act=self.creation)), name=f"{name}_add"))
        urls.append(path("<str:object_id>/", wrap(self.page_view), name=f"{name}_change"))
        urls.extend(self.act_url(act) for act in self.acts)
        return urls

    def act_url(self, act: Act) -> URLPattern:
        """The address of what is done to one row."""
        view = self.admin_site.admin_view(partial(self.act_view, act=act))
        name = f"{self.opts.app_label}_{self.opts.model_name}_{act.name}"
        url: URLPattern = path(f"<str:object_id>/{act.path}/", view, name=name)
        return url

    def object_for(self, request: HttpRequest, object_id: str) -> Any:
        """The row with this id that the person may see; Http404 for any other id alike."""
        try:
            found = self.get_queryset(request).filter(pk=object_id).first()
        except ValidationError:
            found = None
        if found is None:
            raise Http404
        return found

    def page_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """The page of one row."""
        self._require(self.has_view_permission(request))
        shown = self.object_for(request, object_id)
        context = self.page_context(request, shown, caller_of(request))
        return self.page(request, self.page_template, {"object": shown, "title": str(shown), **context})

    def page_context(self, request: HttpRequest, shown: Any, caller: Caller) -> dict[str, Any]:
        """What the page shows beside the row itself."""
        return {}

    def act_view(self, request: HttpRequest, object_id: str | None = None, *, act: Act) -> HttpResponse:
        """An act's form; when it is sent (and its preview confirmed) the act is done.

        A refusal comes back as the form's error.
        """
        self._require(self.has_add_permission(request) if object_id is None else True)
        caller = caller_of(request)
        target = None if object_id is None else self.object_for(request, object_id)
        sent = request.POST if request.method == "POST" else None
        form = act.form(
            sent, caller=caller, target=target, request=request, initial=dict(request.GET.items())
        )
        status = 200
        back = page_url(target) if target else list_url(self.model)
        context = {"form": form, "act": act, "title": act.title, "object": target, "back": back}
        if sent is not None and form.is_valid() and CHANGE_MORE not in sent and not form.only_shows():
            try:
                preview = act.preview(caller, target, dict(form.cleaned_data)) if act.preview else None
                if preview and not preview.confirmed_by(sent):
                    return self.page(request, preview.template, {**context, **confirmation(preview, sent)})
                done = act.run(caller, target, form.cleaned_data)
            except DomainError as refusal:
                form.refuse(refusal)
                status = refusal.http_status
            else:
                return self._answer(request, done)
        return self.page(request, act.template, context, status=status)

    def _answer(self, request: HttpRequest, done: Done) -> HttpResponse:
        if done.secret:
            return self.page(request, "console/shown_once.html", {"done": done, "title": done.message})
        messages.success(request, done.message)
        return HttpResponseRedirect(done.url)

    def page(
        self, request: HttpRequest, template: str, context: dict[str, Any], *, status: int = 200
    ) -> TemplateResponse:
        """A page in the console's frame."""
        request.current_app = self.admin_site.name
        frame = {**self.admin_site.each_context(request), "opts": self.opts, "has_permission": True}
        return TemplateResponse(request, template, {**frame, **context}, status=status)

    @staticmethod
    def _require(allowed: bool) -> None:
        if not allowed:
            raise Http404
