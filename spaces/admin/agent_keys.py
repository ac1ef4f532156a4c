"""Agent keys: made for oneself, shown once, revoked by oneself or a manager."""

from datetime import timedelta
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from spaces.admin.acts import Act, ActForm, Done
from spaces.admin.columns import column, moment
from spaces.admin.fields import ChoiceField, LineField, ManyChoicesField, offered
from spaces.admin.pages import ConsoleAdmin, page_url
from spaces.domain.caller import Caller
from spaces.domain.scopes import WORKING_SET, Scope
from spaces.models import AgentKey
from spaces.querysets import accounts_visible_to, agent_keys_visible_to
from spaces.services.keys import agent_key_create, agent_key_revoke

# Days a key lasts, as people choose them.
LIFETIMES = [
    ("", "does not expire"),
    ("7", "a week"),
    ("30", "30 days"),
    ("90", "90 days"),
    ("365", "a year"),
]


class KeyCreate(ActForm):
    account_id = ChoiceField(label="Account", help_text="The one account the key sees.")
    name = LineField(max_length=80, help_text="Records name it beside you, such as Build agent.")
    scopes = ManyChoicesField(
        choices=[(scope.value, scope.value) for scope in Scope],
        initial=[scope.value for scope in WORKING_SET],
        help_text="The first four let an assistant do everything you may leave to one.",
    )
    lifetime = ChoiceField(choices=LIFETIMES, required=False, label="Expires after")

    def prepare(self) -> None:
        mine = accounts_visible_to(self.caller).order_by("name")
        offered(self.fields["account_id"], mine.values_list("pk", "name"))


class KeyRevoke(ActForm):
    question = "Whatever uses this key is refused from then on. This cannot be undone."


def _revoke(caller: Caller, key: AgentKey, given: dict[str, Any]) -> Done:
    agent_key_revoke(key_id=key.pk, caller=caller)
    return Done(f"{key.name} is revoked.", page_url(key))


def _create(caller: Caller, target: None, given: dict[str, Any]) -> Done:
    lifetime = given.pop("lifetime")
    expires_at = timezone.now() + timedelta(days=int(lifetime)) if lifetime else None
    scopes = [Scope(scope) for scope in given.pop("scopes")]
    key, secret = agent_key_create(caller=caller, scopes=scopes, expires_at=expires_at, **given)
    return Done(f"{key.name} is made.", page_url(key), secret=secret)


@admin.register(AgentKey)
class KeyAdmin(ConsoleAdmin):
    page_template = "console/agent_key.html"
    creation = Act("add", "New agent key", _create, KeyCreate, "Make the key")
    acts = (Act("revoke", "Revoke the key", _revoke, KeyRevoke, "Revoke", dangerous=True),)
    list_display = ("name", "prefix", "account", "user", "state", "last_used", "made")
    list_select_related = ("account", "user")
    ordering = ("-pk",)

    def visible_to(self, caller: Caller) -> QuerySet[AgentKey]:
        return agent_keys_visible_to(caller).select_related("account", "user")

    @column("State", look={"good": "success", "expired": "warning", "revoked": "danger"})
    def state(self, key: AgentKey) -> str:
        """Whether the key still opens anything."""
        if key.revoked_at:
            return "revoked"
        return "expired" if key.expires_at and key.expires_at <= timezone.now() else "good"

    @column("Last used")
    def last_used(self, key: AgentKey) -> str:
        return moment(key.last_used_at)

    @column("Made")
    def made(self, key: AgentKey) -> str:
        return moment(key.created_at)

    def page_context(self, request: HttpRequest, key: AgentKey, caller: Caller) -> dict[str, Any]:
        return {"state": self.state(key)}
