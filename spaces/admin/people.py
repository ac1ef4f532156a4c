"""People: looked after by those who run the service, and by nobody else."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.password_validation import validate_password
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from spaces.admin.acts import Act, ActForm, Done
from spaces.admin.columns import column, moment
from spaces.admin.fields import LineField, PasswordField
from spaces.admin.pages import ConsoleAdmin, page_url
from spaces.domain.caller import Caller
from spaces.models import User
from spaces.services.accounts import user_create


class PersonCreate(ActForm):
    username = LineField(max_length=150, validators=[User.username_validator])
    email = LineField(max_length=254, required=False, label="E-mail")
    password = PasswordField(
        help_text="They can change it in the console after signing in.", validators=[validate_password]
    )


def _create(caller: Caller, target: None, given: dict[str, Any]) -> Done:
    person = user_create(caller=caller, **given)
    return Done(f"{person.username} can sign in now.", page_url(person))


@admin.register(User)
class PeopleAdmin(ConsoleAdmin):
    page_template = "console/person.html"
    creation = Act("add", "New person", _create, PersonCreate, "Create")
    list_display = ("username", "id", "email", "active", "last_signed_in")
    search_fields = ("username", "email")
    ordering = ("username",)

    def visible_to(self, caller: Caller) -> QuerySet[User]:
        # Reached by those who run the service alone: has_view_permission stands before it.
        return User.objects.all()

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return super().has_view_permission(request, obj) and bool(request.user.is_superuser)

    @column("Active", boolean=True)
    def active(self, person: User) -> bool:
        return person.is_active

    @column("Last signed in")
    def last_signed_in(self, person: User) -> str:
        return moment(person.last_login)
