"""Accounts and their members."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from spaces.admin.acts import Act, ActForm, Done
from spaces.admin.columns import column, moment
from spaces.admin.fields import ChoiceField, LineField, PersonField
from spaces.admin.pages import ConsoleAdmin, list_url, page_url
from spaces.domain.caller import Caller
from spaces.domain.roles import Role
from spaces.models import Account, Membership
from spaces.querysets import accounts_visible_to, agent_keys_visible_to, spaces_visible_to
from spaces.services.accounts import account_create, member_remove, member_set

ROLES = [(role.value, role.value) for role in reversed(Role)]


class AccountCreate(ActForm):
    name = LineField(max_length=120)
    owner = PersonField(help_text="Who looks after it: the name they sign in with, or their user_ id.")


class MemberSet(ActForm):
    user = PersonField(label="Person", help_text="The name they sign in with, or their user_ id.")
    role = ChoiceField(choices=ROLES)


class MemberRemove(ActForm):
    question = "They lose access at once, and their agent keys for this account stop working."
    user = PersonField(label="Person")


def _create(caller: Caller, target: None, given: dict[str, Any]) -> Done:
    account = account_create(caller=caller, **given)
    return Done(f"{account} is there.", list_url(Account))


def _member_set(caller: Caller, account: Account, given: dict[str, Any]) -> Done:
    member_set(account=account, user=given["user"], role=Role(given["role"]), caller=caller)
    return Done(f"{given['user']} is {given['role']} of {account} now.", page_url(account))


def _member_remove(caller: Caller, account: Account, given: dict[str, Any]) -> Done:
    member_remove(account=account, user=given["user"], caller=caller)
    left = caller.person_id == given["user"].pk
    return Done(
        f"{given['user']} is no member of {account} any more.",
        list_url(Account) if left else page_url(account),
    )


@admin.register(Account)
class AccountAdmin(ConsoleAdmin):
    page_template = "console/account.html"
    creation = Act("add", "New team account", _create, AccountCreate, "Create")
    acts = (
        Act("members/set", "Add a member or change a role", _member_set, MemberSet),
        Act("members/remove", "Remove a member", _member_remove, MemberRemove, "Remove", dangerous=True),
    )
    list_display = ("name", "sort", "id", "made")
    ordering = ("name",)

    def visible_to(self, caller: Caller) -> QuerySet[Account]:
        return accounts_visible_to(caller)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return super().has_add_permission(request) and bool(request.user.is_superuser)

    @column("Sort")
    def sort(self, account: Account) -> str:
        return "personal" if account.is_personal else "team"

    @column("Made")
    def made(self, account: Account) -> str:
        return moment(account.created_at)

    def page_context(self, request: HttpRequest, account: Account, caller: Caller) -> dict[str, Any]:
        return {
            "manages": caller.manages(account.pk),
            "me": caller.person_id,
            "members": Membership.objects.filter(account=account).select_related("user").order_by("pk"),
            "spaces": spaces_visible_to(caller).filter(account=account).order_by("name"),
            "keys": agent_keys_visible_to(caller).filter(account=account, revoked_at__isnull=True).count(),
        }
