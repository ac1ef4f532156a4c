"""One's own page: what belongs to the person who is signed in, and where they change it."""

from dataclasses import dataclass
from typing import Any

from allauth.account.models import EmailAddress
from django.db.models import Q, QuerySet
from django.utils import timezone

from spaces.admin.connected_apps import living_apps_of
from spaces.admin.words import Words
from spaces.domain.caller import Caller
from spaces.kernel.registry import MY_PAGE, hooks
from spaces.models import AgentKey, Membership, User
from spaces.querysets import agent_keys_visible_to

# What fits on the page beside each other; each panel leads to its whole list.
SHOWN = 5


@dataclass(frozen=True)
class MyLink:
    """Something else of one's own that an app above has a page for."""

    title: Words
    words: Words
    url: str


def my_page(user: User, caller: Caller) -> dict[str, Any]:
    """The person's accounts, keys that are good, apps and addresses, and what apps above add."""
    memberships = Membership.objects.filter(user=user).select_related("account")
    keys = _good_keys(caller)
    apps = living_apps_of(caller).order_by("-pk")
    links: list[MyLink] = [link for added in hooks.run(MY_PAGE, caller=caller).values() for link in added]
    return {
        "memberships": memberships.order_by("account__person", "account__name"),
        "keys": keys[:SHOWN],
        "key_count": keys.count(),
        "apps": apps[:SHOWN],
        "app_count": apps.count(),
        "addresses": EmailAddress.objects.filter(user=user).order_by("-verified", "pk"),
        "links": links,
    }


def _good_keys(caller: Caller) -> QuerySet[AgentKey]:
    good = Q(expires_at__isnull=True) | Q(expires_at__gt=timezone.now())
    mine = agent_keys_visible_to(caller).filter(good, user_id=caller.subject, revoked_at__isnull=True)
    return mine.select_related("account").order_by("-pk")
