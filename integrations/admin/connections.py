"""The console's section for an account's connections to GitHub, which its managers make."""

from typing import Any

from django.conf import settings
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.debug import sensitive_post_parameters

from integrations.models import GitHubConnection
from integrations.services.connections import (
    connection_add,
    connection_change_secret,
    connection_remove,
    connection_test,
    webhook_secret_renew,
)
from spaces.admin.acts import Act, ActForm, Done
from spaces.admin.columns import column, moment
from spaces.admin.fields import ChoiceField, NumberField, WordsField, WordsWidget, offered
from spaces.admin.pages import ConsoleAdmin, list_url, page_url
from spaces.domain.caller import Caller
from spaces.querysets import accounts_visible_to

_SECRET_HELP = _("A token, or the whole private key of the App. It is kept encrypted and never shown again.")

_STATES = {"good": _("good"), "waits": _("waits"), "in trouble": _("in trouble")}


def webhook_address(connection: GitHubConnection) -> str:
    """Where GitHub is to deliver the connection's webhooks."""
    return f"{settings.PUBLIC_URL}/hooks/github/{connection.pk}"


class SecretWidget(WordsWidget):
    """Where a secret is typed, which is never filled in: neither after a refusal nor from an address."""

    # A password input would take the line ends out of a private key, and without them it is none.
    def __init__(self) -> None:
        super().__init__(attrs={"autocomplete": "off", "spellcheck": "false"})

    def format_value(self, value: object) -> None:
        return None


class SecretField(WordsField):
    widget = SecretWidget


class ConnectionAdd(ActForm):
    account_id = ChoiceField(label=_("Account"), help_text=_("Whose pull requests are read with it."))
    host = ChoiceField(label=_("Host"), help_text=_("The hosts that the people who run this service allow."))
    kind = ChoiceField(label=_("Credential"), choices=GitHubConnection.KINDS)
    secret = SecretField(label=_("Secret"), help_text=_SECRET_HELP)
    app_id = NumberField(required=False, min_value=1, label=_("App id"), help_text=_("Of an App only."))
    installation_id = NumberField(
        required=False, min_value=1, label=_("Installation id"), help_text=_("Of an App only.")
    )

    def prepare(self) -> None:
        managed = accounts_visible_to(self.caller).filter(pk__in=self.caller.manager_of).order_by("name")
        offered(self.fields["account_id"], managed.values_list("pk", "name"))
        offered(self.fields["host"], [(host, host) for host in sorted(settings.GITHUB_HOSTS)])


class SecretChange(ActForm):
    secret = SecretField(label=_("Secret"), help_text=_SECRET_HELP)


class WebhookRenew(ActForm):
    question = _(
        "What GitHub signs with the old secret is refused from then on: put the new one there at once."
    )


class ConnectionRemove(ActForm):
    question = _("Its secrets are deleted. Links stay, with what was read last, and are read no more.")


class ConnectionTest(ActForm):
    question = _("GitHub is asked once whom the credential belongs to.")


def _add(caller: Caller, target: None, given: dict[str, Any]) -> Done:
    connection, webhook_secret = connection_add(caller=caller, **given)
    told = gettext("%(host)s is connected. This is the secret of its webhook, %(address)s") % {
        "host": connection.host,
        "address": webhook_address(connection),
    }
    return Done(told, page_url(connection), secret=webhook_secret)


def _change(caller: Caller, connection: GitHubConnection, given: dict[str, Any]) -> Done:
    connection_change_secret(connection_id=connection.pk, secret=given["secret"], caller=caller)
    return Done(gettext("%s is read with the new credential.") % connection.host, page_url(connection))


def _renew(caller: Caller, connection: GitHubConnection, given: dict[str, Any]) -> Done:
    _, secret = webhook_secret_renew(connection_id=connection.pk, caller=caller)
    told = gettext("This is the new secret of the webhook %s") % webhook_address(connection)
    return Done(told, page_url(connection), secret=secret)


def _remove(caller: Caller, connection: GitHubConnection, given: dict[str, Any]) -> Done:
    connection_remove(connection_id=connection.pk, caller=caller)
    return Done(gettext("%s is no longer connected.") % connection.host, list_url(GitHubConnection))


def _test(caller: Caller, connection: GitHubConnection, given: dict[str, Any]) -> Done:
    name = connection_test(connection_id=connection.pk, caller=caller)
    told = gettext("%(host)s knows the credential as %(name)s.") % {"host": connection.host, "name": name}
    return Done(told, page_url(connection))


@admin.register(GitHubConnection)
class ConnectionAdmin(ConsoleAdmin):
    page_template = "console/github_connection.html"
    creation = Act("add", _("Connect to GitHub"), _add, ConnectionAdd, _("Connect"))
    acts = (
        Act("test", _("Test the connection"), _test, ConnectionTest, _("Ask GitHub")),
        Act("secret", _("Change the credential"), _change, SecretChange, _("Change")),
        Act("webhook", _("Renew the webhook secret"), _renew, WebhookRenew, _("Renew"), dangerous=True),
        Act("remove", _("Remove the connection"), _remove, ConnectionRemove, _("Remove"), dangerous=True),
    )
    list_display = ("host", "account", "kind", "shown_state", "last_read")
    empty_words = _(
        "Connections to GitHub are listed here, by which linked pull requests are read. A manager connects an "
        "account."
    )
    list_select_related = ("account",)
    ordering = ("-pk",)

    # A report of a crash tells what was sent, but for this.
    @method_decorator(sensitive_post_parameters("secret"))
    def act_view(self, request: HttpRequest, object_id: str | None = None, *, act: Act) -> HttpResponse:
        return super().act_view(request, object_id, act=act)

    def visible_to(self, caller: Caller) -> QuerySet[GitHubConnection]:
        live = GitHubConnection.objects.filter(removed_at__isnull=True)
        return live.filter(account__in=caller.manager_of).select_related("account", "created_by")

    @column(_("State"), look={"good": "success", "waits": "warning", "in trouble": "danger"})
    def shown_state(self, connection: GitHubConnection) -> tuple[str, Any]:
        state = self.state(connection)
        return state, _STATES[state]

    @staticmethod
    def state(connection: GitHubConnection) -> str:
        """Whether pull requests are read with it now."""
        if connection.paused_until and connection.paused_until > timezone.now():
            return "waits"
        return "in trouble" if connection.problem else "good"

    @column(_("Last read"))
    def last_read(self, connection: GitHubConnection) -> str:
        return moment(connection.last_read_at)

    def page_context(
        self, request: HttpRequest, connection: GitHubConnection, caller: Caller
    ) -> dict[str, Any]:
        state = self.state(connection)
        return {"state": state, "state_in_words": _STATES[state], "webhook": webhook_address(connection)}
