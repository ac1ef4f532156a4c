"""The console: open to everybody who can sign in, with a home of their own."""

from typing import Any

from django.contrib.admin import ModelAdmin
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from unfold.sites import UnfoldAdminSite

from decisions.admin.home import home_context
from spaces.admin.callers import caller_of
from spaces.admin.pages import ConsoleAdmin


def runs_the_service(request: HttpRequest) -> bool:
    """Whether the menu shows what only those who run the service use."""
    return bool(request.user.is_superuser)


class ConsoleSite(UnfoldAdminSite):  # type: ignore[misc]
    """Django's admin site for members who are not staff."""

    index_template = "console/home.html"
    index_title = "Home"

    def register(
        self, models: Any, admin_class: "type[ModelAdmin[Any]] | None" = None, **options: Any
    ) -> None:
        """Take a section whose rows come through a door.

        Those that libraries bring along are left out: they know no doors, and ask Django's permissions.
        """
        if admin_class is not None and issubclass(admin_class, ConsoleAdmin):
            super().register(models, admin_class, **options)

    def has_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_active and request.user.is_authenticated)

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """To the one sign-in page, which leads back to the page somebody wanted."""
        wished = request.GET.get(REDIRECT_FIELD_NAME, "")
        if not url_has_allowed_host_and_scheme(wished, allowed_hosts=None):
            wished = reverse("admin:index")
        if self.has_permission(request):
            return HttpResponseRedirect(wished)
        return HttpResponseRedirect(f"{reverse('account_login')}?{urlencode({REDIRECT_FIELD_NAME: wished})}")

    def logout(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        super().logout(request, extra_context)
        return HttpResponseRedirect(reverse("account_login"))

    def password_change(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """To the one page that changes it, which asks for a fresh sign-in and sends a notice."""
        return HttpResponseRedirect(reverse("account_change_password"))

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        mine = home_context(caller_of(request), request.GET)
        page: TemplateResponse = super().index(request, {**mine, **(extra_context or {})})
        return page
