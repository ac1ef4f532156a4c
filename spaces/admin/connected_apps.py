"""Connected apps: what one let act for oneself, and its end."""

from typing import Any

from django.contrib import admin
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from spaces.admin.acts import Act, ActForm, Done
from spaces.admin.columns import column, moment
from spaces.admin.pages import ConsoleAdmin, list_url
from spaces.domain.caller import Caller
from spaces.domain.scopes import IN_WORDS, Scope, known_scopes
from spaces.models import ConnectedApp, RefreshToken
from spaces.querysets import connected_apps_visible_to
from spaces.services.connected_apps import connected_app_revoke


class Disconnect(ActForm):
    question = gettext_lazy(
        "The app is refused from then on, wherever it runs. It has to ask you again to come back."
    )


def _disconnect(caller: Caller, connection: ConnectedApp, given: dict[str, Any]) -> Done:
    connected_app_revoke(connection_id=connection.pk, caller=caller)
    return Done(_("%(app)s is disconnected.") % {"app": connection.app}, list_url(ConnectedApp))


def living_apps_of(caller: Caller) -> QuerySet[ConnectedApp]:
    """The apps that may act for the caller now.

    One whose tokens are all spent is no connection any more: the app has to ask again.
    """
    alive = RefreshToken.objects.filter(connection=OuterRef("pk"), revoked__isnull=True)
    mine = connected_apps_visible_to(caller).filter(Exists(alive), revoked_at__isnull=True)
    return mine.select_related("app", "account")


@admin.register(ConnectedApp)
class ConnectedAppAdmin(ConsoleAdmin):
    page_template = "console/connected_app.html"
    acts = (
        Act(
            "revoke",
            gettext_lazy("Disconnect the app"),
            _disconnect,
            Disconnect,
            gettext_lazy("Disconnect"),
            dangerous=True,
        ),
    )
    list_display = ("app_name", "accounts", "may", "last_used", "connected")
    list_select_related = ("app", "account")
    ordering = ("-pk",)

    def visible_to(self, caller: Caller) -> QuerySet[ConnectedApp]:
        return living_apps_of(caller)

    @column(gettext_lazy("App"))
    def app_name(self, connection: ConnectedApp) -> str:
        return str(connection.app)

    @column(gettext_lazy("Account"))
    def accounts(self, connection: ConnectedApp) -> str:
        return str(connection.account) if connection.account else _("all mine")

    @column(gettext_lazy("Scopes"))
    def may(self, connection: ConnectedApp) -> str:
        return connection.scopes

    @column(gettext_lazy("Last used"))
    def last_used(self, connection: ConnectedApp) -> str:
        return moment(connection.last_used_at)

    @column(gettext_lazy("Connected"))
    def connected(self, connection: ConnectedApp) -> str:
        return moment(connection.created_at)

    def page_context(self, request: HttpRequest, connection: ConnectedApp, caller: Caller) -> dict[str, Any]:
        scopes = known_scopes(connection.scopes)
        return {
            "accounts": self.accounts(connection),
            "scopes": [(each.value, IN_WORDS[each]) for each in Scope if each in scopes],
        }
