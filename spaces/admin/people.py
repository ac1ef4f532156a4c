"""People: looked after by those who run the service, and by nobody else."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.password_validation import validate_password
from django.core.validators import validate_email
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from spaces.admin.acts import Act, ActForm, Done
from spaces.admin.callers import caller_of
from spaces.admin.columns import column, moment
from spaces.admin.fields import LineField, PasswordField
from spaces.admin.my_page import my_page
from spaces.admin.pages import ConsoleAdmin, page_url
from spaces.domain.caller import Caller
from spaces.models import User
from spaces.services.accounts import user_create
from spaces.services.sign_in import verified_address


class PersonCreate(ActForm):
    username = LineField(max_length=150, label=gettext_lazy("Name"), validators=[User.username_validator])
    email = LineField(
        max_length=254,
        required=False,
        label=gettext_lazy("E-mail address"),
        validators=[validate_email],
        help_text=gettext_lazy("No mail but the one that verifies it goes there until they verify it."),
    )
    password = PasswordField(
        label=gettext_lazy("Password"),
        help_text=gettext_lazy("They can change it in the console after signing in."),
        validators=[validate_password],
    )


def _create(caller: Caller, target: None, given: dict[str, Any]) -> Done:
    person = user_create(caller=caller, **given)
    return Done(_("%(name)s can sign in now.") % {"name": person.username}, page_url(person))


@admin.register(User)
class PeopleAdmin(ConsoleAdmin):
    page_template = "console/person.html"
    creation = Act("add", gettext_lazy("New person"), _create, PersonCreate, gettext_lazy("Create"))
    list_display = ("username", "id", "email", "active", "last_signed_in")
    search_fields = ("username", "email")
    ordering = ("username",)

    def visible_to(self, caller: Caller) -> QuerySet[User]:
        # Reached by those who run the service alone: has_view_permission stands before it.
        return User.objects.all()

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return super().has_view_permission(request, obj) and bool(request.user.is_superuser)

    def get_urls(self) -> list[URLPattern]:
        mine = path("me/", self.admin_site.admin_view(self.my_page_view), name="spaces_user_me")
        return [mine, *super().get_urls()]

    def my_page_view(self, request: HttpRequest) -> HttpResponse:
        """One's own page, for everybody who is signed in."""
        caller = caller_of(request)
        user = User.objects.get(pk=caller.subject)
        shown = {"title": _("My page"), "object": user, **my_page(user, caller)}
        return self.page(request, "console/my_page.html", shown)

    def page_context(self, request: HttpRequest, person: User, caller: Caller) -> dict[str, Any]:
        return {"verified": verified_address(person)}

    @column(gettext_lazy("Active"), boolean=True)
    def active(self, person: User) -> bool:
        return person.is_active

    @column(gettext_lazy("Last signed in"))
    def last_signed_in(self, person: User) -> str:
        return moment(person.last_login)
