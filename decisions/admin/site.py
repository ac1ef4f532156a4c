"""The console: open to everybody who can sign in, with a home of their own."""

from typing import Any

from django.contrib.admin import ModelAdmin
from django.contrib.auth.forms import AuthenticationForm
from django.http import HttpRequest
from django.template.response import TemplateResponse
from unfold.forms import AuthenticationForm as UnfoldAuthenticationForm
from unfold.sites import UnfoldAdminSite

from decisions.admin.panels import HOME_PANELS, panels
from decisions.querysets import documents_visible_to
from spaces.admin.callers import caller_of
from spaces.admin.pages import ConsoleAdmin
from spaces.models import User
from spaces.querysets import accounts_visible_to, spaces_visible_to

# What fits on a first screen beside each other.
_SHOWN_DOCUMENTS = 12
_SHOWN_SPACES = 12


class SignIn(UnfoldAuthenticationForm):  # type: ignore[misc]
    """The sign-in form: any active person, where Django's admin asks for staff."""

    def confirm_login_allowed(self, user: User) -> None:
        AuthenticationForm.confirm_login_allowed(self, user)


def runs_the_service(request: HttpRequest) -> bool:
    """Whether the menu shows what only those who run the service use."""
    return bool(request.user.is_superuser)


class ConsoleSite(UnfoldAdminSite):  # type: ignore[misc]
    """Django's admin site for members who are not staff."""

    login_form = SignIn
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

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        caller = caller_of(request)
        documents = documents_visible_to(caller).select_related("space").order_by("-updated_at", "-id")
        spaces = spaces_visible_to(caller).select_related("account").order_by("-updated_at", "-pk")
        mine = {
            "documents": documents[:_SHOWN_DOCUMENTS],
            "spaces": spaces[:_SHOWN_SPACES],
            "accounts": accounts_visible_to(caller).order_by("name"),
            "panels": panels(HOME_PANELS, caller=caller),
        }
        page: TemplateResponse = super().index(request, {**mine, **(extra_context or {})})
        return page
