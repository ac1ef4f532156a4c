"""What the home page shows: what waits, what goes on, figures, and for newcomers how to begin."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.conf import settings
from django.http import Http404
from django.utils import timezone

from decisions.admin.charts import Chart, decision_charts
from decisions.admin.panels import HOME_PANELS, panels
from decisions.querysets import documents_visible_to
from spaces.domain.caller import Caller
from spaces.kernel.registry import hooks
from spaces.models import Account
from spaces.querysets import (
    accounts_visible_to,
    agent_keys_visible_to,
    connected_apps_visible_to,
    spaces_visible_to,
)

# Charts that apps above add: functions of (caller, account), where account is the one chosen or empty.
HOME_CHARTS = "console.home_charts"

# What fits on a first screen beside each other.
_SHOWN_DOCUMENTS = 8
_SHOWN_SPACES = 12


def home_context(caller: Caller, query: Mapping[str, str]) -> dict[str, Any]:
    """The page of a person, with figures of the account that the address names; 404 for one that is not theirs."""
    documents = documents_visible_to(caller).select_related("space").order_by("-updated_at", "-id")
    spaces = spaces_visible_to(caller).select_related("account").order_by("-updated_at", "-pk")
    accounts = list(accounts_visible_to(caller).order_by("name", "pk"))
    shown = {
        "documents": list(documents[:_SHOWN_DOCUMENTS]),
        "spaces": list(spaces[:_SHOWN_SPACES]),
        "accounts": accounts,
        "panels": panels(HOME_PANELS, caller=caller),
    }
    if not shown["documents"]:
        return {**shown, "first_steps": _first_steps(caller, has_space=bool(shown["spaces"]))}
    return {**shown, **_figures(caller, query.get("account", ""), accounts)}


def _figures(caller: Caller, chosen: str, accounts: list[Account]) -> dict[str, Any]:
    if chosen and not caller.is_member(chosen):
        raise Http404
    # Who names an account sees that account alone, as a credential of it does.
    within = replace(caller, account_id=chosen, roles={chosen: caller.roles[chosen]}) if chosen else caller
    today = timezone.localdate()
    charts: list[Chart] = decision_charts(caller=within, account=chosen, today=today)
    for added in hooks.run(HOME_CHARTS, caller=within, account=chosen).values():
        charts += added
    return {"charts": charts, "chosen_account": chosen, "chooses": len(accounts) > 1}


def _first_steps(caller: Caller, *, has_space: bool) -> dict[str, Any]:
    """What a newcomer does first, and what of it is done."""
    keys = agent_keys_visible_to(caller).filter(user_id=caller.subject, revoked_at__isnull=True)
    apps = connected_apps_visible_to(caller).filter(revoked_at__isnull=True)
    return {
        "has_space": has_space,
        "makes_spaces": bool(caller.manager_of),
        "has_assistant": keys.exists() or apps.exists(),
        "mcp_url": f"{settings.PUBLIC_URL}/mcp",
    }
