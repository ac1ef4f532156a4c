"""Connected apps: what one let act for oneself, and its end."""

from typing import Any

from django.contrib import admin
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest

from spaces.admin.acts import Act, ActForm, Done
from spaces.admin.columns import column, moment
from spaces.admin.pages import ConsoleAdmin, list_url
from spaces.domain.caller import Caller
from spaces.domain.scopes import IN_WORDS, Scope, known_scopes
from spaces.models import ConnectedApp, RefreshToken
from spaces.querysets import connected_apps_visible_to
from spaces.services.connected_apps import connected_app_revoke


class Disconnect(ActForm):
    question = "The app is refused from then on, wherever it runs. It has to ask you again to come back."


def _disconnect(caller: Caller, connection: ConnectedApp, given: dict[str, Any]) -> Done:
    connected_app_revoke(connection_id=connection.pk, caller=caller)
    return Done(f"{connection.app} is disconnected.", list_url(ConnectedApp))


@admin.register(ConnectedApp)
class ConnectedAppAdmin(ConsoleAdmin):
    page_template = "console/connected_app.html"
    acts = (Act("revoke", "Disconnect the app", _disconnect, Disconnect, "Disconnect", dangerous=True),)
    list_display = ("app_name", "accounts", "may", "last_used", "connected")
    list_select_related = ("app", "account")
    ordering = ("-pk",)

    def visible_to(self, caller: Caller) -> QuerySet[ConnectedApp]:
        # One whose tokens are all spent is no connection any more: the app has to ask again.
        alive = RefreshToken.objects.filter(connection=OuterRef("pk"), revoked__isnull=True)
        mine = connected_apps_visible_to(caller).filter(Exists(alive), revoked_at__isnull=True)
        return mine.select_related("app", "account")

    @column("App")
    def app_name(self, connection: ConnectedApp) -> str:
        return str(connection.app)

    @column("Account")
    def accounts(self, connection: ConnectedApp) -> str:
        return str(connection.account) if connection.account else "all mine"

    @column("Scopes")
    def may(self, connection: ConnectedApp) -> str:
        return connection.scopes

    @column("Last used")
    def last_used(self, connection: ConnectedApp) -> str:
        return moment(connection.last_used_at)

    @column("Connected")
    def connected(self, connection: ConnectedApp) -> str:
        return moment(connection.created_at)

    def page_context(self, request: HttpRequest, connection: ConnectedApp, caller: Caller) -> dict[str, Any]:
        scopes = known_scopes(connection.scopes)
        return {
            "accounts": self.accounts(connection),
            "scopes": [(each.value, IN_WORDS[each]) for each in Scope if each in scopes],
        }
