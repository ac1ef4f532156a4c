"""Agent keys: made for oneself, shown once, revoked by oneself or a manager."""

from datetime import timedelta
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from spaces.admin.acts import Act, ActForm, Done
from spaces.admin.columns import column, moment
from spaces.admin.fields import ChoiceField, LineField, ManyChoicesField, offered
from spaces.admin.pages import ConsoleAdmin, page_url
from spaces.domain.caller import Caller
from spaces.domain.scopes import IN_WORDS, WORKING_SET, Scope
from spaces.models import AgentKey
from spaces.querysets import accounts_visible_to, agent_keys_visible_to
from spaces.services.keys import agent_key_create, agent_key_revoke

# Days a key lasts, as people choose them.
LIFETIMES = [
    ("", gettext_lazy("does not expire")),
    ("7", gettext_lazy("a week")),
    ("30", gettext_lazy("30 days")),
    ("90", gettext_lazy("90 days")),
    ("365", gettext_lazy("a year")),
]


class KeyCreate(ActForm):
    account_id = ChoiceField(
        label=gettext_lazy("Account"), help_text=gettext_lazy("The one account the key sees.")
    )
    name = LineField(
        max_length=80,
        label=gettext_lazy("Name"),
        help_text=gettext_lazy("Records name it beside you, such as Build agent."),
    )
    scopes = ManyChoicesField(
        label=gettext_lazy("What it may do"),
        choices=[(scope.value, f"{IN_WORDS[scope]} ({scope.value})") for scope in Scope],
        initial=[scope.value for scope in WORKING_SET],
        help_text=gettext_lazy("The first four let an assistant do everything you may leave to one."),
    )
    lifetime = ChoiceField(choices=LIFETIMES, required=False, label=gettext_lazy("Expires after"))

    def prepare(self) -> None:
        mine = accounts_visible_to(self.caller).order_by("name")
        offered(self.fields["account_id"], mine.values_list("pk", "name"))


class KeyRevoke(ActForm):
    question = gettext_lazy("Whatever uses this key is refused from then on. This cannot be undone.")


def _revoke(caller: Caller, key: AgentKey, given: dict[str, Any]) -> Done:
    agent_key_revoke(key_id=key.pk, caller=caller)
    return Done(_("%(name)s is revoked.") % {"name": key.name}, page_url(key))


def _create(caller: Caller, target: None, given: dict[str, Any]) -> Done:
    lifetime = given.pop("lifetime")
    expires_at = timezone.now() + timedelta(days=int(lifetime)) if lifetime else None
    scopes = [Scope(scope) for scope in given.pop("scopes")]
    key, secret = agent_key_create(caller=caller, scopes=scopes, expires_at=expires_at, **given)
    return Done(_("%(name)s is made.") % {"name": key.name}, page_url(key), secret=secret)


@admin.register(AgentKey)
class KeyAdmin(ConsoleAdmin):
    page_template = "console/agent_key.html"
    creation = Act("add", gettext_lazy("New agent key"), _create, KeyCreate, gettext_lazy("Make the key"))
    acts = (
        Act(
            "revoke",
            gettext_lazy("Revoke the key"),
            _revoke,
            KeyRevoke,
            gettext_lazy("Revoke"),
            dangerous=True,
        ),
    )
    list_display = ("name", "prefix", "account", "user", "state", "last_used", "expires", "made")
    list_select_related = ("account", "user")
    ordering = ("-pk",)

    def visible_to(self, caller: Caller) -> QuerySet[AgentKey]:
        return agent_keys_visible_to(caller).select_related("account", "user")

    @column(gettext_lazy("State"), look={"good": "success", "expired": "warning", "revoked": "danger"})
    def state(self, key: AgentKey) -> tuple[str, str]:
        """Whether the key still opens anything, by its key and in words."""
        state = _state_of(key)
        return state, str(_STATES[state])

    @column(gettext_lazy("Expires"))
    def expires(self, key: AgentKey) -> str:
        return moment(key.expires_at)

    @column(gettext_lazy("Last used"))
    def last_used(self, key: AgentKey) -> str:
        return moment(key.last_used_at)

    @column(gettext_lazy("Made"))
    def made(self, key: AgentKey) -> str:
        return moment(key.created_at)

    def page_context(self, request: HttpRequest, key: AgentKey, caller: Caller) -> dict[str, Any]:
        scopes = [(each.value, IN_WORDS[each]) for each in Scope if each in key.scopes]
        mine = key.user_id == caller.person_id
        state = _state_of(key)
        return {"state": state, "state_words": _STATES[state], "scopes": scopes, "mine": mine}


_STATES = {
    "good": gettext_lazy("good"),
    "expired": gettext_lazy("expired"),
    "revoked": gettext_lazy("revoked"),
}


def _state_of(key: AgentKey) -> str:
    if key.revoked_at:
        return "revoked"
    return "expired" if key.expires_at and key.expires_at <= timezone.now() else "good"
