"""Accounts and their members."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from spaces.admin.acts import Act, ActForm, Done
from spaces.admin.columns import column, moment
from spaces.admin.fields import LineField, PersonField
from spaces.admin.invitations import INVITE
from spaces.admin.members import MEMBER_ACTS, SHOWN, members_page, roles_offered
from spaces.admin.pages import ConsoleAdmin, list_url
from spaces.domain.caller import Caller
from spaces.models import Account
from spaces.querysets import (
    accounts_visible_to,
    agent_keys_visible_to,
    invitations_visible_to,
    spaces_visible_to,
)
from spaces.services.accounts import account_create


class AccountCreate(ActForm):
    name = LineField(max_length=120, label=gettext_lazy("Name"))
    owner = PersonField(
        label=gettext_lazy("Owner"),
        help_text=gettext_lazy("Who looks after it: the name they sign in with, or their user_ id."),
    )


def _create(caller: Caller, target: None, given: dict[str, Any]) -> Done:
    account = account_create(caller=caller, **given)
    return Done(_("%(account)s is there.") % {"account": account}, list_url(Account))


@admin.register(Account)
class AccountAdmin(ConsoleAdmin):
    page_template = "console/account.html"
    creation = Act("add", gettext_lazy("New team account"), _create, AccountCreate, gettext_lazy("Create"))
    acts = (*MEMBER_ACTS, INVITE)
    list_display = ("name", "sort", "id", "made")
    ordering = ("name",)

    def visible_to(self, caller: Caller) -> QuerySet[Account]:
        return accounts_visible_to(caller)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return super().has_add_permission(request) and bool(request.user.is_superuser)

    @column(gettext_lazy("Sort"))
    def sort(self, account: Account) -> str:
        return _("personal") if account.is_personal else _("team")

    @column(gettext_lazy("Made"))
    def made(self, account: Account) -> str:
        return moment(account.created_at)

    def page_context(self, request: HttpRequest, account: Account, caller: Caller) -> dict[str, Any]:
        invited = invitations_visible_to(caller).filter(
            account=account, accepted_at__isnull=True, withdrawn_at__isnull=True
        )
        return {
            "manages": caller.manages(account.pk),
            "me": caller.person_id,
            "now": timezone.now(),
            # Who may not give a role does not change or remove who has it.
            "gives": [role for role, _word in roles_offered(caller, account)],
            "members": members_page(account, request.GET),
            "invitations": invited.select_related("invited_by").order_by("-pk")[:SHOWN],
            "invited": invited.count(),
            "spaces": spaces_visible_to(caller).filter(account=account).order_by("name"),
            "keys": agent_keys_visible_to(caller).filter(account=account, revoked_at__isnull=True).count(),
        }
