"""The console's section for an account's connections to GitHub, which its managers make."""

from typing import Any

from django.conf import settings
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.decorators import method_decorator
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

_SECRET_HELP = "A token, or the whole private key of the App. It is kept encrypted and never shown again."  # noqa: S105


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
    account_id = ChoiceField(label="Account", help_text="Whose pull requests are read with it.")
    host = ChoiceField(help_text="The hosts that the people who run this service allow.")
    kind = ChoiceField(choices=GitHubConnection.KINDS)
    secret = SecretField(help_text=_SECRET_HELP)
    app_id = NumberField(required=False, min_value=1, label="App id", help_text="Of an App only.")
    installation_id = NumberField(required=False, min_value=1, help_text="Of an App only.")

    def prepare(self) -> None:
        managed = accounts_visible_to(self.caller).filter(pk__in=self.caller.manager_of).order_by("name")
        offered(self.fields["account_id"], managed.values_list("pk", "name"))
        offered(self.fields["host"], [(host, host) for host in sorted(settings.GITHUB_HOSTS)])


class SecretChange(ActForm):
    secret = SecretField(help_text=_SECRET_HELP)


class WebhookRenew(ActForm):
    question = "What GitHub signs with the old secret is refused from then on: put the new one there at once."


class ConnectionRemove(ActForm):
    question = "Its secrets are deleted. Links stay, with what was read last, and are read no more."


class ConnectionTest(ActForm):
    question = "GitHub is asked once whom the credential belongs to."


def _add(caller: Caller, target: None, given: dict[str, Any]) -> Done:
    connection, webhook_secret = connection_add(caller=caller, **given)
    told = f"{connection.host} is connected. This is the secret of its webhook, {webhook_address(connection)}"
    return Done(told, page_url(connection), secret=webhook_secret)


def _change(caller: Caller, connection: GitHubConnection, given: dict[str, Any]) -> Done:
    connection_change_secret(connection_id=connection.pk, secret=given["secret"], caller=caller)
    return Done(f"{connection.host} is read with the new credential.", page_url(connection))


def _renew(caller: Caller, connection: GitHubConnection, given: dict[str, Any]) -> Done:
    _, secret = webhook_secret_renew(connection_id=connection.pk, caller=caller)
    told = f"This is the new secret of the webhook {webhook_address(connection)}"
    return Done(told, page_url(connection), secret=secret)


def _remove(caller: Caller, connection: GitHubConnection, given: dict[str, Any]) -> Done:
    connection_remove(connection_id=connection.pk, caller=caller)
    return Done(f"{connection.host} is no longer connected.", list_url(GitHubConnection))


def _test(caller: Caller, connection: GitHubConnection, given: dict[str, Any]) -> Done:
    name = connection_test(connection_id=connection.pk, caller=caller)
    return Done(f"{connection.host} knows the credential as {name}.", page_url(connection))


@admin.register(GitHubConnection)
class ConnectionAdmin(ConsoleAdmin):
    page_template = "console/github_connection.html"
    creation = Act("add", "Connect to GitHub", _add, ConnectionAdd, "Connect")
    acts = (
        Act("test", "Test the connection", _test, ConnectionTest, "Ask GitHub"),
        Act("secret", "Change the credential", _change, SecretChange, "Change"),
        Act("webhook", "Renew the webhook secret", _renew, WebhookRenew, "Renew", dangerous=True),
        Act("remove", "Remove the connection", _remove, ConnectionRemove, "Remove", dangerous=True),
    )
    empty_words = _(
        "Connections to GitHub are listed here, by which linked pull requests are read. A manager connects an "
        "account."
    )
    list_display = ("host", "account", "kind", "state", "last_read")
    list_select_related = ("account",)
    ordering = ("-pk",)

    # A report of a crash tells what was sent, but for this.
    @method_decorator(sensitive_post_parameters("secret"))
    def act_view(self, request: HttpRequest, object_id: str | None = None, *, act: Act) -> HttpResponse:
        return super().act_view(request, object_id, act=act)

    def visible_to(self, caller: Caller) -> QuerySet[GitHubConnection]:
        live = GitHubConnection.objects.filter(removed_at__isnull=True)
        return live.filter(account__in=caller.manager_of).select_related("account", "created_by")

    @column("State", look={"good": "success", "waits": "warning", "in trouble": "danger"})
    def state(self, connection: GitHubConnection) -> str:
        """Whether pull requests are read with it now."""
        if connection.paused_until and connection.paused_until > timezone.now():
            return "waits"
        return "in trouble" if connection.problem else "good"

    @column("Last read")
    def last_read(self, connection: GitHubConnection) -> str:
        return moment(connection.last_read_at)

    def page_context(
        self, request: HttpRequest, connection: GitHubConnection, caller: Caller
    ) -> dict[str, Any]:
        return {"state": self.state(connection), "webhook": webhook_address(connection)}
